import type { Compilable, CompiledQuery } from 'kysely';
import type { Queryable } from './database.ts';

/** Far below the 999 parameters of the smallest SQLite build. */
const ROWS_PER_INSERT = 100;

/**
 * Runs one INSERT for every hundred rows. The statement is compiled once for all pieces of that size: for twenty
 * thousand rows, compiling each takes as long as running it.
 * @param rows members in the same order in each; values only, no expressions
 * @param statementOf the INSERT of some rows, whose only parameters are their values
 * @returns how many rows the statements return
 */
export async function insertInPieces<Row extends object>(
  db: Queryable,
  rows: readonly Row[],
  statementOf: (rows: readonly Row[]) => Compilable,
): Promise<number> {
  let compiled: CompiledQuery | undefined;
  let returned = 0;
  for (let start = 0; start < rows.length; start += ROWS_PER_INSERT) {
    const piece = rows.slice(start, start + ROWS_PER_INSERT);
    if (compiled === undefined || piece.length < ROWS_PER_INSERT) compiled = statementOf(piece).compile();
    const result = await db.executeQuery({ ...compiled, parameters: piece.flatMap(Object.values) });
    returned += result.rows.length;
  }
  return returned;
}
