import type { CacheEntry } from '../cache/result-cache.ts';
import type { StoredResult } from '../execution/stored-result.ts';

/** An answer out of a snapshot, kept in memory for as long as the object it was read from stays the same. */
export interface HotAnswer extends CacheEntry {
  readonly result: StoredResult;
  readonly objectKey: string;
  readonly tag: string;
}
