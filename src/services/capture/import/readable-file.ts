import type { ImportSource } from '../../../adapters/engine/statements/import-source.ts';
import type { ImportOrder } from '../../../adapters/store/import-store.ts';
import { isAppError } from '../../../base/errors.ts';
import { isParquet } from '../../../base/file-start.ts';
import { invariant } from '../../../base/invariant.ts';
import type { ImportMapping } from '../../../schema/import-mapping.ts';
import { checkJsonLines, refuseJsonAsCsv } from './check-json-lines.ts';
import type { CsvRecord } from './csv-reader.ts';
import { findCsvForm } from './find-csv-form.ts';
import { findEncoding } from './find-encoding.ts';
import { convertedFile, fileOfImport, type ImportBytes } from './import-bytes.ts';
import { readFileHead, unpack } from './read-file-head.ts';
import { refusal, refuseForeignFile } from './refuse-foreign-file.ts';
import { utf8Of } from './utf8-of.ts';

/**
 * The file of an import as the engine can read it. Nothing is guessed: a file that is not of its format, and a text
 * whose encoding or delimiter is not clear, is refused. A text that is not UTF-8 is converted into `convertedFile`.
 * May be repeated.
 * @throws AppError invalid_value that says what the file is, the line and what to do
 */
export async function readableFile(bytesOf: ImportBytes, order: ImportOrder): Promise<ImportSource> {
  const { format, mapping, csvDelimiter = null, encoding: named = null } = order;
  const file = fileOfImport(order);
  const source = { file, start: await bytesOf.startOf(file), format, mapping };
  const head = await readFileHead(bytesOf, file).catch((error) => refuseDamaged(error, order));
  if (head === null) {
    if (format === 'csv') throw refusal(format, 'Node 22.15 or newer reads zstd. Pack the file by gzip.');
    return source;
  }
  refuseForeignFile(head.bytes, format);
  if (isParquet(head.bytes)) return source;
  const encoding = findEncoding(head, format, named);
  const text = new TextDecoder(encoding).decode(head.bytes);
  if (format === 'csv') refuseJsonAsCsv(text);
  else checkJsonLines(text, format);
  const readable =
    encoding === 'utf-8' ? source : { ...source, ...(await converted(bytesOf, order, encoding)) };
  if (format !== 'csv') return readable;
  const { form, rows } = findCsvForm(text, csvDelimiter);
  if (form.delimiter !== 'comma' && mapping !== null) refuseDecimalCommas(mapping, form.columns, rows);
  return { ...readable, csv: form };
}

/** @throws AppError invalid_value for packed data that are cut off or damaged */
function refuseDamaged(error: unknown, { format }: ImportOrder): never {
  throw isAppError(error, 'invalid_value') ? refusal(format, error.message, error) : error;
}

async function converted(
  bytesOf: ImportBytes,
  order: ImportOrder,
  encoding: 'utf-16le' | 'utf-16be' | 'windows-1252',
): Promise<Pick<ImportSource, 'file' | 'start'>> {
  const file = convertedFile(order);
  const pieces = await unpack(bytesOf, fileOfImport(order));
  invariant(pieces !== null, 'a file whose head was unpacked can be unpacked');
  const utf8 = utf8Of(pieces, encoding);
  await bytesOf.write(file, utf8).catch((error) => refuseDamaged(error, order));
  return { file, start: await bytesOf.startOf(file) };
}

const DECIMAL_COMMA = /^-?\d{1,15},\d{1,15}$/;

/** `9,5` may be a number or two: the mapping has to say so. */
function refuseDecimalCommas(
  { decimal }: ImportMapping,
  columns: readonly string[],
  rows: readonly CsvRecord[],
): void {
  if (decimal !== undefined) return;
  for (const { line, cells } of rows) {
    const place = cells.findIndex((cell) => DECIMAL_COMMA.test(cell));
    if (place === -1) continue;
    throw refusal(
      'csv',
      `Line ${line} has "${cells[place]}" in the column "${columns[place]}". Add to the mapping "decimal: comma" ` +
        'when such cells are numbers, or "decimal: point" when they are texts.',
    );
  }
}
