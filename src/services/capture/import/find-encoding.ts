import { isUtf8 } from 'node:buffer';
import type { TextEncoding } from '../../../schema/csv-form.ts';
import type { ImportFormat } from '../../../schema/import.ts';
import type { FileHead } from './read-file-head.ts';
import { refusal } from './refuse-foreign-file.ts';

/** Marks at the beginning of a text: hexadecimal digits, and the encoding that they tell. */
const MARKS: readonly (readonly [mark: string, encoding: TextEncoding])[] = [
  ['efbbbf', 'utf-8'],
  ['fffe', 'utf-16le'],
  ['feff', 'utf-16be'],
];

/**
 * The encoding of a text: the mark at its beginning tells it, or its zero bytes; else it is UTF-8 when its bytes are.
 * @param named the encoding that the caller names, else null
 * @throws AppError invalid_value when mark and caller disagree, or nothing tells the encoding
 */
export function findEncoding(head: FileHead, format: ImportFormat, named: TextEncoding | null): TextEncoding {
  const { bytes } = head;
  const start = bytes.subarray(0, 3).toString('hex');
  const marked = MARKS.find(([mark]) => start.startsWith(mark))?.[1];
  if (marked !== undefined && named !== null && named !== marked)
    throw refusal(format, `It begins with the mark of ${marked}. Send encoding=${marked}, or leave it out.`);
  const told = named ?? marked ?? byZeros(bytes);
  if (told === 'utf-8' || told === undefined) refuseOther(head, format);
  return told ?? 'utf-8';
}

/** Texts of western languages have a zero in every second byte when they are UTF-16. */
function byZeros(bytes: Buffer): TextEncoding | undefined {
  const zeros = [0, 0];
  const most = Math.min(bytes.length, 1000);
  for (let at = 0; at < most; at += 1) if (bytes[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (odd > most / 4 && even < odd / 10) return 'utf-16le';
  if (even > most / 4 && odd < even / 10) return 'utf-16be';
  return undefined;
}

function refuseOther({ bytes, isWhole }: FileHead, format: ImportFormat): void {
  if (bytes.includes(0))
    throw refusal(format, 'It is not text: it has zero bytes. Import a text file or Parquet.');
  // A letter may be cut at the end of the head.
  const whole = isWhole ? bytes : bytes.subarray(0, bytes.lastIndexOf('\n') + 1);
  if (isUtf8(whole)) return;
  const line = firstOther(whole);
  throw refusal(
    format,
    `Line ${line} is not UTF-8. Save the file as UTF-8, or name its encoding, such as encoding=windows-1252.`,
  );
}

/** The first line that is not UTF-8. */
function firstOther(bytes: Buffer): number {
  let line = 1;
  for (let from = 0; from < bytes.length; line += 1) {
    const end = bytes.indexOf('\n', from);
    if (!isUtf8(bytes.subarray(from, end === -1 ? bytes.length : end))) return line;
    if (end === -1) return line;
    from = end + 1;
  }
  return line;
}
