import { ownBytes } from '../../adapters/workers/own-bytes.ts';
import { joinedBytes } from '../../base/joined-bytes.ts';
import { jsonPieces } from '../../base/json-pieces.ts';
import { finish, type Sliced } from '../../base/loop-slices.ts';
import { writeCsv } from '../../base/write-csv.ts';
import {
  flattenInsight,
  type InsightAnswer,
  type InsightShaping,
  type OutputColumn,
  type ResultTable,
  type RunPlan,
  shapeInsight,
} from '../../query/plan.ts';
import { type BodyTarget, ResultPieces } from './result-pieces.ts';

// The way from the bytes of the engine or a build to the bytes of an answer. Pure: the event loop does the work in
// slices, and another thread does it in one go, on the same source as plain data.

/** The answer of an insight as bytes: the whole csv, or the JSON as `StoredResult` keeps it. */
export interface InsightBody {
  readonly head: Uint8Array;
  readonly rowCount: number;
}

/** How the body is made: in slices on the event loop, or from plain data by another thread. */
export type BodyWork =
  | { readonly kind: 'sliced'; readonly work: Sliced<InsightBody> }
  | { readonly kind: 'sent'; readonly input: SentBody; readonly transfer: readonly ArrayBuffer[] };

export interface SentBody {
  readonly source: SentSource;
  readonly target: BodyTarget;
}

export function bodyWork(source: InsightSource, target: BodyTarget): BodyWork {
  if (!isLarge(source)) return { kind: 'sliced', work: insightBody(source, target) };
  const sent = sentSource(source);
  return { kind: 'sent', input: { source: sent, target }, transfer: buffersOf(sent) };
}

/** @throws AppError query_too_large */
export function* insightBody(source: InsightSource, target: BodyTarget): Sliced<InsightBody> {
  const { results, hasMore, resolvedDateRange } = yield* answerOf(source);
  const rowCount = Array.isArray(results) ? results.length : 1;
  if (target.form.format === 'csv') {
    const { columns, rows } = flattenInsight(target.form.query, results);
    return { head: yield* writeCsv(columns, rows, target.maxBytes), rowCount };
  }
  const pieces = new ResultPieces(target);
  yield* jsonPieces(results, (text) => pieces.addText(text));
  pieces.close({ hasMore: hasMore ?? false, resolved_date_range: resolvedDateRange });
  return { head: yield* joinedBytes(pieces.all), rowCount };
}

/** As `insightBody`, in one go for a thread. */
export function insightBodyOfSent({ source, target }: SentBody): InsightBody {
  return finish(insightBody(receivedSource(source), target));
}

/** The source of an insight's answer: rows of the engine, or the answer as a build wrote it. */
export type InsightSource =
  | (Pick<Extract<RunPlan, { kind: 'insight' }>, 'shape' | 'shaping'> & {
      readonly kind: 'rows';
      readonly tables: readonly RawTable[];
    })
  | WrittenAnswer;

/** An `InsightSource` as plain data, for another thread. */
export type SentSource =
  | {
      readonly kind: 'rows';
      readonly tables: readonly RawTable<ArrayBuffer>[];
      readonly shaping: InsightShaping;
    }
  | WrittenAnswer<ArrayBuffer>;

interface WrittenAnswer<Memory extends ArrayBufferLike = ArrayBufferLike> {
  readonly kind: 'written';
  readonly bytes: Uint8Array<Memory>;
}

/** An answer of the engine whose rows are not parsed yet, see `EngineRows`. */
interface RawTable<Memory extends ArrayBufferLike = ArrayBufferLike> {
  readonly columns: readonly OutputColumn[];
  readonly rows: Uint8Array<Memory>;
}

export function* answerOf(source: InsightSource): Sliced<InsightAnswer> {
  if (source.kind === 'written') return yield* readAnswer(source.bytes);
  const tables: ResultTable[] = [];
  for (const { columns, rows } of source.tables) tables.push({ columns, rows: yield* parseRows(rows) });
  return yield* source.shape(tables);
}

/** The source as plain data. `buffersOf` lists the buffers that can be handed over. */
export function sentSource(source: InsightSource): SentSource {
  if (source.kind === 'written') return { kind: 'written', bytes: ownBytes(source.bytes) };
  const tables = source.tables.map(({ columns, rows }) => ({ columns, rows: ownBytes(rows) }));
  return { kind: 'rows', tables, shaping: source.shaping() };
}

export function buffersOf(sent: SentSource): readonly ArrayBuffer[] {
  const pieces = sent.kind === 'written' ? [sent.bytes] : sent.tables.map(({ rows }) => rows);
  return [...new Set(pieces.map(({ buffer }) => buffer))];
}

export function receivedSource(source: SentSource): InsightSource {
  if (source.kind === 'written') return source;
  const { tables, shaping } = source;
  return { kind: 'rows', tables, shape: (parsed) => shapeInsight(shaping, parsed), shaping: () => shaping };
}

/**
 * A source of more bytes is left to another thread. 16 KiB of rows are some thousand numbers, which with their days and
 * labels take the event loop several milliseconds. A written answer already holds days and labels, so its limit is
 * larger.
 */
const LARGE_ROWS = 16 * 1024;
const LARGE_WRITTEN = 128 * 1024;

export function isLarge(source: InsightSource): boolean {
  if (source.kind === 'written') return source.bytes.length > LARGE_WRITTEN;
  return source.tables.reduce((sum, { rows }) => sum + rows.length, 0) > LARGE_ROWS;
}

/** A line break stands before the first item of a list of results and between any two items, and nowhere else. */
const LIST_START = '"results":[';

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

/** Reads what `writeAnswer` wrote, or the same JSON on one line. */
export function* readAnswer(bytes: Uint8Array): Sliced<InsightAnswer> {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = text.indexOf(LINE_BREAK);
  const opening = start === -1 ? '' : text.toString('utf8', 0, start);
  // Border: the text is from a build of this service, as its checksum has shown.
  if (!opening.endsWith(LIST_START)) return JSON.parse(text.toString());
  const results: unknown = yield* parseRows(text.subarray(start + 1, text.lastIndexOf(LINE_BREAK)));
  return { ...JSON.parse(`${opening}]}`), results };
}

const PIECE_BYTES = 64 * 1024;
const LINE_BREAK = 0x0a;

/**
 * Parses rows as `EngineRows` has them: JSON lists with commas between, each row on a line of its own. Line breaks
 * never stand inside a JSON text, so that pieces of the bytes can be parsed one after the other.
 */
export function* parseRows(rows: Uint8Array): Sliced<readonly (readonly unknown[])[]> {
  const bytes = Buffer.from(rows.buffer, rows.byteOffset, rows.byteLength);
  const parsed: (readonly unknown[])[] = [];
  for (let start = 0; start < bytes.length; ) {
    const lineBreak = bytes.indexOf(LINE_BREAK, start + PIECE_BYTES);
    const end = lineBreak === -1 ? bytes.length : lineBreak;
    const text = bytes.toString('utf8', start, end).trimEnd();
    const piece: readonly (readonly unknown[])[] = JSON.parse(
      `[${text.endsWith(',') ? text.slice(0, -1) : text}]`,
    );
    for (const row of piece) parsed.push(row);
    start = end + 1;
    yield;
  }
  return parsed;
}
