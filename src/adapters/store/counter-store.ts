import type { Queryable } from './database.ts';

/**
 * The next number of a named series: 1, 2, ... A number is given twice only when the first transaction was rolled back.
 */
export async function nextNumber(db: Queryable, name: string): Promise<number> {
  const row = await db
    .insertInto('counters')
    .values({ name, value: 1 })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((eb) => ({ value: eb('counters.value', '+', 1) })),
    )
    .returning('value')
    .executeTakeFirstOrThrow();
  return row.value;
}
