import path from 'node:path';
import { freezeEngine } from '../adapters/engine/embedded/freeze-engine.ts';
import { startEmbeddedEngine } from '../adapters/engine/embedded/supervisor.ts';
import type { Engine } from '../adapters/engine/engine.ts';
import { inLane } from '../adapters/engine/in-lane.ts';
import type { ObjectStore } from '../adapters/objects/object-store.ts';
import { logSink } from '../adapters/observe/log-sink.ts';
import { type Metrics, type MetricsProbes, metricsSink } from '../adapters/observe/metrics-sink.ts';
import { RunLogSink } from '../adapters/observe/run-log-sink.ts';
import type { Database } from '../adapters/store/database.ts';
import type { EngineHold } from '../adapters/store/engine-hold.ts';
import { lockDataFolder } from '../adapters/store/lock-data-folder.ts';
import { endLeases } from '../adapters/store/materialization-store.ts';
import type { Workers } from '../adapters/workers/workers.ts';
import { type Clock, SettableClock, systemClock } from '../base/clock.ts';
import { LoopSlices } from '../base/loop-slices.ts';
import type { Observe } from '../base/observation.ts';
import { StartupError } from '../base/startup-error.ts';
import { wait } from '../base/wait.ts';
import { ALLOWED_ENGINE_FUNCTIONS } from '../query/catalog/functions/allowed-engine-functions.ts';
import { KeyUses } from '../services/access/key-uses.ts';
import { EngineAdmission } from '../services/admission/engine-admission.ts';
import { Lanes } from '../services/admission/lanes.ts';
import { BackupMoments } from '../services/backup/backup-moments.ts';
import { ResultCache } from '../services/cache/result-cache.ts';
import { SingleFlight } from '../services/cache/single-flight.ts';
import type { DeletionServices } from '../services/capture/deletion/deletion-services.ts';
import { EventDeletions } from '../services/capture/deletion/event-deletions.ts';
import { EventExpirer } from '../services/capture/deletion/event-expirer.ts';
import { PersonFolder } from '../services/capture/fold/person-folder.ts';
import { ImportFolder } from '../services/capture/import/import-folder.ts';
import { ImportQueue, type ImportServices } from '../services/capture/import/import-queue.ts';
import { type Capture, type CaptureOptions, openCapture } from '../services/capture/open-capture.ts';
import { UnknownTokenBytes } from '../services/capture/protocol/unknown-token-bytes.ts';
import { Catalog } from '../services/catalog/catalog.ts';
import { Compiling } from '../services/catalog/compiling.ts';
import { ActiveRuns } from '../services/execution/active-runs.ts';
import { CompiledVersions } from '../services/execution/compiled-versions.ts';
import { withLists } from '../services/execution/with-lists.ts';
import { EndpointJudge } from '../services/judge/endpoint-judge.ts';
import { RateLimiter } from '../services/limits/rate.ts';
import { LookupBuilder } from '../services/lookups/lookup-builder.ts';
import { ProjectPurger } from '../services/projects/project-purger.ts';
import type { PromotionSettings } from '../services/promote/promote-services.ts';
import { PropertyPromoter } from '../services/promote/property-promoter.ts';
import { CheckedRuns } from '../services/run/check-run.ts';
import type { RunServices } from '../services/run/run-services.ts';
import type { Services } from '../services/services.ts';
import type { Settings } from './config.ts';
import { foldSettings } from './fold-settings.ts';
import { keepFolderFormat } from './folder-format.ts';
import { holdStore } from './hold-store.ts';
import { lookupParts } from './lookup-parts.ts';
import { materializeParts } from './materialize-parts.ts';
import { openGeoip } from './open-geoip.ts';
import { openObjectStore } from './open-object-store.ts';
import { openStore } from './open-store.ts';
import { openWorkers } from './open-workers.ts';
import { preparePrivateFolder } from './private-folder.ts';
import { replicaName } from './replica-name.ts';

