import { markEndpointDeleted } from '../../adapters/store/endpoint-store.ts';
import { followEndpoint } from '../materialize/follow-endpoint.ts';
import { type EditTarget, lockExpected } from './edit-endpoint.ts';
import type { EndpointServices } from './endpoint-services.ts';

/**
 * Deletes an endpoint softly: it stops at once, its name is free, and it can be restored.
 * @throws AppError not_found, precondition_failed
 */
export async function removeEndpoint(
  services: Pick<EndpointServices, 'database' | 'clock' | 'scheduler'>,
  projectId: number,
  target: EditTarget,
): Promise<void> {
  await services.database.transaction(async (transaction) => {
    const endpoint = await lockExpected(transaction, projectId, target);
    const nowMs = services.clock.nowMs();
    await markEndpointDeleted(transaction, projectId, endpoint.id, nowMs);
    await followEndpoint(transaction, endpoint, false, nowMs);
  });
  services.scheduler.wake();
}
