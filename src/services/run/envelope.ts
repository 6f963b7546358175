import type { StageTime } from './stages.ts';
import type { StoredResult } from './stored-result.ts';

/** The members of an answer that depend on the call and not on the result. */
export interface EnvelopeFacts {
  readonly servedFrom: 'cache' | 'direct';
  readonly servedReason: string;
  readonly cacheAgeSeconds: number;
  readonly isMaterialized: boolean;
}

/** `,"is_cached":true,...}`: the rest of the body after `StoredResult.head`. */
export function envelopeTail(result: StoredResult, facts: EnvelopeFacts, debug?: DebugFacts): Buffer {
  const computedAt = new Date(result.computedAtMs).toISOString();
  const members = {
    is_cached: facts.servedFrom === 'cache',
    last_refresh: computedAt,
    cache_target_age: new Date(result.computedAtMs + facts.cacheAgeSeconds * 1000).toISOString(),
    // A caller may force a refresh at any time, within its rate.
    next_allowed_client_refresh: computedAt,
    served_from: facts.servedFrom,
    served_reason: facts.servedReason,
    ...(facts.isMaterialized ? { endpoint_materialized: false } : {}),
    ...(debug === undefined ? {} : debugMembers(result, debug)),
  };
  return Buffer.from(`,${JSON.stringify(members).slice(1)}`);
}

/** What `debug: true` adds besides the facts that the result carries. */
export interface DebugFacts {
  /** The query as the dialect sees it: SQL text, or the insight as JSON. */
  readonly hogql: string;
  readonly cacheKey: string;
  readonly stages: readonly StageTime[];
}

function debugMembers(
  result: StoredResult,
  { hogql, cacheKey, stages }: DebugFacts,
): Record<string, unknown> {
  return {
    hogql,
    clickhouse: result.sql.join(';\n'),
    timings: stages.map(({ name, durationMs }) => ({ k: name, t: durationMs / 1000 })),
    cache_key: cacheKey,
    engine: {
      rows_read: result.statistics.rowsRead,
      bytes_read: result.statistics.bytesRead,
      memory: result.statistics.memoryBytes,
    },
  };
}
