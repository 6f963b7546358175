import { setEndpointDeletedAt } from '../../adapters/store/endpoint-store.ts';
import type { Caller } from '../caller.ts';
import { followEndpoint } from '../materialize/follow-endpoint.ts';
import { recordChange } from '../record-change.ts';
import { type EditTarget, lockCurrent } from './edit-endpoint.ts';
import { ENDPOINT } from './endpoint-answer.ts';
import type { EndpointServices } from './endpoint-services.ts';

/**
 * Deletes an endpoint softly: it answers no more at once, its name becomes free, and it can be restored.
 * @throws AppError not_found, precondition_failed
 */
export async function removeEndpoint(
  services: Pick<EndpointServices, 'database' | 'clock' | 'scheduler'>,
  caller: Caller,
  target: EditTarget,
): Promise<void> {
  await services.database.transaction(async (transaction) => {
    const before = await lockCurrent(transaction, caller.projectId, target);
    const { endpoint } = before;
    const nowMs = services.clock.nowMs();
    await setEndpointDeletedAt(transaction, endpoint, { deletedAtMs: nowMs, nowMs });
    await followEndpoint(transaction, endpoint, false, nowMs);
    await recordChange(transaction, caller, ENDPOINT, { before, nowMs });
  });
  services.scheduler.wake();
}
