import type { Selectable } from 'kysely';
import type { Queryable } from './database.ts';
import type { BuildState, BuildTable } from './schema.ts';

export type BuildCause = BuildTable['cause'];

/** One build of an endpoint, waiting, running or ended. Instants are milliseconds since 1970. */
export interface BuildRecord {
  readonly id: string;
  readonly endpointId: string;
  readonly projectId: number;
  readonly version: number;
  readonly cause: BuildCause;
  readonly state: BuildState;
  readonly createdAtMs: number;
  readonly startedAtMs: number | null;
  readonly endedAtMs: number | null;
  readonly durationMs: number | null;
  readonly rows: number | null;
  readonly bytes: number | null;
  readonly verified: boolean | null;
  readonly error: string | null;
}

export type NewBuild = Pick<
  BuildRecord,
  'id' | 'endpointId' | 'projectId' | 'version' | 'cause' | 'createdAtMs'
>;

export type BuildChange = Partial<Omit<BuildRecord, keyof NewBuild>> & { readonly version?: number };

/** Adds a build that waits. */
export async function insertBuild(db: Queryable, build: NewBuild): Promise<void> {
  await db
    .insertInto('builds')
    .values({
      id: build.id,
      endpoint_id: build.endpointId,
      project_id: build.projectId,
      version: build.version,
      cause: build.cause,
      state: 'Pending',
      created_at_ms: build.createdAtMs,
      started_at_ms: null,
      ended_at_ms: null,
      duration_ms: null,
      rows: null,
      bytes: null,
      verified: null,
      error: null,
    })
    .execute();
}

/** Writes what the change names and gives the whole build. */
export async function updateBuild(
  db: Queryable,
  projectId: number,
  id: string,
  change: BuildChange,
): Promise<BuildRecord> {
  const { verified = null } = change;
  const columns = {
    version: change.version,
    state: change.state,
    started_at_ms: change.startedAtMs,
    ended_at_ms: change.endedAtMs,
    duration_ms: change.durationMs,
    rows: change.rows,
    bytes: change.bytes,
    error: change.error,
    ...(verified !== null && { verified: verified ? (1 as const) : (0 as const) }),
  };
  const row = await db
    .updateTable('builds')
    .set(columns)
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return toBuild(row);
}

/** A build of an endpoint of the project. */
export async function findBuild(
  db: Queryable,
  projectId: number,
  id: string,
): Promise<BuildRecord | undefined> {
  const row = await db
    .selectFrom('builds')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row && toBuild(row);
}

/** One page of an endpoint's builds, newest first, and how many there are. */
export async function listBuilds(
  db: Queryable,
  projectId: number,
  endpointId: string,
  page: { readonly limit: number; readonly offset: number },
): Promise<{ readonly count: number; readonly builds: readonly BuildRecord[] }> {
  const ofEndpoint = db
    .selectFrom('builds')
    .where('project_id', '=', projectId)
    .where('endpoint_id', '=', endpointId);
  const { count } = await ofEndpoint
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const rows = await ofEndpoint
    .selectAll()
    .orderBy('created_at_ms', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  return { count: Number(count), builds: rows.map(toBuild) };
}

/** Ids of those of the builds that wait or run. */
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
  await db.deleteFrom('builds').where('ended_at_ms', '<', beforeMs).execute();
}

function toBuild(row: Selectable<BuildTable>): BuildRecord {
  return {
    id: row.id,
    endpointId: row.endpoint_id,
    projectId: row.project_id,
    version: row.version,
    cause: row.cause,
    state: row.state,
    createdAtMs: row.created_at_ms,
    startedAtMs: row.started_at_ms,
    endedAtMs: row.ended_at_ms,
    durationMs: row.duration_ms,
    rows: row.rows,
    bytes: row.bytes,
    verified: row.verified === null ? null : row.verified === 1,
    error: row.error,
  };
}
