import type { Queryable } from './database.ts';

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
  const { numUpdatedRows } = await db
    .updateTable('persons')
    .set({ isDeleted: true, properties: '{}', version })
    .where('projectId', '=', projectId)
    .where('id', '=', personId)
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
