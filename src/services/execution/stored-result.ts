import type { EngineStatistics } from '../../adapters/engine/engine.ts';
import type { WholeFormat } from '../../schema/output-format.ts';
import type { Warning } from '../../schema/warning.ts';
import type { CacheEntry } from '../cache/result-cache.ts';
import type { StageTime } from './stages.ts';

interface ResultParts {
  readonly computedAtMs: number;
  readonly executionId: string;
  readonly etag: string;
  readonly format: WholeFormat;
  /** csv: the whole body. JSON: the members that are equal in every answer, without the closing brace. */
  readonly head: Buffer;
  readonly rowCount: number;
  readonly statistics: EngineStatistics;
  /** Texts of the engine queries, for `debug`. */
  readonly sql: readonly string[];
}

/** Members of a body that differ per call. */
export type BodyTail = Readonly<Record<string, unknown>>;

/** The facts that `debug: true` tells besides those of the result. */
interface DebugFacts {
  readonly warnings: readonly Warning[];
  /** The query as stored: SQL text, or the insight as JSON. */
  readonly query: Readonly<Record<string, unknown>>;
  /** Absent for answers that are never cached. */
  readonly cacheKey?: string;
  readonly stages: readonly StageTime[];
}

/** Approximate bytes that the end of an answer takes in the cache. */
const TAIL_BYTES = 400;

/** A head longer than this is not copied for each tail; head and tail are sent one after the other. */
const JOINED_BYTES = 1024 * 1024;

/** A whole body, in one piece or two. An identical list object always holds the same body. */
export type AnswerBytes = readonly Buffer[];

/**
 * A computed result as ready bytes. In JSON the few members that differ per call stand at the end of the body, so a
 * body is the stored head and a short tail. The last body that was sent from the cache is kept whole.
 */
export class StoredResult implements CacheEntry {
  readonly computedAtMs: number;
  readonly executionId: string;
  readonly etag: string;
  readonly format: WholeFormat;
  readonly rowCount: number;
  readonly statistics: EngineStatistics;
  readonly sql: readonly string[];
  readonly byteLength: number;
  #head: Buffer;
  readonly #whole: AnswerBytes;
  #kept: { readonly name: string; readonly body: AnswerBytes } | undefined;

  constructor(parts: ResultParts) {
    this.computedAtMs = parts.computedAtMs;
    this.executionId = parts.executionId;
    this.etag = parts.etag;
    this.format = parts.format;
    this.rowCount = parts.rowCount;
    this.statistics = parts.statistics;
    this.sql = parts.sql;
    this.byteLength = parts.head.length + TAIL_BYTES + parts.sql.reduce((sum, text) => sum + text.length, 0);
    this.#head = parts.head;
    this.#whole = parts.format === 'csv' ? [parts.head] : [];
  }

  /** csv: the whole body. JSON: the members that are equal in every answer, without the closing brace. */
  get head(): Buffer {
    return this.#head;
  }

  /** The whole body of a csv answer, which has no place for what differs per call. */
  csvBody(): AnswerBytes {
    return this.#whole;
  }

  /** The whole body with at least one member at its end. */
  body(tail: BodyTail): AnswerBytes {
    const end = Buffer.from(`,${JSON.stringify(tail).slice(1)}`);
    return this.#head.length > JOINED_BYTES ? [this.#head, end] : [Buffer.concat([this.#head, end])];
  }

  /**
   * As `body`, but returns the kept bytes when the previous call had the same `name`. Equal names stand for equal
   * tails.
   */
  keptBody(name: string, tail: () => BodyTail): AnswerBytes {
    if (this.#kept?.name === name) return this.#kept.body;
    const body = this.body(tail());
    // The head becomes a view on the body, so that the bytes are held only once.
    this.#head = body[0]?.subarray(0, this.#head.length) ?? this.#head;
    this.#kept = { name, body };
    return body;
  }

  /** What `debug: true` adds to the members of a body. */
  debugMembers({ warnings, query, cacheKey, stages }: DebugFacts): BodyTail {
    const { rowsRead, bytesRead, memoryBytes } = this.statistics;
    const text = query['query'];
    return {
      warnings,
      hogql: typeof text === 'string' ? text : JSON.stringify(query),
      clickhouse: this.sql.join(';\n'),
      timings: stages.map(({ name, durationMs }) => ({ k: name, t: durationMs / 1000 })),
      cache_key: cacheKey,
      engine: { rows_read: rowsRead, bytes_read: bytesRead, memory: memoryBytes },
    };
  }
}
