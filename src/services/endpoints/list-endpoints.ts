import { listEndpoints as listStoredEndpoints } from '../../adapters/store/endpoint-list.ts';
import type { Endpoint } from '../../schema/endpoint.ts';
import type { EndpointListQuery } from '../../schema/endpoint-parameters.ts';
import type { Page } from '../../schema/page.ts';
import { toEndpointAnswer } from './endpoint-answer.ts';
import type { EndpointServices } from './endpoint-services.ts';
import { findStandings } from './endpoint-standing.ts';

/** Live endpoints, newest first. Eight statements whatever their number; none is compiled, so none can break the list. */
export async function listEndpoints(
  services: Pick<EndpointServices, 'database'>,
  projectId: number,
  asked: EndpointListQuery,
): Promise<Page<Endpoint>> {
  const page = await listStoredEndpoints(services.database.query, projectId, {
    limit: asked.limit,
    offset: asked.offset,
    ...(asked.is_active !== undefined && { isActive: asked.is_active }),
    ...(asked.created_by !== undefined && { createdBy: asked.created_by }),
    ...(asked.tag !== undefined && { tag: asked.tag }),
    ...(asked.search !== undefined && { search: asked.search }),
  });
  const ids = page.endpoints.map(({ endpoint }) => endpoint.id);
  const standings = await findStandings(services.database.query, projectId, ids);
  const results = page.endpoints.map(({ endpoint, version }) =>
    toEndpointAnswer(endpoint, version, standings.get(endpoint.id)),
  );
  return { count: page.count, results };
}
