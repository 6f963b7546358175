import { findEndpoint } from '../../adapters/store/endpoint-store.ts';
import { findVersion } from '../../adapters/store/version-store.ts';
import type { Endpoint } from '../../schema/endpoint.ts';
import { toEndpointAnswer } from './endpoint-answer.ts';
import { absentEndpoint, absentVersion } from './endpoint-errors.ts';
import type { EndpointServices } from './endpoint-services.ts';
import { findStandings } from './endpoint-standing.ts';

/**
 * A live endpoint, active or not, with its current version or the one asked for.
 * @throws AppError not_found, with `current_version` when only the version is absent
 */
export async function getEndpoint(
  services: Pick<EndpointServices, 'database'>,
  projectId: number,
  name: string,
  version?: number,
): Promise<Endpoint> {
  const { query } = services.database;
  const endpoint = await findEndpoint(query, projectId, name);
  if (endpoint === undefined) throw absentEndpoint(name);
  const number = version ?? endpoint.currentVersion;
  const shown = await findVersion(query, projectId, endpoint.id, number);
  if (shown === undefined) throw absentVersion(endpoint, number);
  const standings = await findStandings(query, projectId, [endpoint.id]);
  return toEndpointAnswer(endpoint, shown, standings.get(endpoint.id));
}
