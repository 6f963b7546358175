import type { Engine } from '../../adapters/engine/engine.ts';
import type { ObjectStore } from '../../adapters/objects/object-store.ts';
import type { Database } from '../../adapters/store/database.ts';
import type { Clock } from '../../base/clock.ts';
import type { LoopSlices } from '../../base/loop-slices.ts';
import type { Observe } from '../../base/observation.ts';
import type { ResultCache } from '../cache/result-cache.ts';
import type { SingleFlight } from '../cache/single-flight.ts';
import type { Catalog } from '../catalog/catalog.ts';
import type { Concurrency } from '../limits/concurrency.ts';
import type { RateLimiter } from '../limits/rate.ts';
import type { Wakeable } from '../materialize/materialize-services.ts';
import type { SnapshotReader } from '../materialize/snapshot-reader.ts';
import type { ActiveRuns } from './active-runs.ts';
import type { CheckedRuns } from './checked-runs.ts';
import type { CompiledVersions } from './compiled-versions.ts';
import type { HotAnswer } from './hot-answer.ts';
import type { RunLimits } from './run-limits.ts';
import type { StorageRest } from './storage-rest.ts';
import type { StoredResult } from './stored-result.ts';

/** What runs work with. */
export interface RunServices {
  readonly engine: Engine;
  readonly observe: Observe;
  readonly clock: Clock;
  readonly catalog: Catalog;
  readonly compiledVersions: CompiledVersions;
  readonly checkedRuns: CheckedRuns;
  readonly resultCache: ResultCache<StoredResult>;
  readonly database: Database;
  readonly scheduler: Wakeable;
  readonly objects: ObjectStore;
  readonly snapshotReader: SnapshotReader;
  /** Answers of snapshots that were asked for lately. */
  readonly hotAnswers: ResultCache<HotAnswer>;
  readonly storageRest: StorageRest;
  readonly flights: SingleFlight<StoredResult>;
  readonly concurrency: Concurrency;
  /** Charged when a call starts an engine query. */
  readonly executionRate: RateLimiter;
  readonly activeRuns: ActiveRuns;
  readonly runLimits: RunLimits;
  readonly slices: LoopSlices;
}