/** The parts of a service, made and connected, and how to end them. */
export interface Composition {
  readonly services: Services;
  readonly metrics: Metrics;
  readonly hold: EngineHold;
  /** Ends what was started, in reverse order. */
  close(): Promise<void>;
}

/**
 * Makes every part of the service from its settings. The only place that knows which adapter stands behind which
 * interface.
 * @throws StartupError when the data folder is in use, or a setting asks for an adapter that does not exist yet
 */
export async function compose(settings: Settings): Promise<Composition> {
  refuseUnavailable(settings);
  const exposure = preparePrivateFolder(settings.dataDir);
  const lock = lockDataFolder(settings.dataDir);
  const closers: (() => Promise<void> | void)[] = [() => lock.release()];
  const close = async (): Promise<void> => {
    for (const end of closers.splice(0).reverse()) await end();
  };
  try {
    keepFolderFormat(settings.dataDir);
    const metrics = metricsSink();
    const clock = settings.testClock ? new SettableClock() : systemClock;
    const log = logSink(settings);
    // Before the store is migrated: who is refused must leave it as it is.
    const hold = await holdStore(settings, log);
    closers.push(() => hold.release());
    // Nothing is started yet. Whoever sends tasks has ended before.
    const workers = openWorkers(settings);
    closers.push(() => workers.close());
    const database = await openStore(settings, { observe: allOf([log, metrics.observe]), workers });
    closers.push(() => database.close());
    // Nobody else has the data folder, so that whoever held a lease in it is dead.
    if (settings.databaseUrl === undefined) await endLeases(database.query);
    const runLog = new RunLogSink(database, clock, (error) =>
      log({ kind: 'failure', where: 'run log', error }),
    );
    closers.push(() => runLog.flush());
    const observe = allOf([log, metrics.observe, (observation) => runLog.observe(observation)]);
    if (exposure !== null) observe({ kind: 'warning', about: 'data folder', detail: exposure });
    const engine = await startEngine(settings, observe);
    closers.push(() => engine.close());
    const parts = {
      database,
      engine,
      workers,
      clock,
      observe,
      slices: new LoopSlices(),
      lanes: lanesOf(settings),
    };
    const capture = await openCapture(parts, captureOptions(settings));
    closers.push(() => capture.close());
    const objects = await openObjectStore(settings);
    closers.push(() => objects.close());
    const services = connect(settings, { ...parts, objects, capture, hold });
    closers.push(() => services.projectPurger.close());
    closers.push(() => services.importQueue.close());
    closers.push(() => services.eventDeletions.close());
    closers.push(() => services.personFolder.close());
    closers.push(() => services.eventExpirer.close());
    await services.backupMoments.close();
    await services.snapshotFiles.clear();
    metrics.probe(probesOf(services));
    return { services, metrics, hold, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function startEngine(settings: Settings, observe: Observe): Promise<Engine> {
  return startEmbeddedEngine({
    folder: engineFolder(settings),
    allowedFunctions: [...ALLOWED_ENGINE_FUNCTIONS],
    places: { read: settings.maxQueries, long: settings.maxStreams + settings.maxBuilds },
    observe,
  });
}

function engineFolder({ dataDir }: Pick<Settings, 'dataDir'>): string {
  return path.join(dataDir, 'engine');
}

function probesOf(services: Services): MetricsProbes {
  return {
    cacheBytes: () => services.resultCache.byteLength,
    cacheEntries: () => services.resultCache.entryCount,
    runningQueries: () => services.admission.running,
    waitingQueries: () => services.admission.waiting,
    personOverrides: () => services.personFolder.pending,
    spoolBytes: () => services.captureWriter.waitingBytes,
    captureLagMs: () => services.captureWriter.lagMs,
    promotedProperties: () => services.promoter.current.events.size,
    runningTasks: () => services.workers.running,
    waitingTasks: () => services.workers.waiting,
  };
}
/** How long it may take until a property that is read much gets its column. */
const PROMOTION_POLL_MS = 60_000;

/** How long it may take until a lookup that is wanted is begun, and about the events that are copied in one step. */
const LOOKUP_SETTINGS = { pollMs: 2_000, stepRows: 500_000 };

/** How long it may take until the log of an endpoint tells of a type that capture has learned. */
const JUDGE_POLL_MS = 2_000;

interface Started {
  readonly database: Database;
  readonly engine: Engine;
  readonly objects: ObjectStore;
  readonly workers: Workers;
  readonly clock: Clock;
  readonly observe: Observe;
  readonly slices: LoopSlices;
  readonly capture: Capture;
  readonly hold: EngineHold;
  readonly lanes: Lanes;
}

function connect(
  settings: Settings,
  { database, engine, objects, workers, clock, observe, slices, capture, hold, lanes }: Started,
): Services {
  const { rateLimits } = settings;
  const bulk = inLane(engine, 'bulk');
  const { upkeep: upkeepLane } = lanes;
  const { close: _, ...ofCapture } = capture;
  const { replica, writeLock } = ofCapture;
  const ofUpkeep = { database, engine: bulk, clock, observe, wait, upkeepLane };
  const promoter = new PropertyPromoter(ofUpkeep, promotionSettings(settings));
  const catalog = new Catalog(database, promoter);
  const run = { ...runParts(settings, { catalog, engine, clock, lanes, workers }), slices };
  const listing = withLists(engine, database);
  const captureServices: ImportServices & Omit<DeletionServices, keyof typeof run> & typeof run = {
    ...run,
    engine,
    database,
    clock,
    observe,
    workers,
    catalog,
    ...ofCapture,
    deletionLane: lanes.deletion,
    importLane: lanes.import,
    importFolder: importFolderOf(settings),
    geoipDatabase: openGeoip(settings.geoipFile),
    captureLimits: { maxBodyBytes: settings.maxCaptureBytes, waitTimeoutMs: settings.captureWaitMs },
    unknownTokenBytes: unknownTokenBytes(settings, clock, slices),
  };
  return {
    ...materializeParts(settings, {
      ...{ database, engine: listing, objects, workers, clock, observe, catalog, run, hold, lanes },
    }),
    ...run,
    ...captureServices,
    engine: listing,
    upkeepLane,
    importQueue: new ImportQueue({ ...captureServices, engine: bulk }),
    personFolder: new PersonFolder({ ...captureServices, engine: bulk, upkeepLane }, foldSettings(settings)),
    eventDeletions: new EventDeletions({ ...captureServices, engine: bulk }),
    eventExpirer: new EventExpirer({ ...captureServices, engine: bulk }),
    promoter,
    lookupBuilder: new LookupBuilder({ ...ofUpkeep, writeLock }, LOOKUP_SETTINGS),
    ...lookupParts(settings, ofUpkeep),
    endpointJudge: new EndpointJudge(
      { database, clock, observe, wait, catalog, compiling: run.compiling },
      { pollMs: JUDGE_POLL_MS },
    ),
    activeRuns: new ActiveRuns(),
    testClock: clock instanceof SettableClock ? clock : null,
    objects,
    workers,
    backupMoments: backupMoments(settings, captureServices, engine),
    catalog,
    keyUses: new KeyUses(database, observe),
    projectPurger: new ProjectPurger({
      ...{ database, engine: bulk, objects, clock, observe, replica, writeLock, upkeepLane },
    }),
    runRate: new RateLimiter([{ name: 'runs', quota: rateLimits.runsPerMinute, windowSeconds: 60 }], clock),
    ...refusalRates(settings, clock),
  };
}

function promotionSettings({ promotedProperties, largeProjectEvents }: Settings): PromotionSettings {
  return { mostColumns: promotedProperties, largeProjectEvents, pollMs: PROMOTION_POLL_MS };
}

function refusalRates(
  { rateLimits }: Settings,
  clock: Started['clock'],
): Pick<Services, 'refusalRate' | 'captureRefusalRate'> {
  const refusals = { name: 'refusals', quota: rateLimits.refusalsPerMinute, windowSeconds: 60 };
  return {
    refusalRate: new RateLimiter([refusals], clock),
    captureRefusalRate: new RateLimiter([refusals], clock),
  };
}

function backupMoments(settings: Settings, services: ImportServices, engine: Engine): BackupMoments {
  return new BackupMoments({
    ...services,
    dataDir: settings.dataDir,
    freezeEngine: (target) => freezeEngine(engine, engineFolder(settings), target),
  });
}

/** Bodies of the largest size whose bytes may be open at once before their tokens are known. */
const OPEN_UNKNOWN_BODIES = 8;

/** Each address may look through one body of the largest size in a second, also where rate limits are off. */
function unknownTokenBytes(
  { maxCaptureBytes }: Settings,
  clock: Clock,
  slices: LoopSlices,
): UnknownTokenBytes {
  const policy = { name: 'unknown-token-bytes', quota: maxCaptureBytes, windowSeconds: 1 };
  return new UnknownTokenBytes(
    new RateLimiter([policy], clock),
    OPEN_UNKNOWN_BODIES * maxCaptureBytes,
    slices,
  );
}

/** The parts that only runs use. */
function runParts(
  settings: Settings,
  {
    catalog,
    engine,
    clock,
    lanes,
    workers,
  }: Pick<Started, 'engine' | 'clock' | 'lanes' | 'workers'> & Pick<RunServices, 'catalog'>,
): Pick<
  RunServices,
  | 'catalog'
  | 'compiling'
  | 'compiledVersions'
  | 'checkedRuns'
  | 'resultCache'
  | 'flights'
  | 'admission'
  | 'runLimits'
> {
  const rate = executionRate(settings, clock);
  const compiling = new Compiling(workers, rate);
  return {
    catalog,
    compiling,
    compiledVersions: new CompiledVersions(compiling),
    checkedRuns: new CheckedRuns(),
    resultCache: new ResultCache(settings.cacheBytes),
    flights: new SingleFlight(),
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

function executionRate({ rateLimits }: Settings, clock: Clock): RateLimiter {
  const { executionsPerMinute, executionsPerHour } = rateLimits;
  const policies = [
    { name: 'executions', quota: executionsPerMinute, windowSeconds: 60 },
    { name: 'executions-hour', quota: executionsPerHour, windowSeconds: 3600 },
  ];
  return new RateLimiter(policies, clock);
}

function importFolderOf(settings: Settings): ImportFolder {
  const { importMaxBytes: maxBytes, importWaitingBytes: maxWaitingBytes } = settings;
  return new ImportFolder(path.join(settings.dataDir, 'imports'), { maxBytes, maxWaitingBytes });
}

function captureOptions(settings: Settings): CaptureOptions {
  return {
    replica: replicaName(settings),
    spoolFolder: path.join(settings.dataDir, 'spool'),
    spoolMaxBytes: settings.spoolMaxBytes,
    flushAfterMs: settings.captureFlushMs,
  };
}

function lanesOf(settings: Settings): Lanes {
  return new Lanes({
    reads: {
      all: settings.maxQueries,
      ofGroup: settings.maxQueriesPerProject,
      ofMember: settings.maxQueriesPerKey,
    },
    streams: settings.maxStreams,
    builds: settings.maxBuilds,
    waiting: settings.maxWaitingQueries,
  });
}

/** Settings that name something of the scale-out work are refused and not ignored. */
function refuseUnavailable(settings: Settings): void {
  const named = {
    SLUICE_ENGINE_URL: settings.engineUrl,
    SLUICE_ENGINE_CLUSTER: settings.engineCluster,
    SLUICE_REDIS_URL: settings.redisUrl,
  };
  const set = Object.entries(named).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  if (set.length > 0)
    throw new StartupError(`This version does not support ${set.join(', ')} yet; unset it.`);
}

function allOf(sinks: readonly Observe[]): Observe {
  return (observation) => {
    for (const sink of sinks) sink(observation);
  };
}
