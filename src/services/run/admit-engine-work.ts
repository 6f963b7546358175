import { Deadline } from '../../base/deadline.ts';
import type { RunCall } from './run-call.ts';
import type { RunServices } from './run-services.ts';

/**
 * Does work of one engine query: it is charged to the key, and waits for a place at the engine.
 * @throws AppError throttled, query_capacity, query_cancelled, and what `work` throws
 */
export async function admitEngineWork<Value>(
  services: RunServices,
  call: RunCall,
  work: () => Promise<Value>,
): Promise<Value> {
  const { project, keyId } = call;
  services.executionRate.take(keyId);
  const { signal } = call.abortController();
  const place = { deadline: Deadline.after(services.runLimits.queueTimeoutMs), signal };
  return services.concurrency.run({ projectId: project.projectId, keyId }, place, work);
}
