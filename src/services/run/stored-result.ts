import type { EngineStatistics } from '../../adapters/engine/engine.ts';
import type { CacheEntry } from '../cache/result-cache.ts';
import type { StageTime } from './stages.ts';

/** The members of an answer that depend on the call and not on the result. */
export interface EnvelopeFacts {
  readonly servedFrom: 'cache' | 'direct';
  readonly servedReason: string;
  readonly cacheAgeSeconds: number;
  readonly isMaterialized: boolean;
}

/** What `debug: true` adds besides the facts that the result carries. */
export interface DebugFacts {
  /** The stored query: SQL text, or the insight as JSON. */
  readonly hogql: string;
  readonly cacheKey: string;
  readonly stages: readonly StageTime[];
}

interface ResultParts {
  readonly computedAtMs: number;
  readonly executionId: string;
  readonly etag: string;
  /** `{"name":...,"results":[...],...` without the closing brace: all members that are the same in every answer. */
  readonly head: Buffer;
  readonly rowCount: number;
  readonly statistics: EngineStatistics;
  /** Texts of the engine queries, for `debug`. */
  readonly sql: readonly string[];
}

/** Bytes that the end of an answer takes in the cache, about. */
const TAIL_BYTES = 400;

/**
 * A computed result as ready bytes. The few members that differ per call stand at the end of the body, so that a
 * body is the stored head and a short tail; the body of a plain cache hit is kept whole.
 */
export class StoredResult implements CacheEntry {
  readonly computedAtMs: number;
  readonly executionId: string;
  readonly etag: string;
  readonly rowCount: number;
  readonly statistics: EngineStatistics;
  readonly byteLength: number;
  readonly #sql: readonly string[];
  #head: Buffer;
  #hit: { readonly facts: EnvelopeFacts; readonly body: Buffer } | undefined;

  constructor(parts: ResultParts) {
    this.computedAtMs = parts.computedAtMs;
    this.executionId = parts.executionId;
    this.etag = parts.etag;
    this.rowCount = parts.rowCount;
    this.statistics = parts.statistics;
    this.byteLength = parts.head.length + TAIL_BYTES + parts.sql.reduce((sum, text) => sum + text.length, 0);
    this.#sql = parts.sql;
    this.#head = parts.head;
  }

  /** The body of an answer from the cache. Ready bytes after the first call with equal facts. */
  hitBody(facts: EnvelopeFacts): Buffer {
    if (this.#hit !== undefined && areEqual(this.#hit.facts, facts)) return this.#hit.body;
    const body = this.body(facts);
    // The head becomes a view on the body, so that its bytes are held once.
    this.#head = body.subarray(0, this.#head.length);
    this.#hit = { facts, body };
    return body;
  }

  /** The body of any other answer. */
  body(facts: EnvelopeFacts, debug?: DebugFacts): Buffer {
    const members = { ...this.#envelope(facts), ...(debug === undefined ? {} : this.#debugMembers(debug)) };
    return Buffer.concat([this.#head, Buffer.from(`,${JSON.stringify(members).slice(1)}`)]);
  }

  #envelope(facts: EnvelopeFacts): Record<string, unknown> {
    const computedAt = new Date(this.computedAtMs).toISOString();
    return {
      is_cached: facts.servedFrom === 'cache',
      last_refresh: computedAt,
      cache_target_age: new Date(this.computedAtMs + facts.cacheAgeSeconds * 1000).toISOString(),
      // A caller may force a refresh at any time, within its rate.
      next_allowed_client_refresh: computedAt,
      served_from: facts.servedFrom,
      served_reason: facts.servedReason,
      ...(facts.isMaterialized ? { endpoint_materialized: true } : {}),
    };
  }

  #debugMembers({ hogql, cacheKey, stages }: DebugFacts): Record<string, unknown> {
    const { rowsRead, bytesRead, memoryBytes } = this.statistics;
    return {
      hogql,
      clickhouse: this.#sql.join(';\n'),
      timings: stages.map(({ name, durationMs }) => ({ k: name, t: durationMs / 1000 })),
      cache_key: cacheKey,
      engine: { rows_read: rowsRead, bytes_read: bytesRead, memory: memoryBytes },
    };
  }
}

function areEqual(a: EnvelopeFacts, b: EnvelopeFacts): boolean {
  return (
    a.cacheAgeSeconds === b.cacheAgeSeconds &&
    a.servedReason === b.servedReason &&
    a.servedFrom === b.servedFrom &&
    a.isMaterialized === b.isMaterialized
  );
}
