import type { Clock } from '../../base/clock.ts';
import type { NewerResults } from '../cache/newer-results.ts';
import type { ResultCache } from '../cache/result-cache.ts';
import type { SharedResults } from '../cache/shared-results.ts';
import type { Catalog } from '../catalog/catalog.ts';
import type { Compiling } from '../catalog/compiling.ts';
import type { StoredResult } from '../execution/stored-result.ts';
import type { ReadServices } from './answer-from-snapshot.ts';
import type { CheckedRuns } from './check-run.ts';

/** What runs work with. */
export interface RunServices extends ReadServices {
  readonly clock: Clock;
  readonly catalog: Catalog;
  readonly compiling: Compiling;
  readonly checkedRuns: CheckedRuns;
  readonly resultCache: ResultCache<StoredResult>;
  /** What other services have computed; absent without Redis. */
  readonly sharedResults?: SharedResults<StoredResult>;
  /** What other services were forced to compute; absent where there are no others. */
  readonly newerResults?: NewerResults;
}
