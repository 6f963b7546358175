import type { AppError } from '../../base/errors.ts';
import { invariant } from '../../base/invariant.ts';
import type { RunAnswer } from './run-answer.ts';
import type { RunCall, RunProgress } from './run-call.ts';
import { runEndpoint } from './run-endpoint.ts';
import type { RunServices } from './run-services.ts';

/** So many calls of one batch run at once, so that it does not take the places of others who wait for the engine. */
const AT_ONCE = 4;

/** One call of a batch. */
export interface BatchedCall {
  /** Admits and charges the call. @throws AppError permission_denied, throttled */
  readonly begin: () => Promise<RunCall>;
  /** Takes the answer, or why there is none; returns why there is no place for an answer. Called once. */
  readonly end: (outcome: BatchOutcome, call?: RunCall) => AppError | undefined;
}

/** An answer, or what was thrown in its place. */
export type BatchOutcome = { readonly answer: RunAnswer } | { readonly thrown: unknown };

/** A run that answers every call of the batch which asks the same. */
interface SharedRun {
  readonly progress: RunProgress;
  readonly outcome: Promise<BatchOutcome>;
}

/** Runs calls beside each other; equal ones are answered by one run. Never fails: each call learns its own outcome. */
export async function runBatch(services: RunServices, calls: readonly BatchedCall[]): Promise<void> {
  const running = new Map<string, SharedRun>();
  const waiting = calls.values();
  const work = async (): Promise<void> => {
    for (const call of waiting) await runOne(services, call, running);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

async function runOne(
  services: RunServices,
  { begin, end }: BatchedCall,
  running: Map<string, SharedRun>,
): Promise<void> {
  let call: RunCall | undefined;
  try {
    call = await begin();
    const name = `${call.endpointName} ${call.requestText}`;
    const shared = running.get(name) ?? {
      progress: call.progress,
      outcome: answerOf(services, call).then(asAnswer, asThrown),
    };
    running.set(name, shared);
    const outcome = await shared.outcome;
    if (shared.progress !== call.progress) join(call.progress, shared.progress);
    const noPlace = end(outcome, call);
    // An answer for which there is no place now finds none later: twenty of them would be held for nothing.
    if (noPlace !== undefined) running.set(name, { ...shared, outcome: Promise.resolve(asThrown(noPlace)) });
  } catch (thrown) {
    end({ thrown }, call);
  }
}

const asAnswer = (answer: RunAnswer): BatchOutcome => ({ answer });
const asThrown = (thrown: unknown): BatchOutcome => ({ thrown });

/** What another call read is that call's alone. */
function join(progress: RunProgress, { rowsRead: _, bytesRead: __, ...shared }: RunProgress): void {
  Object.assign(progress, shared);
  if (shared.cacheState === 'miss' || shared.cacheState === 'bypass') progress.cacheState = 'collapsed';
}

async function answerOf(services: RunServices, call: RunCall): Promise<RunAnswer> {
  const answer = await runEndpoint(services, call);
  invariant(answer.kind === 'bytes', 'a call of a batch asks for JSON, which is never streamed');
  return answer;
}
