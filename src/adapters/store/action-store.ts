import type { Page, Paging } from '../../schema/page.ts';
import { nextNumber } from './counter-store.ts';
import type { Queryable } from './database.ts';
import { type Author, authorColumns, withAuthor } from './endpoint-row.ts';
import { raiseContextRevision } from './project-store.ts';
import { readPage } from './read-page.ts';
import type { ActionTable, AuthorColumns } from './tables/endpoint-tables.ts';

/** What an owner can set on an action. */
export type ActionSettings = Pick<ActionTable, 'name' | 'description' | 'steps'>;

/** An action as stored. Instants are milliseconds since 1970. */
export type ActionRow = Omit<ActionTable, keyof AuthorColumns> & { readonly createdBy: Author };

// Queries see actions, so every write here raises the context revision of the project. Call the writes in a
// transaction.

/** @throws UniqueViolationError when an action of the project has the name */
export async function insertAction(
  db: Queryable,
  projectId: number,
  action: ActionSettings & { readonly createdBy: Author; readonly nowMs: number },
): Promise<ActionRow> {
  const row = await db
    .insertInto('actions')
    .values({
      ...settingsOf(action),
      ...authorColumns(action.createdBy),
      id: await nextNumber(db, 'actions'),
      projectId,
      revision: 1,
      createdAtMs: action.nowMs,
      updatedAtMs: action.nowMs,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await raiseContextRevision(db, projectId);
  return withAuthor(row);
}

/** The action of the project with that id; undefined when there is none. */
export async function findAction(
  db: Queryable,
  projectId: number,
  actionId: number,
): Promise<ActionRow | undefined> {
  const row = await actionsOf(db, projectId).selectAll().where('id', '=', actionId).executeTakeFirst();
  return row && withAuthor(row);
}

/** The id of the project's action with that name; undefined when there is none. */
export async function actionIdOf(
  db: Queryable,
  projectId: number,
  name: string,
): Promise<number | undefined> {
  const row = await actionsOf(db, projectId).select('id').where('name', '=', name).executeTakeFirst();
  return row?.id;
}

/**
 * An action as `findAction` gives it, locked until the transaction ends: a second writer waits here and then sees what
 * the first one wrote. (An update that changes nothing, because SQLite has no SELECT ... FOR UPDATE.)
 */
export async function lockAction(
  db: Queryable,
  projectId: number,
  actionId: number,
): Promise<ActionRow | undefined> {
  const row = await db
    .updateTable('actions')
    .set((eb) => ({ revision: eb.ref('revision') }))
    .where('projectId', '=', projectId)
    .where('id', '=', actionId)
    .returningAll()
    .executeTakeFirst();
  return row && withAuthor(row);
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
    .set({ ...settingsOf(change), updatedAtMs: change.nowMs })
    .set((eb) => ({ revision: eb('revision', '+', 1) }))
    .where('projectId', '=', projectId)
    .where('id', '=', actionId)
    .returningAll()
    .executeTakeFirstOrThrow();
  await raiseContextRevision(db, projectId);
  return withAuthor(row);
}

/** Removes an action for good; its id is not used again. */
export async function deleteAction(db: Queryable, projectId: number, actionId: number): Promise<void> {
  await db.deleteFrom('actions').where('projectId', '=', projectId).where('id', '=', actionId).execute();
  await raiseContextRevision(db, projectId);
}

/** All actions of a project, by id. */
export async function listActions(db: Queryable, projectId: number): Promise<readonly ActionRow[]> {
  return (await actionsOf(db, projectId).selectAll().orderBy('id').execute()).map(withAuthor);
}

/** A page of the actions of a project, newest first, and how many there are. */
export async function listActionPage(
  db: Queryable,
  projectId: number,
  paging: Paging,
): Promise<Page<ActionRow>> {
  const page = await readPage(actionsOf(db, projectId).selectAll().orderBy('id', 'desc'), paging);
  return { ...page, results: page.results.map(withAuthor) };
}

function actionsOf(db: Queryable, projectId: number) {
  return db.selectFrom('actions').where('projectId', '=', projectId);
}

/** Nothing else that a caller's object may hold. */
function settingsOf({ name, description, steps }: ActionSettings): ActionSettings {
  return { name, description, steps };
}
