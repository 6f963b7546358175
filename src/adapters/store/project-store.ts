import { nextNumber } from './counter-store.ts';
import type { Queryable } from './database.ts';
import type { ProjectTable } from './tables/project-tables.ts';

/** A project as stored. Instants are milliseconds since 1970. */
export type ProjectRow = Omit<ProjectTable, 'deletedAtMs' | 'purgedAtMs'>;

export type ProjectSettings = Pick<
  ProjectTable,
  | 'name'
  | 'timezone'
  | 'weekStartDay'
  | 'testAccountFilters'
  | 'pathCleaningFilters'
  | 'allowedOrigins'
  | 'eventRetentionDays'
>;

/** An id for a new project. Ids of deleted projects are not used again: the engine may still hold their events. */
export async function nextProjectId(db: Queryable): Promise<number> {
  return nextNumber(db, 'projects');
}

/** @throws UniqueViolationError when the id or the capture token is in use */
export async function insertProject(
  db: Queryable,
  project: ProjectSettings & { readonly id: number; readonly captureToken: string; readonly nowMs: number },
): Promise<ProjectRow> {
  const { nowMs, ...columns } = project;
  return db
    .insertInto('projects')
    .values({
      ...columns,
      eventsKeptFromMs: null,
      hasPersonOverrides: false,
      contextRevision: 1,
      dataEpoch: 0,
      createdAtMs: nowMs,
      updatedAtMs: nowMs,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** True when the store has or had a project: it is not new. */
export async function hasAnyProject(db: Queryable): Promise<boolean> {
  return (await db.selectFrom('projects').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** The live project of that id. */
export async function findProject(db: Queryable, projectId: number): Promise<ProjectRow | undefined> {
  return liveProjects(db).where('id', '=', projectId).executeTakeFirst();
}

/** The live project of that id, locked until the transaction ends, as `lockEndpoint` does it. */
export async function lockProject(db: Queryable, projectId: number): Promise<ProjectRow | undefined> {
  return db
    .updateTable('projects')
    .set((eb) => ({ contextRevision: eb.ref('contextRevision') }))
    .where('id', '=', projectId)
    .where('deletedAtMs', 'is', null)
    .returningAll()
    .executeTakeFirst();
}

/** The live project that this capture token writes to. */
export async function findProjectByCaptureToken(
  db: Queryable,
  captureToken: string,
): Promise<ProjectRow | undefined> {
  return liveProjects(db).where('captureToken', '=', captureToken).executeTakeFirst();
}

/** Live projects by id. `projectIds` null = all. */
export async function listProjects(
  db: Queryable,
  projectIds: readonly number[] | null,
): Promise<readonly ProjectRow[]> {
  if (projectIds?.length === 0) return [];
  const live = liveProjects(db).orderBy('id');
  return (projectIds === null ? live : live.where('id', 'in', projectIds)).execute();
}

/** Changes settings of a live project; undefined when there is none. */
export async function updateProject(
  db: Queryable,
  projectId: number,
  change: Partial<ProjectSettings & Pick<ProjectTable, 'captureToken' | 'eventsKeptFromMs'>> & {
    readonly nowMs: number;
  },
): Promise<ProjectRow | undefined> {
  const { nowMs, ...settings } = change;
  return db
    .updateTable('projects')
    .set({ ...settings, updatedAtMs: nowMs })
    .set((eb) => ({ contextRevision: eb('contextRevision', '+', 1) }))
    .where('id', '=', projectId)
    .where('deletedAtMs', 'is', null)
    .returningAll()
    .executeTakeFirst();
}

/** Says that what compiled queries see of the project has changed. */
export async function raiseContextRevision(db: Queryable, projectId: number): Promise<void> {
  await db
    .updateTable('projects')
    .set((eb) => ({ contextRevision: eb('contextRevision', '+', 1) }))
    .where('id', '=', projectId)
    .execute();
}

/** Says that events or persons of the project are gone: no answer that was computed before is served again. */
export async function raiseDataEpoch(db: Queryable, projectId: number): Promise<void> {
  await db
    .updateTable('projects')
    .set((eb) => ({ dataEpoch: eb('dataEpoch', '+', 1) }))
    .where('id', '=', projectId)
    .execute();
}

/** Live projects by id, each with the number that changes when its compiled queries see something else. */
export async function listContextRevisions(
  db: Queryable,
): Promise<readonly Pick<ProjectRow, 'id' | 'contextRevision'>[]> {
  return liveProjects(db).clearSelect().select(['id', 'contextRevision']).orderBy('id').execute();
}

/**
 * Records whether events have to be joined with the overrides of their persons: from the first merge of the project on,
 * until no override of it is left. Does nothing when that is known already.
 */
export async function setHasPersonOverrides(
  db: Queryable,
  projectId: number,
  hasOverrides: boolean,
): Promise<void> {
  await db
    .updateTable('projects')
    .set((eb) => ({ hasPersonOverrides: hasOverrides, contextRevision: eb('contextRevision', '+', 1) }))
    .where('id', '=', projectId)
    .where('hasPersonOverrides', '!=', hasOverrides)
    .execute();
}

/** Ids of live projects with overrides of persons. */
export async function findOverriddenProjectIds(db: Queryable): Promise<readonly number[]> {
  const rows = await liveProjects(db).where('hasPersonOverrides', '=', true).orderBy('id').execute();
  return rows.map(({ id }) => id);
}

/** Those of the ids whose projects live. */
export async function findLiveProjectIds(
  db: Queryable,
  projectIds: readonly number[],
): Promise<ReadonlySet<number>> {
  if (projectIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('projects')
    .select('id')
    .where('deletedAtMs', 'is', null)
    .where('id', 'in', projectIds)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Ids of deleted projects whose data is not known to be removed yet. */
export async function findUnpurgedProjectIds(db: Queryable): Promise<readonly number[]> {
  const rows = await db
    .selectFrom('projects')
    .select('id')
    .where('deletedAtMs', 'is not', null)
    .where('purgedAtMs', 'is', null)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** True when the project is deleted and its data is removed. */
export async function isPurged(db: Queryable, projectId: number): Promise<boolean> {
  const row = await db
    .selectFrom('projects')
    .select('id')
    .where('id', '=', projectId)
    .where('purgedAtMs', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Marks a project as deleted. True when it was live. Its capture token stops at once. */
export async function deleteProject(db: Queryable, projectId: number, nowMs: number): Promise<boolean> {
  const result = await db
    .updateTable('projects')
    .set({ deletedAtMs: nowMs })
    .where('id', '=', projectId)
    .where('deletedAtMs', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

function liveProjects(db: Queryable) {
  return db.selectFrom('projects').selectAll().where('deletedAtMs', 'is', null);
}
