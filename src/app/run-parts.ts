import type { Engine } from '../adapters/engine/engine.ts';
import type { Kv } from '../adapters/kv/kv.ts';
import type { Database } from '../adapters/store/database.ts';
import type { Workers } from '../adapters/workers/workers.ts';
import type { Clock } from '../base/clock.ts';
import { EngineAdmission, type ExecutionRate } from '../services/admission/engine-admission.ts';
import type { Lanes } from '../services/admission/lanes.ts';
import { ResultCache } from '../services/cache/result-cache.ts';
import { SingleFlight } from '../services/cache/single-flight.ts';
import type { Catalog } from '../services/catalog/catalog.ts';
import { Compiling } from '../services/catalog/compiling.ts';
import { CompiledVersions } from '../services/execution/compiled-versions.ts';
import { RunningQueries } from '../services/execution/running-queries.ts';
import type { StoredResult } from '../services/execution/stored-result.ts';
import { RateLimiter } from '../services/limits/rate.ts';
import { SharedRate } from '../services/limits/shared-rate.ts';
import { CheckedRuns } from '../services/run/check-run.ts';
import type { RunServices } from '../services/run/run-services.ts';
import type { Settings } from './config.ts';
import { sharedParts } from './shared-parts.ts';

interface Started {
  readonly kv: Kv | undefined;
  readonly database: Database;
  readonly catalog: Catalog;
  readonly engine: Engine;
  readonly clock: Clock;
  readonly lanes: Lanes;
  readonly workers: Workers;
}

type RunParts = Pick<
  RunServices,
  | 'catalog'
  | 'compiling'
  | 'compiledVersions'
  | 'checkedRuns'
  | 'resultCache'
  | 'sharedResults'
  | 'newerResults'
  | 'flights'
  | 'runningQueries'
  | 'admission'
  | 'runLimits'
>;

/** The parts that only runs use. */
export function runParts(settings: Settings, started: Started): RunParts {
  const { kv, catalog, engine, clock, lanes, workers, database } = started;
  const { isShared } = engine;
  const rate = executionRate(settings, started);
  const compiling = new Compiling(workers, rate);
  const mayKnow = () => !isShared || database.catalog.isCurrent;
  const resultCache = new ResultCache<StoredResult>(settings.cacheBytes, mayKnow);
  return {
    catalog,
    compiling,
    compiledVersions: new CompiledVersions(compiling),
    checkedRuns: new CheckedRuns(),
    resultCache,
    ...sharedParts({ kv, clock, peers: isShared ? database.peers : undefined }, resultCache),
    flights: new SingleFlight(),
    runningQueries: new RunningQueries(),
    admission: new EngineAdmission({ engine, rate, lanes, queueTimeoutMs: settings.queueTimeoutMs }),
    runLimits: {
      executionTimeoutMs: settings.executionTimeoutMs,
      queueTimeoutMs: settings.queueTimeoutMs,
      streamTimeoutMs: settings.streamTimeoutMs,
      memoryBytes: settings.queryMemoryBytes,
      answerRows: settings.answerRows,
      answerBytes: settings.answerBytes,
    },
  };
}

/** Counted by all services together where they have Redis; a test clock moves the windows of one alone. */
function executionRate(
  { rateLimits, testClock }: Settings,
  { kv, clock }: Pick<Started, 'kv' | 'clock'>,
): ExecutionRate {
  const { executionsPerMinute, executionsPerHour } = rateLimits;
  const policies = [
    { name: 'executions', quota: executionsPerMinute, windowSeconds: 60 },
    { name: 'executions-hour', quota: executionsPerHour, windowSeconds: 3600 },
  ];
  const own = new RateLimiter(policies, clock);
  return kv === undefined || testClock ? own : new SharedRate(own, kv);
}
