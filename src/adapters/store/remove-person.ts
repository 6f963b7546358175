import type { Queryable } from './database.ts';
import { distinctIdsOf, markDeleted } from './person-store.ts';

/**
 * Removes a person with its distinct ids. A distinct id that comes again begins a new person. Call it in a transaction.
 * @returns every id that its events may carry; null when there is no such person
 */
export async function removePerson(
  db: Queryable,
  projectId: number,
  personId: string,
  version: number,
): Promise<readonly string[] | null> {
  const { numUpdatedRows } = await markDeleted(db, projectId, personId, version)
    .where('isDeleted', '=', false)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return null;
  const overrides = await db
    .selectFrom('personOverrides')
    .select('oldPersonId')
    .where('projectId', '=', projectId)
    .where('personId', '=', personId)
    .execute();
  for (const table of ['personDistinctIds', 'personOverrides'] as const)
    await db
      .updateTable(table)
      .set({ isDeleted: true, version })
      .where('projectId', '=', projectId)
      .where('personId', '=', personId)
      .execute();
  return [personId, ...overrides.map((row) => row.oldPersonId)];
}

/** The distinct ids of a removed person. @param personIds what `removePerson` answered */
export async function findRemovedIds(
  db: Queryable,
  projectId: number,
  [personId = '']: readonly string[],
): Promise<readonly string[]> {
  const rows = await distinctIdsOf(db, projectId, personId).execute();
  return rows.map(({ distinctId }) => distinctId);
}

/**
 * Forgets deleted persons, whose rows only say that they are gone: the engine has no copy of them any more. With them
 * go warnings and samples of the project that may name them. Call it in a transaction.
 * @param personIds what `removePerson` answered
 */
export async function forgetPersons(
  db: Queryable,
  projectId: number,
  personIds: readonly string[],
): Promise<void> {
  for (const [table, column] of [
    ['personDistinctIds', 'personId'],
    ['personOverrides', 'personId'],
    ['persons', 'id'],
  ] as const)
    await db
      .deleteFrom(table as 'persons')
      .where('projectId', '=', projectId)
      .where(column as 'id', 'in', personIds)
      .where('isDeleted', '=', true)
      .execute();
  await db.deleteFrom('ingestionWarnings').where('projectId', '=', projectId).execute();
  await db.updateTable('imports').set({ sample: null }).where('projectId', '=', projectId).execute();
}
