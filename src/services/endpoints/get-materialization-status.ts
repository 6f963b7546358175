import type { MaterializationStatus } from '../../schema/materialization.ts';
import type { EndpointServices } from './endpoint-services.ts';
import { getEndpoint } from './get-endpoint.ts';

/** Where the materialization of an endpoint stands. @throws AppError not_found */
export async function getMaterializationStatus(
  services: Pick<EndpointServices, 'database'>,
  projectId: number,
  name: string,
): Promise<MaterializationStatus> {
  const { is_materialized, sync_frequency, materialization } = await getEndpoint(services, projectId, name);
  return { is_materialized, sync_frequency, ...materialization };
}
