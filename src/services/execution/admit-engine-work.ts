import { Deadline } from '../../base/deadline.ts';
import type { ExecutionServices } from './execution-services.ts';

/**
 * Does work of one engine query: it is charged to the key, and waits for a place at the engine, which it holds until
 * the engine has ended the query of that run.
 * @throws AppError throttled, query_capacity, query_cancelled, and what `work` throws
 */
export async function admitEngineWork<Value>(
  services: Pick<ExecutionServices, 'engine' | 'executionRate' | 'runLimits' | 'concurrency'>,
  caller: EngineCaller,
  runId: string,
  work: () => Promise<Value>,
): Promise<Value> {
  services.executionRate.take(caller.keyId);
  const deadline = Deadline.after(services.runLimits.queueTimeoutMs);
  return holdPlace(services, { ...caller, deadline }, runId, work);
}

/** Waits for a place at the engine and holds it until the engine has ended the query of that run. Charges nothing. */
export function holdPlace<Value>(
  { engine, concurrency }: Pick<ExecutionServices, 'engine' | 'concurrency'>,
  { projectId, keyId, signal, deadline }: EngineCaller & { readonly deadline: Deadline },
  runId: string,
  work: () => Promise<Value>,
): Promise<Value> {
  const place = { deadline, signal, lastsUntil: () => engine.whenEnded(runId) };
  return concurrency.run({ projectId, keyId }, place, work);
}

/** For whom the engine works. */
export interface EngineCaller {
  readonly projectId: number;
  readonly keyId: string;
  /** Aborted when the caller goes away. */
  readonly signal: AbortSignal;
}
