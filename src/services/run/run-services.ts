import type { Database } from '../../adapters/store/database.ts';
import type { Clock } from '../../base/clock.ts';
import type { ResultCache } from '../cache/result-cache.ts';
import type { Catalog } from '../catalog/catalog.ts';
import type { Compiling } from '../catalog/compiling.ts';
import type { ExecutionServices } from '../execution/execution-services.ts';
import type { StoredResult } from '../execution/stored-result.ts';
import type { Wakeable } from '../materialize/materialize-services.ts';
import type { SnapshotReader } from '../materialize/snapshot-reader.ts';
import type { CheckedRuns } from './check-run.ts';
import type { HotAnswers } from './hot-answers.ts';

/** What runs work with. */
export interface RunServices extends ExecutionServices {
  readonly clock: Clock;
  readonly catalog: Catalog;
  readonly compiling: Compiling;
  readonly checkedRuns: CheckedRuns;
  readonly resultCache: ResultCache<StoredResult>;
  readonly database: Database;
  readonly scheduler: Wakeable;
  readonly snapshotReader: SnapshotReader;
  readonly hotAnswers: HotAnswers;
}
