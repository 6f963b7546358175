import { listBuilds as listStoredBuilds } from '../../adapters/store/build-store.ts';
import type { Database } from '../../adapters/store/database.ts';
import type { EndpointRow } from '../../adapters/store/endpoint-row.ts';
import { findEndpoint } from '../../adapters/store/endpoint-store.ts';
import {
  type EndpointOrder,
  listEndpoints as listStoredEndpoints,
} from '../../adapters/store/list-endpoints.ts';
import { findVersion, listVersions as listStoredVersions } from '../../adapters/store/version-store.ts';
import type { Endpoint, EndpointVersion } from '../../schema/endpoint.ts';
import type { EndpointListQuery } from '../../schema/endpoint-parameters.ts';
import type { Build, MaterializationStatus } from '../../schema/materialization.ts';
import type { Page, Paging } from '../../schema/page.ts';
import { toBuildAnswer } from './build-answer.ts';
import { toEndpointAnswer, toVersionAnswer } from './endpoint-answer.ts';
import { absentEndpoint, absentVersion } from './endpoint-errors.ts';
import { findStandings } from './endpoint-standing.ts';

/** What reading endpoints works with. */
export interface ReaderServices {
  readonly database: Database;
}

/** The row of a live endpoint, active or not. @throws AppError not_found */
export async function liveEndpoint(
  { database }: ReaderServices,
  projectId: number,
  name: string,
): Promise<EndpointRow> {
  const endpoint = await findEndpoint(database.query, projectId, name);
  if (endpoint === undefined) throw absentEndpoint(name);
  return endpoint;
}

/**
 * A live endpoint, active or not, with its current version or the one asked for.
 * @throws AppError not_found, with `current_version` when only the version is absent
 */
export async function getEndpoint(
  services: ReaderServices,
  projectId: number,
  name: string,
  version?: number,
): Promise<Endpoint> {
  const { query } = services.database;
  const endpoint = await liveEndpoint(services, projectId, name);
  const number = version ?? endpoint.currentVersion;
  const shown = await findVersion(query, projectId, endpoint.id, number);
  if (shown === undefined) throw absentVersion(endpoint, number);
  const standings = await findStandings(query, projectId, [endpoint.id]);
  return toEndpointAnswer(endpoint, shown, standings.get(endpoint.id));
}

/**
 * Live or deleted endpoints, in the wanted order. Takes eight statements and compiles no endpoint, so no endpoint can
 * break the list.
 */
export async function listEndpoints(
  { database: { query } }: ReaderServices,
  projectId: number,
  asked: EndpointListQuery,
): Promise<Page<Endpoint>> {
  const page = await listStoredEndpoints(query, projectId, {
    limit: asked.limit,
    offset: asked.offset,
    ...(asked.is_deleted !== undefined && { isDeleted: asked.is_deleted }),
    ...(asked.order_by !== undefined && { order: orderOf(asked.order_by) }),
    ...(asked.is_active !== undefined && { isActive: asked.is_active }),
    ...(asked.created_by !== undefined && { createdBy: asked.created_by }),
    ...(asked.tag !== undefined && { tag: asked.tag }),
    ...(asked.search !== undefined && { search: asked.search }),
  });
  const ids = page.results.map(({ endpoint }) => endpoint.id);
  const standings = await findStandings(query, projectId, ids);
  const results = page.results.map(({ endpoint, version }) =>
    toEndpointAnswer(endpoint, version, standings.get(endpoint.id)),
  );
  return { count: page.count, results };
}

const ORDERS = { created_at: 'createdAtMs', updated_at: 'updatedAtMs', name: 'name' } as const;

/** `-created_at` → the newest first. */
function orderOf(order: NonNullable<EndpointListQuery['order_by']>): EndpointOrder {
  const isReverse = order.startsWith('-');
  // Border: the type of a text does not follow a cut.
  const name = (isReverse ? order.slice(1) : order) as keyof typeof ORDERS;
  return { by: ORDERS[name], direction: isReverse ? 'desc' : 'asc' };
}

/** Versions of an endpoint, newest first. @throws AppError not_found */
export async function listVersions(
  services: ReaderServices,
  projectId: number,
  name: string,
  paging: Paging,
): Promise<Page<EndpointVersion>> {
  const { id, currentVersion } = await liveEndpoint(services, projectId, name);
  const versions = await listStoredVersions(services.database.query, projectId, id, paging);
  return {
    count: currentVersion,
    results: versions.map((version) => toVersionAnswer(version, currentVersion)),
  };
}

/** Where the materialization of an endpoint stands. @throws AppError not_found */
export async function getMaterializationStatus(
  services: ReaderServices,
  projectId: number,
  name: string,
): Promise<MaterializationStatus> {
  const { is_materialized, sync_frequency, materialization } = await getEndpoint(services, projectId, name);
  return { is_materialized, sync_frequency, ...materialization };
}

/** Builds of an endpoint of the last month, newest first. @throws AppError not_found */
export async function listBuilds(
  services: ReaderServices,
  projectId: number,
  name: string,
  paging: Paging,
): Promise<Page<Build>> {
  const { id } = await liveEndpoint(services, projectId, name);
  const { count, results: builds } = await listStoredBuilds(services.database.query, projectId, id, paging);
  return { count, results: builds.map(toBuildAnswer) };
}
