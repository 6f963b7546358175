import type { Warning } from '../../schema/warning.ts';
import type { StageTime } from './stages.ts';
import type { BodyTail, StoredResult } from './stored-result.ts';

/** How an answer came about: what its envelope says of the call. */
export interface EnvelopeFacts {
  readonly servedFrom: 'cache' | 'materialized' | 'direct';
  readonly servedReason: string;
  /** How long the result is fresh, counted from its computation. */
  readonly freshSeconds: number;
  readonly isMaterialized: boolean;
  /** When the snapshot of the endpoint was built, milliseconds since 1970; absent without one. */
  readonly materializedAtMs?: number;
}

/** The members of a run's answer that depend on the call. */
export function envelopeMembers(result: StoredResult, facts: EnvelopeFacts): BodyTail {
  const computedAt = new Date(result.computedAtMs).toISOString();
  return {
    is_cached: facts.servedFrom === 'cache',
    last_refresh: computedAt,
    cache_target_age: new Date(result.computedAtMs + facts.freshSeconds * 1000).toISOString(),
    // A caller may force a refresh at any time, within its rate.
    next_allowed_client_refresh: computedAt,
    served_from: facts.servedFrom,
    served_reason: facts.servedReason,
    ...(facts.isMaterialized ? { endpoint_materialized: true } : {}),
    ...(facts.materializedAtMs === undefined
      ? {}
      : { endpoint_materialized_at: new Date(facts.materializedAtMs).toISOString() }),
  };
}

/** What `debug: true` adds besides the facts that the result carries. */
export interface DebugFacts {
  readonly warnings: readonly Warning[];
  /** The query as stored: SQL text, or the insight as JSON. */
  readonly hogql: string;
  /** Absent for answers that are never cached. */
  readonly cacheKey?: string;
  readonly stages: readonly StageTime[];
}

export function debugMembers(
  result: StoredResult,
  { warnings, hogql, cacheKey, stages }: DebugFacts,
): BodyTail {
  const { rowsRead, bytesRead, memoryBytes } = result.statistics;
  return {
    warnings,
    hogql,
    clickhouse: result.sql.join(';\n'),
    timings: stages.map(({ name, durationMs }) => ({ k: name, t: durationMs / 1000 })),
    cache_key: cacheKey,
    engine: { rows_read: rowsRead, bytes_read: bytesRead, memory: memoryBytes },
  };
}

/** The query as its owner wrote it. */
export function queryText(query: Readonly<Record<string, unknown>>): string {
  const text = query['query'];
  return typeof text === 'string' ? text : JSON.stringify(query);
}
