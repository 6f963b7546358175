import { AppError } from '../../../base/errors.ts';
import { isParquet } from '../../../base/file-start.ts';
import type { ImportFormat } from '../../../schema/import.ts';

const PACK = 'Unpack it and import the files in it; gzip and zstd need no unpacking.';
const AS_CSV = 'Save the sheet as "CSV UTF-8" and import that with format=csv.';

/** Files that are no text and that no format reads: first bytes in hexadecimal digits, what they are, what to do. */
const FOREIGN: readonly (readonly [start: string, is: string, mend: string])[] = [
  ['504b0304', 'a zip archive', PACK],
  ['504b0506', 'an empty zip archive', PACK],
  ['d0cf11e0', 'an Office file (.xls)', AS_CSV],
  ['1f8b', 'packed by gzip twice', 'Unpack it once.'],
  ['28b52ffd', 'packed by zstd twice', 'Unpack it once.'],
  ['425a68', 'packed by bzip2', 'Pack it by gzip or zstd, or send it plain.'],
  ['fd377a585a00', 'packed by xz', 'Pack it by gzip or zstd, or send it plain.'],
  ['377abcaf271c', 'a 7z archive', PACK],
  ['04224d18', 'packed by lz4', 'Pack it by gzip or zstd, or send it plain.'],
  ['4f626a01', 'an Avro file', 'Write it as Parquet or JSON lines.'],
  ['4f5243', 'an ORC file', 'Write it as Parquet or JSON lines.'],
  ['4152524f5731', 'an Arrow file', 'Write it as Parquet or JSON lines.'],
  ['53514c69746520666f726d6174', 'a SQLite database', 'Export its table as CSV or JSON lines.'],
  ['25504446', 'a PDF', 'Export the events as CSV or JSON lines.'],
  ['0000feff', 'UTF-32', 'Save it as UTF-8.'],
  ['fffe0000', 'UTF-32', 'Save it as UTF-8.'],
];

/** A posthog or ga4 file may be either. */
const TAKES_PARQUET: readonly ImportFormat[] = ['parquet', 'posthog', 'ga4'];

/**
 * Refuses files that are not of the format, by their first bytes.
 * @throws AppError invalid_value that says what the file is and what to do
 */
export function refuseForeignFile(bytes: Buffer, format: ImportFormat): void {
  if (bytes.length === 0) throw refusal(format, 'It is empty.');
  const start = bytes.subarray(0, 16).toString('hex');
  const known = FOREIGN.find(([magic]) => start.startsWith(magic));
  if (known !== undefined) throw refusal(format, foreignWords(bytes, known));
  if (bytes.subarray(257, 262).toString('latin1') === 'ustar')
    throw refusal(format, `It is a tar archive. ${PACK}`);
  if (isParquet(bytes)) {
    if (TAKES_PARQUET.includes(format)) return;
    throw refusal(format, 'It is a Parquet file. Import it with format=parquet.');
  }
  const text = bytes
    .subarray(0, 200)
    .toString('latin1')
    .replace(/^\u00ef\u00bb\u00bf/, '')
    .trimStart();
  if (text === '' && bytes.toString('latin1').trim() === '') throw refusal(format, 'It has no rows.');
  if (/^<(!doctype|html|\?xml|[a-z]+[ >])/i.test(text))
    throw refusal(
      format,
      'It is HTML or XML: perhaps the page of a login or an error. Download the file itself.',
    );
  if (format === 'parquet')
    throw refusal(format, `It is text. Import it with format=${text.startsWith('{') ? 'jsonl' : 'csv'}.`);
}

/** A workbook of Excel is a zip archive that names its types first. */
function foreignWords(bytes: Buffer, [, is, mend]: (typeof FOREIGN)[number]): string {
  const isWorkbook = /\[Content_Types\]\.xml|xl\//.test(bytes.toString('latin1'));
  return is === 'a zip archive' && isWorkbook
    ? `It is an Excel workbook (.xlsx). ${AS_CSV}`
    : `It is ${is}. ${mend}`;
}

/** The error of a file that is not of its format: what it is, where, and what to do. */
export function refusal(format: ImportFormat, sentence: string, cause?: unknown): AppError {
  return new AppError('invalid_value', `The file cannot be read as ${format}. ${sentence}`.trimEnd(), {
    cause,
  });
}
