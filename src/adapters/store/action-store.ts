import type { Selectable } from 'kysely';
import type { ActionStep } from '../../schema/action.ts';
import { nextNumber } from './counter-store.ts';
import type { Queryable } from './database.ts';
import type { Author } from './endpoint-row.ts';
import { raiseContextRevision } from './project-store.ts';
import type { ActionTable } from './schema.ts';

/** What an owner can set on an action. */
export interface ActionSettings {
  readonly name: string;
  readonly description: string;
  readonly steps: readonly ActionStep[];
}

/** An action as stored. Instants are milliseconds since 1970. */
export interface ActionRow extends ActionSettings {
  /** Never given twice in the store, in no project. */
  readonly id: number;
  /** Grows by one with every change. */
  readonly revision: number;
  readonly createdBy: Author;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

// Queries see actions, so every write here raises the context revision of the project. Call the writes in a transaction.

/** @throws UniqueViolationError when an action of the project has the name */
export async function insertAction(
  db: Queryable,
  projectId: number,
  action: ActionSettings & { readonly createdBy: Author; readonly nowMs: number },
): Promise<ActionRow> {
  const row = await db
    .insertInto('actions')
    .values({
      ...toColumns(action),
      id: await nextNumber(db, 'actions'),
      project_id: projectId,
      revision: 1,
      created_by_key_id: action.createdBy.keyId,
      created_by_label: action.createdBy.label,
      created_at_ms: action.nowMs,
      updated_at_ms: action.nowMs,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await raiseContextRevision(db, projectId);
  return toAction(row);
}

/** The action of the project with that id. */
export async function findAction(
  db: Queryable,
  projectId: number,
  actionId: number,
): Promise<ActionRow | undefined> {
  const row = await actionsOf(db, projectId).selectAll().where('id', '=', actionId).executeTakeFirst();
  return row && toAction(row);
}

/**
 * The same, locked until the transaction ends: a second writer waits here and then sees what the first one wrote. (An
 * update that changes nothing, because SQLite has no SELECT ... FOR UPDATE.)
 */
export async function lockAction(
  db: Queryable,
  projectId: number,
  actionId: number,
): Promise<ActionRow | undefined> {
  const row = await db
    .updateTable('actions')
    .set((eb) => ({ revision: eb.ref('revision') }))
    .where('project_id', '=', projectId)
    .where('id', '=', actionId)
    .returningAll()
    .executeTakeFirst();
  return row && toAction(row);
}

/**
 * Writes all settings of an action that the transaction holds locked, and raises its revision.
 * @throws UniqueViolationError when another action of the project has the new name
 */
export async function updateAction(
  db: Queryable,
  projectId: number,
  actionId: number,
  change: ActionSettings & { readonly nowMs: number },
): Promise<ActionRow> {
  const row = await db
    .updateTable('actions')
    .set({ ...toColumns(change), updated_at_ms: change.nowMs })
    .set((eb) => ({ revision: eb('revision', '+', 1) }))
    .where('project_id', '=', projectId)
    .where('id', '=', actionId)
    .returningAll()
    .executeTakeFirstOrThrow();
  await raiseContextRevision(db, projectId);
  return toAction(row);
}

/** Removes an action for good; its id is not used again. */
export async function deleteAction(db: Queryable, projectId: number, actionId: number): Promise<void> {
  await db.deleteFrom('actions').where('project_id', '=', projectId).where('id', '=', actionId).execute();
  await raiseContextRevision(db, projectId);
}

/** All actions of a project, by id. */
export async function listActions(db: Queryable, projectId: number): Promise<readonly ActionRow[]> {
  return (await actionsOf(db, projectId).selectAll().orderBy('id').execute()).map(toAction);
}

/** A page of the actions of a project, newest first, and how many there are. */
export async function listActionPage(
  db: Queryable,
  projectId: number,
  page: { readonly limit: number; readonly offset: number },
): Promise<{ readonly count: number; readonly actions: readonly ActionRow[] }> {
  const all = actionsOf(db, projectId);
  const { count } = await all.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  const rows = await all.selectAll().orderBy('id', 'desc').limit(page.limit).offset(page.offset).execute();
  return { count: Number(count), actions: rows.map(toAction) };
}

function actionsOf(db: Queryable, projectId: number) {
  return db.selectFrom('actions').where('project_id', '=', projectId);
}

function toColumns({ name, description, steps }: ActionSettings) {
  return { name, description, steps: JSON.stringify(steps) };
}

function toAction(row: Selectable<ActionTable>): ActionRow {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    steps: JSON.parse(row.steps),
    revision: row.revision,
    createdBy: { keyId: row.created_by_key_id, label: row.created_by_label },
    createdAtMs: row.created_at_ms,
    updatedAtMs: row.updated_at_ms,
  };
}
