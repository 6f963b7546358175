import { hash } from 'node:crypto';
import type { EngineStatistics } from '../../adapters/engine/engine.ts';
import { AppError } from '../../base/errors.ts';
import { invariant } from '../../base/invariant.ts';
import { joinedBytes } from '../../base/joined-bytes.ts';
import { jsonPieces } from '../../base/json-pieces.ts';
import type { Sliced } from '../../base/loop-slices.ts';
import { writeCsv } from '../../base/write-csv.ts';
import type { InsightAnswer, OutputColumn } from '../../query/plan.ts';
import type { WholeForm } from './result-form.ts';
import { StoredResult } from './stored-result.ts';

/** Rows of a SQL endpoint as bytes, at most `limit` of them, or the shaped answer of an insight. */
export type PlanOutcome = {
  readonly statistics: EngineStatistics;
  /** Texts of the queries that ran, in order. */
  readonly sql: readonly string[];
} & (
  | {
      readonly kind: 'table';
      readonly columns: readonly OutputColumn[];
      /** JSON arrays joined by commas, see EngineRows. */
      readonly rows: Uint8Array;
      readonly rowCount: number;
      readonly hasMore: boolean;
    }
  | { readonly kind: 'insight'; readonly answer: InsightAnswer }
);

/** What stands around the rows of a JSON answer. */
export interface AnswerFrame {
  /** Members before `results`. */
  readonly opening: Readonly<Record<string, unknown>>;
  /** Members after `hasMore`; `execution_id` follows them. */
  readonly closing: Readonly<Record<string, unknown>>;
}

/** What stands around the rows, and the identity of the result. */
interface ResultContext {
  readonly frame: AnswerFrame;
  /** Equal for results of the same question; with the time it makes the ETag. */
  readonly identity: string;
  readonly executionId: string;
  readonly computedAtMs: number;
  readonly maxBytes: number;
}

/**
 * Writes a result as bytes. Rows of SQL queries are the engine's own bytes; insights are serialised once, here.
 * @throws AppError query_too_large
 */
export function* shapeResult(
  outcome: PlanOutcome,
  form: WholeForm,
  context: ResultContext,
): Sliced<StoredResult> {
  return new StoredResult({
    format: form.format,
    computedAtMs: context.computedAtMs,
    executionId: context.executionId,
    etag: etagOf(context.identity, context.computedAtMs),
    head: form.format === 'csv' ? yield* csvOf(outcome, form, context) : yield* jsonHead(outcome, context),
    rowCount: outcome.kind === 'table' ? outcome.rowCount : countItems(outcome.answer.results),
    statistics: outcome.statistics,
    sql: outcome.sql,
  });
}

function* csvOf(
  outcome: PlanOutcome,
  { flatten }: Extract<WholeForm, { format: 'csv' }>,
  { maxBytes }: ResultContext,
): Sliced<Buffer> {
  invariant(outcome.kind === 'insight', 'the engine writes the csv of SQL');
  const { columns, rows } = flatten(outcome.answer.results);
  return yield* writeCsv(columns, rows, maxBytes);
}

function* jsonHead(
  outcome: PlanOutcome,
  { frame: { opening, closing }, executionId, maxBytes }: ResultContext,
): Sliced<Buffer> {
  const pieces = new BoundedPieces(maxBytes);
  pieces.addText(`{${members(opening)}${Object.keys(opening).length > 0 ? ',' : ''}"results":`);
  if (outcome.kind === 'table') {
    pieces.addText('[');
    pieces.add(outcome.rows);
    pieces.addText(']');
  } else yield* jsonPieces(outcome.answer.results, (text) => pieces.addText(text));
  pieces.addText(`,${members({ ...outcomeMembers(outcome), ...closing, execution_id: executionId })}`);
  return yield* joinedBytes(pieces.all);
}

/** The parts of an answer, found to be too large before it is whole. */
class BoundedPieces {
  readonly #maxBytes: number;
  readonly #pieces: Uint8Array[] = [];
  #byteLength = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  addText(text: string): void {
    this.add(Buffer.from(text));
  }

  add(piece: Uint8Array): void {
    this.#byteLength += piece.length;
    if (this.#byteLength > this.#maxBytes)
      throw new AppError('query_too_large', `The answer is larger than ${this.#maxBytes} bytes.`);
    this.#pieces.push(piece);
  }

  get all(): readonly Uint8Array[] {
    return this.#pieces;
  }
}

function outcomeMembers(outcome: PlanOutcome): Record<string, unknown> {
  if (outcome.kind === 'insight') {
    const { hasMore, resolvedDateRange } = outcome.answer;
    return { hasMore: hasMore ?? false, resolved_date_range: resolvedDateRange };
  }
  return {
    columns: outcome.columns.map(({ name }) => name),
    types: outcome.columns.map(({ name, type }) => [name, type]),
    hasMore: outcome.hasMore,
  };
}

/** `"a":1,"b":2` without the braces; undefined members are left out. */
function members(values: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(values).slice(1, -1);
}

/** Weak, because compressed and plain answers share it. */
function etagOf(identity: string, computedAtMs: number): string {
  return `W/"${hash('sha256', `${identity} ${computedAtMs}`, 'base64url').slice(0, 22)}"`;
}

function countItems(results: unknown): number {
  return Array.isArray(results) ? results.length : 1;
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
