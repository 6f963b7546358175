import type { Paging } from '../../schema/page.ts';
import type { Queryable } from './database.ts';
import { authorColumns, type VersionRow, withAuthor } from './endpoint-row.ts';

/**
 * Adds a version. Its number is the caller's, who holds the endpoint locked; the primary key refuses a number given
 * twice. One for an endpoint of another project has no endpoint, which the store refuses.
 */
export async function insertVersion(db: Queryable, projectId: number, version: VersionRow): Promise<void> {
  await db
    .insertInto('endpointVersions')
    .values({
      endpointId: endpointOf(db, projectId, version.endpointId),
      version: version.version,
      query: version.query,
      variables: version.variables,
      fingerprint: version.fingerprint,
      columns: version.columns,
      notMaterializable: version.notMaterializable,
      ...authorColumns(version.createdBy),
      createdAtMs: version.createdAtMs,
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
    .updateTable('endpointVersions')
    .set({ query: version.query, variables: version.variables })
    .where('endpointId', '=', endpointOf(db, projectId, version.endpointId))
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
    .where('endpointVersions.version', '=', version)
    .executeTakeFirst();
  return row && withAuthor(row);
}

/** Versions of an endpoint, newest first. */
export async function listVersions(
  db: Queryable,
  projectId: number,
  endpointId: string,
  page: Paging,
): Promise<readonly VersionRow[]> {
  const rows = await versionsOf(db, projectId, endpointId)
    .orderBy('endpointVersions.version', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  return rows.map(withAuthor);
}

/** Names and queries of a project's live endpoints at their current versions, by name. */
export async function listCurrentQueries(
  db: Queryable,
  projectId: number,
): Promise<readonly (Pick<VersionRow, 'query'> & { readonly endpointName: string })[]> {
  return db
    .selectFrom('endpoints')
    .innerJoin('endpointVersions', (join) =>
      join
        .onRef('endpointVersions.endpointId', '=', 'endpoints.id')
        .onRef('endpointVersions.version', '=', 'endpoints.currentVersion'),
    )
    .select(['endpoints.name as endpointName', 'endpointVersions.query'])
    .where('endpoints.projectId', '=', projectId)
    .where('endpoints.deletedAtMs', 'is', null)
    .orderBy('endpoints.name')
    .execute();
}

/** The id again when the endpoint belongs to the project, else null. */
export function endpointOf(db: Queryable, projectId: number, endpointId: string) {
  return db
    .selectFrom('endpoints')
    .select('id')
    .where('projectId', '=', projectId)
    .where('id', '=', endpointId);
}

function versionsOf(db: Queryable, projectId: number, endpointId: string) {
  return db
    .selectFrom('endpointVersions')
    .innerJoin('endpoints', 'endpoints.id', 'endpointVersions.endpointId')
    .selectAll('endpointVersions')
    .where('endpoints.projectId', '=', projectId)
    .where('endpointVersions.endpointId', '=', endpointId);
}
