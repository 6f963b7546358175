import type { Page, Paging } from '../../schema/page.ts';
import type { Queryable } from './database.ts';
import { readPage } from './read-page.ts';
import type { BuildTable } from './tables/build-tables.ts';

export type BuildCause = BuildTable['cause'];

/** One build of an endpoint, waiting, running or ended. Instants are milliseconds since 1970. */
export type BuildRecord = BuildTable;

export type NewBuild = Pick<
  BuildRecord,
  'id' | 'endpointId' | 'projectId' | 'version' | 'cause' | 'createdAtMs'
>;

export type BuildChange = Partial<Omit<BuildRecord, keyof NewBuild>> & { readonly version?: number };

/** Adds a build that waits. */
export async function insertBuild(db: Queryable, build: NewBuild): Promise<void> {
  await db
    .insertInto('builds')
    .values({ ...build, state: 'Pending' })
    .execute();
}

/** Writes what the change names and gives the whole build. */
export async function updateBuild(
  db: Queryable,
  projectId: number,
  id: string,
  change: BuildChange,
): Promise<BuildRecord> {
  return db
    .updateTable('builds')
    .set(change)
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** A build of an endpoint of the project. */
export async function findBuild(
  db: Queryable,
  projectId: number,
  id: string,
): Promise<BuildRecord | undefined> {
  return db
    .selectFrom('builds')
    .selectAll()
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** One page of an endpoint's builds, newest first, and how many there are. */
export async function listBuilds(
  db: Queryable,
  projectId: number,
  endpointId: string,
  paging: Paging,
): Promise<Page<BuildRecord>> {
  const ofEndpoint = db
    .selectFrom('builds')
    .selectAll()
    .where('projectId', '=', projectId)
    .where('endpointId', '=', endpointId);
  return readPage(ofEndpoint.orderBy('createdAtMs', 'desc').orderBy('id', 'desc'), paging);
}

/** The ids among the given ones whose builds wait or run. */
export async function findOpenBuilds(db: Queryable, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('builds')
    .select('id')
    .where('id', 'in', ids)
    .where('state', 'in', ['Pending', 'Running'])
    .execute();
  return new Set(rows.map((row) => row.id));
}

/** Forgets builds that ended before `beforeMs`. */
export async function forgetBuilds(db: Queryable, beforeMs: number): Promise<void> {
  await db.deleteFrom('builds').where('endedAtMs', '<', beforeMs).execute();
}
