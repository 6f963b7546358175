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
    .set({ is_deleted: 1, properties: '{}', version })
    .where('project_id', '=', projectId)
    .where('id', '=', personId)
    .where('is_deleted', '=', 0)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return null;
  const overrides = await db
    .selectFrom('person_overrides')
    .select('old_person_id')
    .where('project_id', '=', projectId)
    .where('person_id', '=', personId)
    .execute();
  for (const table of ['person_distinct_ids', 'person_overrides'] as const)
    await db
      .updateTable(table)
      .set({ is_deleted: 1, version })
      .where('project_id', '=', projectId)
      .where('person_id', '=', personId)
      .execute();
  return [personId, ...overrides.map((row) => row.old_person_id)];
}
