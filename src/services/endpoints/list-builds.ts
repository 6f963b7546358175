import { listBuilds as listStoredBuilds } from '../../adapters/store/build-store.ts';
import { findEndpoint } from '../../adapters/store/endpoint-store.ts';
import type { Build } from '../../schema/materialization.ts';
import type { Page, Paging } from '../../schema/page.ts';
import { toBuildAnswer } from './build-answer.ts';
import { absentEndpoint } from './endpoint-errors.ts';
import type { EndpointServices } from './endpoint-services.ts';

/** Builds of an endpoint of the last month, newest first. @throws AppError not_found */
export async function listBuilds(
  services: Pick<EndpointServices, 'database'>,
  projectId: number,
  name: string,
  paging: Paging,
): Promise<Page<Build>> {
  const { query } = services.database;
  const endpoint = await findEndpoint(query, projectId, name);
  if (endpoint === undefined) throw absentEndpoint(name);
  const { count, builds } = await listStoredBuilds(query, projectId, endpoint.id, paging);
  return { count, results: builds.map(toBuildAnswer) };
}
