import type { CompiledQuery } from 'kysely';
import type { Queryable } from './database.ts';

/** Far below the 999 parameters of the smallest SQLite build. */
const ROWS_PER_INSERT = 100;

interface InsertStatement {
  compile(): CompiledQuery;
  execute(): Promise<unknown>;
}

/**
 * Runs one INSERT for every hundred rows. The statement is compiled once for all pieces of that size: for twenty
 * thousand rows, compiling each takes as long as running it.
 * @param rows members in the same order in each; values only, no expressions
 * @param statementOf the INSERT of some rows, whose only parameters are their values
 */
export async function insertInPieces<Row extends object>(
  db: Queryable,
  rows: readonly Row[],
  statementOf: (rows: readonly Row[]) => InsertStatement,
): Promise<void> {
  const rest = rows.length % ROWS_PER_INSERT;
  const whole = rows.length - rest;
  if (whole > 0) {
    const compiled = statementOf(rows.slice(0, ROWS_PER_INSERT)).compile();
    for (let start = 0; start < whole; start += ROWS_PER_INSERT) {
      const parameters = rows.slice(start, start + ROWS_PER_INSERT).flatMap(Object.values);
      await db.executeQuery({ ...compiled, parameters });
    }
  }
  if (rest > 0) await statementOf(rows.slice(whole)).execute();
}
