import { findAbsentColumns } from '../../../adapters/engine/statements/find-absent-columns.ts';
import { type ImportTables, stageFile } from '../../../adapters/engine/statements/import-rows.ts';
import { readFirstLines } from '../../../adapters/engine/statements/read-first-lines.ts';
import type { ImportOrder } from '../../../adapters/store/import-store.ts';
import { isAppError } from '../../../base/errors.ts';
import { isTransient } from '../writer/job-failure.ts';
import { checkFirstRows, FIRST_ROWS } from './check-first-rows.ts';
import { checkMappedColumns } from './check-mapped-columns.ts';
import { explainUnreadable } from './explain-unreadable.ts';
import type { ImportingServices } from './import-bytes.ts';
import { readableFile } from './readable-file.ts';
import { refusal } from './refuse-foreign-file.ts';

/**
 * Reads the file of an import into its table, after it was looked at: that it is of its format, that the mapping names
 * columns of it, and that its first rows are events.
 * @returns the number of its rows
 * @throws AppError invalid_value that names the place and the fix
 */
export async function stageReadable(
  { engine, clock, importBytes }: Pick<ImportingServices, 'engine' | 'clock' | 'importBytes'>,
  tables: ImportTables,
  order: ImportOrder,
): Promise<number> {
  const source = await readableFile(importBytes, order);
  try {
    await checkMappedColumns(order.mapping, (paths) => findAbsentColumns(engine, source, paths));
    await checkFirstRows(await readFirstLines(engine, source, FIRST_ROWS), order, clock.nowMs());
    return await stageFile(engine, tables, source);
  } catch (error) {
    if (isTransient(error) || isAppError(error, 'invalid_value')) throw error;
    throw refusal(order.format, await explainUnreadable(importBytes, source), error);
  }
}
