import { findImport, insertImport } from '../../../adapters/store/import-store.ts';
import { AppError } from '../../../base/errors.ts';
import { newUuid } from '../../../base/ids.ts';
import { invariant } from '../../../base/invariant.ts';
import type { ImportAnswer, ImportQuery } from '../../../schema/import.ts';
import { type ImportMapping, MAPPED_FORMATS } from '../../../schema/import-mapping.ts';
import { importAnswer } from './import-answer.ts';
import type { ImportQueue, ImportServices } from './import-queue.ts';

/** What creating an import works with. */
export interface QueueingServices extends ImportServices {
  readonly importQueue: ImportQueue;
}

interface ImportCall {
  readonly query: ImportQuery;
  readonly mapping: ImportMapping | null;
  /** The file. */
  readonly body: AsyncIterable<Uint8Array>;
}

/**
 * Stores a file and has it imported. When this resolves, the import will be done, whatever happens to the process; with
 * `wait` the import has ended.
 * @throws AppError payload_too_large, invalid_value for an empty file; throttled and capture_capacity when too many
 *   files wait
 */
export async function createImport(
  services: QueueingServices,
  projectId: number,
  { query, mapping, body }: ImportCall,
): Promise<ImportAnswer> {
  checkCombination(query);
  const { importFolder, importQueue, database, clock, replica } = services;
  const id = newUuid();
  importQueue.checkRoom(projectId);
  const bytes = await importFolder.store({ projectId, id }, body);
  if (bytes === 0) {
    await importFolder.remove(id);
    throw new AppError('invalid_value', 'The body is empty; send the file as the body.');
  }
  const order = {
    format: query.format,
    mapping,
    csvDelimiter: query.csv_delimiter,
    encoding: query.encoding,
    ...importFolder.placesOf(id),
    fileState: '',
    ownsFile: true,
    onError: query.on_error,
    isDryRun: query.dry_run,
  };
  await insertImport(
    database.query,
    { id, projectId, replica, fileName: query.file_name, order },
    clock.nowMs(),
  );
  const ended = importQueue.add({ projectId, id });
  if (query.wait) await ended;
  const stored = await findImport(database.query, { projectId, id });
  invariant(stored !== undefined, 'an import that was just added is in the store');
  return importAnswer(stored);
}

/** @throws AppError combination_not_allowed for what does not go with the format */
function checkCombination({ format, mapping, csv_delimiter, encoding }: ImportQuery): void {
  const refuse = (what: string, attr: string): never => {
    throw new AppError('combination_not_allowed', `${what} does not go with the format ${format}.`, { attr });
  };
  if (mapping !== undefined && !MAPPED_FORMATS.includes(format)) refuse('A mapping', 'mapping');
  if (csv_delimiter !== undefined && format !== 'csv') refuse('A delimiter', 'csv_delimiter');
  if (encoding !== undefined && format === 'parquet') refuse('An encoding', 'encoding');
}
