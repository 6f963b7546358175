import { hash } from 'node:crypto';
import type { PlanOutcome } from './execute-plan.ts';
import { StoredResult } from './stored-result.ts';

/** What the answer says about the endpoint and the execution. */
export interface ResultContext {
  readonly endpointName: string;
  readonly version: number;
  readonly versionCreatedAtMs: number;
  readonly timezone: string;
  readonly limit: number | undefined;
  readonly offset: number | undefined;
  readonly cacheKey: string;
  readonly executionId: string;
  readonly computedAtMs: number;
}

/** Writes a result as bytes. Rows of SQL endpoints are the engine's own bytes; insights are serialised once, here. */
export function shapeResult(outcome: PlanOutcome, context: ResultContext): StoredResult {
  return new StoredResult({
    computedAtMs: context.computedAtMs,
    executionId: context.executionId,
    etag: etagOf(context.cacheKey, context.computedAtMs),
    head: Buffer.concat([
      Buffer.from(`{"name":${JSON.stringify(context.endpointName)},"results":`),
      ...resultPieces(outcome),
      Buffer.from(restOfHead(outcome, context)),
    ]),
    rowCount: outcome.kind === 'table' ? outcome.rowCount : countItems(outcome.answer.results),
    statistics: outcome.statistics,
    sql: outcome.sql,
  });
}

function resultPieces(outcome: PlanOutcome): readonly Uint8Array[] {
  if (outcome.kind === 'insight') return [Buffer.from(JSON.stringify(outcome.answer.results))];
  const names = outcome.columns.map(({ name }) => name);
  const types = outcome.columns.map(({ name, type }) => [name, type]);
  const columns = `,"columns":${JSON.stringify(names)},"types":${JSON.stringify(types)}`;
  return [Buffer.from('['), outcome.rows, Buffer.from(`]${columns}`)];
}

/** `,"hasMore":false,...` up to the last member that every answer shares. */
function restOfHead(outcome: PlanOutcome, context: ResultContext): string {
  const isInsight = outcome.kind === 'insight';
  const members = {
    hasMore: isInsight ? (outcome.answer.hasMore ?? false) : outcome.hasMore,
    limit: context.limit,
    offset: context.offset,
    timezone: context.timezone,
    endpoint_version: context.version,
    endpoint_version_created_at: new Date(context.versionCreatedAtMs).toISOString(),
    execution_id: context.executionId,
    resolved_date_range: isInsight ? outcome.answer.resolvedDateRange : undefined,
  };
  return `,${JSON.stringify(members).slice(1, -1)}`;
}

/** Weak, because compressed and plain answers share it. */
function etagOf(cacheKey: string, computedAtMs: number): string {
  return `W/"${hash('sha256', `${cacheKey} ${computedAtMs}`, 'base64url').slice(0, 22)}"`;
}

function countItems(results: unknown): number {
  return Array.isArray(results) ? results.length : 1;
}
