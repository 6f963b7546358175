import type { Queryable } from './database.ts';
import { toVersion, type VersionRow } from './endpoint-row.ts';

/**
 * Adds a version. Its number is the caller's, who holds the endpoint locked; the primary key refuses a number given
 * twice.
 */
export async function insertVersion(db: Queryable, version: VersionRow): Promise<void> {
  await db
    .insertInto('endpoint_versions')
    .values({
      endpoint_id: version.endpointId,
      version: version.version,
      query: JSON.stringify(version.query),
      variables: JSON.stringify(version.variables),
      fingerprint: version.fingerprint,
      columns: version.columns && JSON.stringify(version.columns),
      created_by_key_id: version.createdBy.keyId,
      created_by_label: version.createdBy.label,
      created_at_ms: version.createdAtMs,
    })
    .execute();
}

/** One version of an endpoint of the project. */
export async function findVersion(
  db: Queryable,
  projectId: number,
  endpointId: string,
  version: number,
): Promise<VersionRow | undefined> {
  const row = await versionsOf(db, projectId, endpointId)
    .where('endpoint_versions.version', '=', version)
    .executeTakeFirst();
  return row && toVersion(row);
}

/** Versions of an endpoint, newest first, and how many there are. */
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

/** The highest number given to a version of the endpoint; versions are never removed, so it is also their count. */
export async function lastVersionNumber(
  db: Queryable,
  projectId: number,
  endpointId: string,
): Promise<number> {
  const row = await db
    .selectFrom('endpoint_versions')
    .innerJoin('endpoints', 'endpoints.id', 'endpoint_versions.endpoint_id')
    .select((eb) => eb.fn.max('endpoint_versions.version').as('last'))
    .where('endpoints.project_id', '=', projectId)
    .where('endpoint_versions.endpoint_id', '=', endpointId)
    .executeTakeFirstOrThrow();
  return row.last ?? 0;
}

function versionsOf(db: Queryable, projectId: number, endpointId: string) {
  return db
    .selectFrom('endpoint_versions')
    .innerJoin('endpoints', 'endpoints.id', 'endpoint_versions.endpoint_id')
    .selectAll('endpoint_versions')
    .where('endpoints.project_id', '=', projectId)
    .where('endpoint_versions.endpoint_id', '=', endpointId);
}
