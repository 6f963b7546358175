import { joinedBytes } from '../../base/joined-bytes.ts';
import { jsonPieces } from '../../base/json-pieces.ts';
import type { Sliced } from '../../base/loop-slices.ts';
import type { InsightAnswer } from '../../query/plan.ts';
import { parseRows } from '../execution/shape-result.ts';

/** Before the first item of a list of results stands a line break, and between any two: nowhere else in the text. */
const LIST_START = '"results":[';
const LINE_BREAK = 0x0a;

/** The JSON text of an answer of an insight, each result on a line of its own so that it can be read in slices. */
export function* writeAnswer({ results, ...others }: InsightAnswer): Sliced<Buffer> {
  const pieces: Buffer[] = [];
  const take = (text: string): void => void pieces.push(Buffer.from(text));
  if (!Array.isArray(results)) yield* jsonPieces({ ...others, results }, take);
  else {
    const opening = JSON.stringify(others).slice(0, -1);
    take(`${opening}${opening === '{' ? '' : ','}${LIST_START}`);
    for (const [place, item] of results.entries()) {
      take(place === 0 ? '\n' : ',\n');
      yield* jsonPieces(item, take);
    }
    take('\n]}');
  }
  return yield* joinedBytes(pieces);
}

/** What `writeAnswer` wrote, or the same on one line. */
export function* readAnswer(bytes: Uint8Array): Sliced<InsightAnswer> {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = text.indexOf(LINE_BREAK);
  const opening = start === -1 ? '' : text.toString('utf8', 0, start);
  // The text is of our own builds, which its checksum has shown.
  if (!opening.endsWith(LIST_START)) return JSON.parse(text.toString());
  const results: unknown = yield* parseRows(text.subarray(start + 1, text.lastIndexOf(LINE_BREAK)));
  return { ...JSON.parse(`${opening}]}`), results };
}
