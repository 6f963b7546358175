import { hash } from 'node:crypto';
import { AppError } from '../../base/errors.ts';
import { invariant } from '../../base/invariant.ts';
import { joinedBytes } from '../../base/joined-bytes.ts';
import { jsonPieces } from '../../base/json-pieces.ts';
import type { Sliced } from '../../base/loop-slices.ts';
import { writeCsv } from '../../base/write-csv.ts';
import type { PlanOutcome } from './execute-plan.ts';
import type { WholeForm } from './result-form.ts';
import { StoredResult } from './stored-result.ts';

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
