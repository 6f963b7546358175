import { AppError } from '../../base/errors.ts';
import { executionTimeoutMs } from '../execution/execute-plan.ts';
import type { CheckedRun } from './check-run.ts';
import type { RunCall } from './run-call.ts';
import type { RunServices } from './run-services.ts';

/** Takes the bytes of an answer, at its own pace; stops when `signal` is aborted. */
export type ReceiveBytes = (bytes: AsyncIterable<Uint8Array>, signal: AbortSignal) => Promise<void>;

/** The engine looks at the time only between blocks, and not while it waits for a slow reader. */
const GRACE_MS = 1_000;

/**
 * Ends a stream that has not begun within the time limit of its endpoint, or that takes longer than streams may.
 * Waiting for a place does not count.
 */
export class StreamTime {
  readonly #controller: AbortController;
  readonly #services: Pick<RunServices, 'runLimits'>;
  readonly #run: Pick<CheckedRun, 'endpoint'>;
  #beginning: NodeJS.Timeout | undefined;

  constructor(services: Pick<RunServices, 'runLimits'>, call: RunCall, run: Pick<CheckedRun, 'endpoint'>) {
    this.#controller = call.abortController();
    this.#services = services;
    this.#run = run;
  }

  /**
   * Makes and sends the stream.
   * @throws what `work` throws; for a stream that was ended, always the reason for ending it
   */
  async within<Value>(work: () => Promise<Value>): Promise<Value> {
    const { runLimits } = this.#services;
    const breakOff = (): void => this.#controller.abort(tooSlow());
    const beginMs = executionTimeoutMs(runLimits, this.#run.endpoint.limits);
    this.#beginning = setTimeout(breakOff, beginMs + GRACE_MS);
    const whole = setTimeout(breakOff, runLimits.streamTimeoutMs + GRACE_MS);
    try {
      return await work();
    } catch (error) {
      const { aborted, reason } = this.#controller.signal;
      throw aborted && reason instanceof AppError ? reason : error;
    } finally {
      clearTimeout(this.#beginning);
      clearTimeout(whole);
    }
  }

  /** Call it when the first bytes leave. */
  begin(): void {
    clearTimeout(this.#beginning);
  }
}

function tooSlow(): AppError {
  return new AppError('query_timeout', 'The answer took longer to compute and to read than its time limit.');
}

/** Bytes that are held back until the answer is longer or ends: a short answer is whole or an error, never broken. */
const READ_AHEAD_BYTES = 16 * 1024;

/**
 * Hands an answer on when its first bytes are there. The engine writes the head of a file, and even a whole short file,
 * before it finds out that the query fails.
 */
export async function receiveAhead(
  body: AsyncIterable<Uint8Array>,
  receive: (bytes: AsyncIterable<Uint8Array>) => Promise<void>,
): Promise<void> {
  const pieces = body[Symbol.asyncIterator]();
  const ahead: Uint8Array[] = [];
  let aheadBytes = 0;
  try {
    while (aheadBytes < READ_AHEAD_BYTES) {
      const piece = await pieces.next();
      if (piece.done) break;
      ahead.push(piece.value);
      aheadBytes += piece.value.length;
    }
    await receive(joined(ahead, { [Symbol.asyncIterator]: () => pieces }));
  } finally {
    // A reader who left early ends the query.
    await pieces.return?.();
  }
}

async function* joined(
  ahead: readonly Uint8Array[],
  rest: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield* ahead;
  yield* rest;
}
