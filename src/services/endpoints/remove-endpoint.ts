import { markEndpointDeleted } from '../../adapters/store/endpoint-store.ts';
import { followEndpoint } from '../materialize/follow-endpoint.ts';
import { type EditTarget, lockCurrent } from './edit-endpoint.ts';
import type { EndpointCaller, EndpointServices } from './endpoint-services.ts';
import { recordEndpointActivity } from './record-endpoint-activity.ts';

/**
 * Deletes an endpoint softly: it stops at once, its name is free, and it can be restored.
 * @throws AppError not_found, precondition_failed
 */
export async function removeEndpoint(
  services: Pick<EndpointServices, 'database' | 'clock' | 'scheduler'>,
  caller: EndpointCaller,
  target: EditTarget,
): Promise<void> {
  await services.database.transaction(async (transaction) => {
    const before = await lockCurrent(transaction, caller.projectId, target);
    const { endpoint } = before;
    const nowMs = services.clock.nowMs();
    await markEndpointDeleted(transaction, caller.projectId, endpoint.id, nowMs);
    await followEndpoint(transaction, endpoint, false, nowMs);
    await recordEndpointActivity(transaction, caller, { activity: 'deleted', before, nowMs });
  });
  services.scheduler.wake();
}
