import { writeJson } from '../../base/write-json.ts';
import type { Queryable } from './database.ts';
import { toVersion, type VersionRow } from './endpoint-row.ts';

/**
 * Adds a version. Its number is the caller's, who holds the endpoint locked; the primary key refuses a number given
 * twice. One for an endpoint of another project has no endpoint, which the store refuses.
 */
export async function insertVersion(db: Queryable, projectId: number, version: VersionRow): Promise<void> {
  await db
    .insertInto('endpoint_versions')
    .values({
      endpoint_id: endpointOf(db, projectId, version.endpointId),
      version: version.version,
      query: writeJson(version.query),
      variables: writeJson(version.variables),
      fingerprint: version.fingerprint,
      columns: version.columns && JSON.stringify(version.columns),
      not_materializable: version.notMaterializable,
      created_by_key_id: version.createdBy.keyId,
      created_by_label: version.createdBy.label,
      created_at_ms: version.createdAtMs,
    })
    .execute();
}

/**
 * Stores another spelling of a version: white space, comments, what is for display only, descriptions. What it means
 * stays, so answers made from it stay.
 */
export async function updateVersionSpelling(
  db: Queryable,
  projectId: number,
  version: Pick<VersionRow, 'endpointId' | 'version' | 'query' | 'variables'>,
): Promise<void> {
  await db
    .updateTable('endpoint_versions')
    .set({ query: writeJson(version.query), variables: writeJson(version.variables) })
    .where('endpoint_id', '=', endpointOf(db, projectId, version.endpointId))
    .where('version', '=', version.version)
    .execute();
}

/** PostgreSQL refuses to compare its column with a larger number. */
const MAX_VERSION = 2 ** 31 - 1;

/** One version of an endpoint of the project. */
export async function findVersion(
  db: Queryable,
  projectId: number,
  endpointId: string,
  version: number,
): Promise<VersionRow | undefined> {
  if (version > MAX_VERSION) return undefined;
  const row = await versionsOf(db, projectId, endpointId)
    .where('endpoint_versions.version', '=', version)
    .executeTakeFirst();
  return row && toVersion(row);
}

/** Versions of an endpoint, newest first. */
export async function listVersions(
  db: Queryable,
  projectId: number,
  endpointId: string,
  page: { readonly limit: number; readonly offset: number },
): Promise<readonly VersionRow[]> {
  const rows = await versionsOf(db, projectId, endpointId)
    .orderBy('endpoint_versions.version', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  return rows.map(toVersion);
}

/** Names and queries of a project's live endpoints at their current versions, by name. */
export async function listCurrentQueries(
  db: Queryable,
  projectId: number,
): Promise<readonly (Pick<VersionRow, 'query'> & { readonly endpointName: string })[]> {
  const rows = await db
    .selectFrom('endpoints')
    .innerJoin('endpoint_versions', (join) =>
      join
        .onRef('endpoint_versions.endpoint_id', '=', 'endpoints.id')
        .onRef('endpoint_versions.version', '=', 'endpoints.current_version'),
    )
    .selectAll('endpoint_versions')
    .select('endpoints.name as endpoint_name')
    .where('endpoints.project_id', '=', projectId)
    .where('endpoints.deleted_at_ms', 'is', null)
    .orderBy('endpoints.name')
    .execute();
  return rows.map((row) => ({ endpointName: row.endpoint_name, query: toVersion(row).query }));
}

/** The id again when the endpoint belongs to the project, else null. */
function endpointOf(db: Queryable, projectId: number, endpointId: string) {
  return db
    .selectFrom('endpoints')
    .select('id')
    .where('project_id', '=', projectId)
    .where('id', '=', endpointId);
}

function versionsOf(db: Queryable, projectId: number, endpointId: string) {
  return db
    .selectFrom('endpoint_versions')
    .innerJoin('endpoints', 'endpoints.id', 'endpoint_versions.endpoint_id')
    .selectAll('endpoint_versions')
    .where('endpoints.project_id', '=', projectId)
    .where('endpoint_versions.endpoint_id', '=', endpointId);
}
