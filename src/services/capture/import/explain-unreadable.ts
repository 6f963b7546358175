import type { ImportSource } from '../../../adapters/engine/statements/import-source.ts';
import { isAppError } from '../../../base/errors.ts';
import { DELIMITER_OF } from '../../../schema/csv-form.ts';
import { csvProblem } from './csv-problem.ts';
import { CsvReader, type CsvRecord } from './csv-reader.ts';
import type { ImportBytes } from './import-bytes.ts';
import { unpack } from './read-file-head.ts';

/** Why the engine cannot read a file: its first line that is wrong, and how to mend it; '' when nobody knows. */
export async function explainUnreadable(bytesOf: ImportBytes, source: ImportSource): Promise<string> {
  if (source.format === 'parquet') return 'Its Parquet data are cut off or damaged. Send the file whole.';
  let line = 0;
  try {
    for await (const record of recordsOf(bytesOf, source)) {
      line = record.line;
      const problem = source.csv === undefined ? '' : csvProblem(record, source.csv.columns.length);
      if (problem !== '') return problem;
    }
  } catch (error) {
    if (!isAppError(error, 'invalid_value')) throw error;
    return line === 0 ? error.message : `Behind line ${line}: ${error.message}`;
  }
  return '';
}

/** Each record of a CSV file; of other texts each line, as a record without cells. */
async function* recordsOf(bytesOf: ImportBytes, { file, csv }: ImportSource): AsyncGenerator<CsvRecord> {
  const pieces = (await unpack(bytesOf, file)) ?? [];
  if (csv === undefined) return yield* linesOf(pieces);
  const reader = new CsvReader(DELIMITER_OF[csv.delimiter]);
  const decoder = new TextDecoder();
  for await (const piece of pieces)
    for (const record of reader.read(decoder.decode(piece, { stream: true })))
      if (record.line > csv.skippedLines) yield record;
  yield* reader.end();
}

async function* linesOf(pieces: AsyncIterable<Buffer> | Iterable<Buffer>): AsyncGenerator<CsvRecord> {
  let line = 1;
  for await (const piece of pieces) {
    for (const byte of piece) if (byte === 0x0a) line += 1;
    yield { line, cells: [], count: 0 };
  }
}
