import type { EngineStatistics } from '../../adapters/engine/engine.ts';
import type { CacheEntry } from '../cache/result-cache.ts';

/** A computed result as ready bytes. The envelope around it that differs per call is written by `envelope.ts`. */
export interface StoredResult extends CacheEntry {
  /** The execution that computed it. */
  readonly executionId: string;
  readonly etag: string;
  /** `{"name":...,"results":[...],...` without the closing brace: all members that are the same in every answer. */
  readonly head: Buffer;
  readonly rowCount: number;
  readonly statistics: EngineStatistics;
  /** Texts of the engine queries, for `debug`. */
  readonly sql: readonly string[];
}
