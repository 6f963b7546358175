import type { Selectable, Updateable } from 'kysely';
import type { StoredPropertyFilter } from '../../schema/property-filter.ts';
import { nextNumber } from './counter-store.ts';
import type { Queryable } from './database.ts';
import type { ProjectTable } from './schema.ts';

/** A project as stored. Instants are milliseconds since 1970. */
export interface ProjectRow {
  readonly id: number;
  readonly name: string;
  /** IANA name. */
  readonly timezone: string;
  readonly weekStartDay: 0 | 1;
  readonly testAccountFilters: readonly StoredPropertyFilter[];
  readonly pathCleaningFilters: readonly PathCleaningFilter[];
  readonly captureToken: string;
  readonly hasPersonOverrides: boolean;
  /** Grows with every change that a compiled query can see. */
  readonly contextRevision: number;
  /** Grows with deletions of events or persons. */
  readonly dataEpoch: number;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

interface PathCleaningFilter {
  readonly regex: string;
  readonly alias: string;
}

export interface ProjectSettings {
  readonly name: string;
  readonly timezone: string;
  readonly weekStartDay: 0 | 1;
  readonly testAccountFilters: readonly StoredPropertyFilter[];
  readonly pathCleaningFilters: readonly PathCleaningFilter[];
}

/** An id for a new project. Ids of deleted projects are not used again: the engine may still hold their events. */
export async function nextProjectId(db: Queryable): Promise<number> {
  return nextNumber(db, 'projects');
}

/** @throws UniqueViolationError when the id or the capture token is in use */
export async function insertProject(
  db: Queryable,
  project: ProjectSettings & { readonly id: number; readonly captureToken: string; readonly nowMs: number },
): Promise<ProjectRow> {
  const row = await db
    .insertInto('projects')
    .values({
      id: project.id,
      name: project.name,
      timezone: project.timezone,
      week_start_day: project.weekStartDay,
      test_account_filters: JSON.stringify(project.testAccountFilters),
      path_cleaning_filters: JSON.stringify(project.pathCleaningFilters),
      capture_token: project.captureToken,
      has_person_overrides: 0,
      context_revision: 1,
      data_epoch: 0,
      created_at_ms: project.nowMs,
      updated_at_ms: project.nowMs,
      deleted_at_ms: null,
      purged_at_ms: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return toProject(row);
}

/** True when the store has or had a project: it is not new. */
export async function hasAnyProject(db: Queryable): Promise<boolean> {
  return (await db.selectFrom('projects').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** The live project of that id. */
export async function findProject(db: Queryable, projectId: number): Promise<ProjectRow | undefined> {
  const row = await liveProjects(db).where('id', '=', projectId).executeTakeFirst();
  return row && toProject(row);
}

/** The live project of that id, locked until the transaction ends, as `lockEndpoint` does it. */
export async function lockProject(db: Queryable, projectId: number): Promise<ProjectRow | undefined> {
  const row = await db
    .updateTable('projects')
    .set((eb) => ({ context_revision: eb.ref('context_revision') }))
    .where('id', '=', projectId)
    .where('deleted_at_ms', 'is', null)
    .returningAll()
    .executeTakeFirst();
  return row && toProject(row);
}

/** The live project that this capture token writes to. */
export async function findProjectByCaptureToken(
  db: Queryable,
  captureToken: string,
): Promise<ProjectRow | undefined> {
  const row = await liveProjects(db).where('capture_token', '=', captureToken).executeTakeFirst();
  return row && toProject(row);
}

/** Live projects by id. `projectIds` null = all. */
export async function listProjects(
  db: Queryable,
  projectIds: readonly number[] | null,
): Promise<readonly ProjectRow[]> {
  if (projectIds?.length === 0) return [];
  const live = liveProjects(db).orderBy('id');
  const rows = await (projectIds === null ? live : live.where('id', 'in', projectIds)).execute();
  return rows.map(toProject);
}

/** Changes settings of a live project; undefined when there is none. */
export async function updateProject(
  db: Queryable,
  projectId: number,
  change: Partial<ProjectSettings> & { readonly captureToken?: string; readonly nowMs: number },
): Promise<ProjectRow | undefined> {
  const row = await db
    .updateTable('projects')
    .set({ ...toColumns(change), updated_at_ms: change.nowMs })
    .set((eb) => ({ context_revision: eb('context_revision', '+', 1) }))
    .where('id', '=', projectId)
    .where('deleted_at_ms', 'is', null)
    .returningAll()
    .executeTakeFirst();
  return row && toProject(row);
}

/** Says that what compiled queries see of the project has changed. */
export async function raiseContextRevision(db: Queryable, projectId: number): Promise<void> {
  await db
    .updateTable('projects')
    .set((eb) => ({ context_revision: eb('context_revision', '+', 1) }))
    .where('id', '=', projectId)
    .execute();
}

/** Live projects by id, each with the number that changes when its compiled queries see something else. */
export async function listContextRevisions(
  db: Queryable,
): Promise<readonly Pick<ProjectRow, 'id' | 'contextRevision'>[]> {
  const rows = await liveProjects(db)
    .clearSelect()
    .select(['id', 'context_revision'])
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ id: row.id, contextRevision: row.context_revision }));
}

/**
 * Records whether events have to be joined with the overrides of their persons: from the first merge of the project on, until
 * no override of it is left. Does nothing when that is known already.
 */
export async function setHasPersonOverrides(
  db: Queryable,
  projectId: number,
  hasOverrides: boolean,
): Promise<void> {
  const value = hasOverrides ? 1 : 0;
  await db
    .updateTable('projects')
    .set((eb) => ({ has_person_overrides: value, context_revision: eb('context_revision', '+', 1) }))
    .where('id', '=', projectId)
    .where('has_person_overrides', '!=', value)
    .execute();
}

/** Ids of live projects with overrides of persons. */
export async function findOverriddenProjectIds(db: Queryable): Promise<readonly number[]> {
  const rows = await liveProjects(db).where('has_person_overrides', '=', 1).orderBy('id').execute();
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
    .where('deleted_at_ms', 'is', null)
    .where('id', 'in', projectIds)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Ids of deleted projects whose data is not known to be removed yet. */
export async function findUnpurgedProjectIds(db: Queryable): Promise<readonly number[]> {
  const rows = await db
    .selectFrom('projects')
    .select('id')
    .where('deleted_at_ms', 'is not', null)
    .where('purged_at_ms', 'is', null)
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
    .where('purged_at_ms', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Marks a project as deleted. True when it was live. Its capture token stops at once. */
export async function deleteProject(db: Queryable, projectId: number, nowMs: number): Promise<boolean> {
  const result = await db
    .updateTable('projects')
    .set({ deleted_at_ms: nowMs })
    .where('id', '=', projectId)
    .where('deleted_at_ms', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

function liveProjects(db: Queryable) {
  return db.selectFrom('projects').selectAll().where('deleted_at_ms', 'is', null);
}

function toColumns(
  change: Partial<ProjectSettings> & { readonly captureToken?: string },
): Updateable<ProjectTable> {
  return {
    ...(change.name !== undefined && { name: change.name }),
    ...(change.timezone !== undefined && { timezone: change.timezone }),
    ...(change.weekStartDay !== undefined && { week_start_day: change.weekStartDay }),
    ...(change.testAccountFilters && { test_account_filters: JSON.stringify(change.testAccountFilters) }),
    ...(change.pathCleaningFilters && { path_cleaning_filters: JSON.stringify(change.pathCleaningFilters) }),
    ...(change.captureToken !== undefined && { capture_token: change.captureToken }),
  };
}

function toProject(row: Selectable<ProjectTable>): ProjectRow {
  return {
    id: row.id,
    name: row.name,
    timezone: row.timezone,
    weekStartDay: row.week_start_day === 1 ? 1 : 0,
    testAccountFilters: JSON.parse(row.test_account_filters),
    pathCleaningFilters: JSON.parse(row.path_cleaning_filters),
    captureToken: row.capture_token,
    hasPersonOverrides: row.has_person_overrides === 1,
    contextRevision: row.context_revision,
    dataEpoch: row.data_epoch,
    createdAtMs: row.created_at_ms,
    updatedAtMs: row.updated_at_ms,
  };
}
