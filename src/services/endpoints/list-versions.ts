import { findEndpoint } from '../../adapters/store/endpoint-store.ts';
import { listVersions as listStoredVersions } from '../../adapters/store/version-store.ts';
import type { EndpointVersion } from '../../schema/endpoint.ts';
import type { Page, Paging } from '../../schema/page.ts';
import { toVersionAnswer } from './endpoint-answer.ts';
import { absentEndpoint } from './endpoint-errors.ts';
import type { EndpointServices } from './endpoint-services.ts';

/** Versions of an endpoint, newest first. @throws AppError not_found */
export async function listVersions(
  services: Pick<EndpointServices, 'database'>,
  projectId: number,
  name: string,
  paging: Paging,
): Promise<Page<EndpointVersion>> {
  const { query } = services.database;
  const endpoint = await findEndpoint(query, projectId, name);
  if (endpoint === undefined) throw absentEndpoint(name);
  const versions = await listStoredVersions(query, projectId, endpoint.id, paging);
  return {
    count: endpoint.currentVersion,
    results: versions.map((version) => toVersionAnswer(version, endpoint.currentVersion)),
  };
}
