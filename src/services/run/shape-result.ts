import { hash } from 'node:crypto';
import { AppError } from '../../base/errors.ts';
import { invariant } from '../../base/invariant.ts';
import { writeCsv } from '../../base/write-csv.ts';
import type { WholeOutput } from './checked-run.ts';
import type { PlanOutcome } from './execute-plan.ts';
import { StoredResult } from './stored-result.ts';

/** What stands around the rows, and the identity of the result. */
interface ResultContext {
  /** JSON: members before `results`. */
  readonly opening: Readonly<Record<string, unknown>>;
  /** JSON: members after `hasMore`. */
  readonly closing: Readonly<Record<string, unknown>>;
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
export function shapeResult(outcome: PlanOutcome, output: WholeOutput, context: ResultContext): StoredResult {
  return new StoredResult({
    format: output.format,
    computedAtMs: context.computedAtMs,
    executionId: context.executionId,
    etag: etagOf(context.identity, context.computedAtMs),
    head: output.format === 'csv' ? csvOf(outcome, output, context) : jsonHead(outcome, context),
    rowCount: outcome.kind === 'table' ? outcome.rowCount : countItems(outcome.answer.results),
    statistics: outcome.statistics,
    sql: outcome.sql,
  });
}

function csvOf(
  outcome: PlanOutcome,
  { flatten }: Extract<WholeOutput, { format: 'csv' }>,
  { maxBytes }: ResultContext,
): Buffer {
  invariant(outcome.kind === 'insight', 'the engine writes the csv of SQL');
  const { columns, rows } = flatten(outcome.answer.results);
  return writeCsv(columns, rows, maxBytes);
}

function jsonHead(outcome: PlanOutcome, { opening, closing, maxBytes }: ResultContext): Buffer {
  const head = Buffer.concat([
    Buffer.from(`{${members(opening)}${Object.keys(opening).length > 0 ? ',' : ''}"results":`),
    ...resultPieces(outcome),
    Buffer.from(`,${members({ ...outcomeMembers(outcome), ...closing })}`),
  ]);
  if (head.length > maxBytes)
    throw new AppError('query_too_large', `The answer is larger than ${maxBytes} bytes.`);
  return head;
}

function resultPieces(outcome: PlanOutcome): readonly Uint8Array[] {
  if (outcome.kind === 'table') return [Buffer.from('['), outcome.rows, Buffer.from(']')];
  return [Buffer.from(JSON.stringify(outcome.answer.results))];
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
