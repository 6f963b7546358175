import { markEndpointDeleted } from '../../adapters/store/endpoint-store.ts';
import { type EditTarget, lockExpected } from './edit-endpoint.ts';
import type { EndpointServices } from './endpoint-services.ts';

/**
 * Deletes an endpoint softly: it stops at once, its name is free, and it can be restored.
 * @throws AppError not_found, precondition_failed
 */
export async function removeEndpoint(
  services: Pick<EndpointServices, 'database' | 'clock'>,
  projectId: number,
  target: EditTarget,
): Promise<void> {
  await services.database.transaction(async (transaction) => {
    const endpoint = await lockExpected(transaction, projectId, target);
    await markEndpointDeleted(transaction, projectId, endpoint.id, services.clock.nowMs());
  });
}
