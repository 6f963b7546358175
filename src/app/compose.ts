import path from 'node:path';
import { freezeEngine } from '../adapters/engine/embedded/freeze-engine.ts';
import type { Engine } from '../adapters/engine/engine.ts';
import { inLane } from '../adapters/engine/in-lane.ts';
import type { Kv } from '../adapters/kv/kv.ts';
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
import { KeyUses } from '../services/access/key-uses.ts';
import { SessionUses } from '../services/access/session-uses.ts';
import { VerifiedTokens } from '../services/access/tokens/verified-tokens.ts';
import { Lanes } from '../services/admission/lanes.ts';
import { BackupMoments } from '../services/backup/backup-moments.ts';
import type { DeletionServices } from '../services/capture/deletion/deletion-services.ts';
import { EventDeletions } from '../services/capture/deletion/event-deletions.ts';
import { EventExpirer } from '../services/capture/deletion/event-expirer.ts';
import { PersonFolder } from '../services/capture/fold/person-folder.ts';
import { ImportBytes } from '../services/capture/import/import-bytes.ts';
import { ImportFolder } from '../services/capture/import/import-folder.ts';
import { ImportQueue, type ImportServices } from '../services/capture/import/import-queue.ts';
import { type Capture, type CaptureOptions, openCapture } from '../services/capture/open-capture.ts';
import { UnknownTokenBytes } from '../services/capture/protocol/unknown-token-bytes.ts';
import { Catalog } from '../services/catalog/catalog.ts';
import { withLists } from '../services/execution/with-lists.ts';
import { EndpointJudge } from '../services/judge/endpoint-judge.ts';
import { RateLimiter } from '../services/limits/rate.ts';
import { LookupBuilder } from '../services/lookups/lookup-builder.ts';
import { ProjectPurger } from '../services/projects/project-purger.ts';
import type { PromotionSettings } from '../services/promote/promote-services.ts';
import { PropertyPromoter } from '../services/promote/property-promoter.ts';
import type { Services } from '../services/services.ts';
import type { Settings } from './config.ts';
import { engineSettingsObstacle } from './engine-address.ts';
import { foldSettings } from './fold-settings.ts';
import { keepFolderFormat } from './folder-format.ts';
import { holdStore } from './hold-store.ts';
import { lookupParts } from './lookup-parts.ts';
import { materializeParts } from './materialize-parts.ts';
import { nameEngine } from './name-engine.ts';
import { engineFolder, openEngine } from './open-engine.ts';
import { openGeoip } from './open-geoip.ts';
import { openKv } from './open-kv.ts';
import { openObjectStore } from './open-object-store.ts';
import { openStore } from './open-store.ts';
import { openWorkers } from './open-workers.ts';
import type { OpenedEngine } from './opened-engine.ts';
import { preparePrivateFolder } from './private-folder.ts';
import { replicaName } from './replica-name.ts';
import { replicaParts } from './replica-parts.ts';
import { runParts } from './run-parts.ts';
import { serviceFacts } from './service-facts.ts';
import { sumRates } from './shared-parts.ts';

/** The parts of a service, made and connected, and how to end them. */
export interface Composition {
  readonly services: Services;
  readonly metrics: Metrics;
  readonly hold: EngineHold;
  /** As `OpenedEngine.prepare`: nothing else asks the engine before. */
  readonly prepareEngine: OpenedEngine['prepare'];
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
  const closing = <Part extends { close(): Promise<void> } | undefined>(part: Part): Part => {
    closers.push(() => part?.close());
    return part;
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
    const workers = closing(openWorkers(settings));
    const database = closing(await openStore(settings, { observe: allOf([log, metrics.observe]), workers }));
    // Nobody else has the data folder, so that whoever held a lease in it is dead.
    if (settings.databaseUrl === undefined) await endLeases(database.query);
    const runLog = new RunLogSink(database, clock, (error) =>
      log({ kind: 'failure', where: 'run log', error }),
    );
    closers.push(() => runLog.flush());
    const observe = allOf([log, metrics.observe, (observation) => runLog.observe(observation)]);
    if (exposure !== null) observe({ kind: 'warning', about: 'data folder', detail: exposure });
    const { engine, prepare } = await openEngine(settings, { database, clock, observe });
    closing(engine);
    const { prepareEngine, engineName } = nameEngine(settings, database, prepare);
    const kv = closing(await openKv(settings, engineName, observe));
    const parts = {
      kv,
      database,
      engine,
      workers,
      clock,
      observe,
      slices: new LoopSlices(),
      lanes: lanesOf(settings, engine, () => services.replicas.liveReplicas()),
    };
    const capture = closing(await openCapture(parts, captureOptions(settings)));
    const objects = closing(await openObjectStore(settings));
    const services: Services = connect(settings, { ...parts, objects, capture, hold });
    closers.push(() => services.replicas.stop());
    closers.push(sumRates(parts, settings, services));
    for (const part of workBehindAnswers(services)) closing(part);
    await services.backupMoments.close();
    await services.snapshotFiles.clear();
    metrics.probe(probesOf(services, kv));
    return { services, metrics, hold, prepareEngine, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function workBehindAnswers({
  projectPurger,
  importQueue,
  eventDeletions,
  personFolder,
  eventExpirer,
}: Services): readonly { close(): Promise<void> }[] {
  return [projectPurger, importQueue, eventDeletions, personFolder, eventExpirer];
}

function probesOf(services: Services, kv: Kv | undefined): MetricsProbes {
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
    ...(kv && { isRedisUp: () => kv.isUp }),
  };
}
/** How long it may take until a property that is read much gets its column. */
const PROMOTION_POLL_MS = 60_000;

/** How long it may take until a lookup that is wanted is begun, and about the events that are copied in one step. */
const LOOKUP_SETTINGS = { pollMs: 2_000, stepRows: 500_000 };

/** How long it may take until the log of an endpoint tells of a type that capture has learned. */
const JUDGE_POLL_MS = 2_000;

interface Started {
  readonly kv: Kv | undefined;
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
  { kv, database, engine, objects, workers, clock, observe, slices, capture, hold, lanes }: Started,
): Services {
  const { rateLimits } = settings;
  const bulk = inLane(engine, 'bulk');
  const { upkeep: upkeepLane } = lanes;
  const { close: _, ...ofCapture } = capture;
  const { replica, writeLock } = ofCapture;
  const ofUpkeep = { database, engine: bulk, clock, observe, wait, upkeepLane };
  const promoter = new PropertyPromoter(ofUpkeep, promotionSettings(settings));
  const catalog = new Catalog(database, promoter);
  const run = { ...runParts(settings, { catalog, engine, clock, lanes, workers, kv, database }), slices };
  const listing = withLists(engine, database);
  const captureServices: ImportServices & Omit<DeletionServices, keyof typeof run> & typeof run = {
    ...run,
    ...{ engine, database, clock, observe, workers, catalog },
    ...ofCapture,
    deletionLane: lanes.deletion,
    importLane: lanes.import,
    ...importParts(settings, engine, objects),
    geoipDatabase: openGeoip(settings.geoipFile),
    captureLimits: { maxBodyBytes: settings.maxCaptureBytes, waitTimeoutMs: settings.captureWaitMs },
    unknownTokenBytes: unknownTokenBytes(settings, clock, slices),
  };
  capture.lateDeletions.planBy(captureServices);
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
    ...replicaParts({ ...run, database, engine, observe, replica, captureWriter: capture.captureWriter }),
    testClock: clock instanceof SettableClock ? clock : null,
    facts: serviceFacts(settings, engine),
    objects,
    workers,
    backupMoments: backupMoments(settings, captureServices, engine),
    catalog,
    keyUses: new KeyUses(database, observe),
    tokens: new VerifiedTokens(),
    sessionUses: settings.console ? new SessionUses(database, observe) : null,
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

/** Where files of imports are kept: in a folder, or in the bucket that an engine elsewhere reads. */
function importParts(
  settings: Settings,
  { objectsFrom }: Engine,
  objects: ObjectStore,
): Pick<ImportServices, 'importFolder' | 'importBytes'> {
  const { importMaxBytes: maxBytes, importWaitingBytes: maxWaitingBytes } = settings;
  const folder = path.join(settings.dataDir, 'imports');
  const bucket = objectsFrom === 's3' ? objects : null;
  return {
    importFolder: new ImportFolder(folder, { maxBytes, maxWaitingBytes }, bucket),
    importBytes: new ImportBytes(objects),
  };
}

function captureOptions(settings: Settings): CaptureOptions {
  return {
    replica: replicaName(settings),
    spoolFolder: path.join(settings.dataDir, 'spool'),
    spoolMaxBytes: settings.spoolMaxBytes,
    flushAfterMs: settings.captureFlushMs,
  };
}

function lanesOf(settings: Settings, engine: Engine, liveServices: () => number): Lanes {
  // A server has no places that it counts; the process of an engine does.
  const sharing = { liveServices, isCountedThere: () => engine.form === undefined };
  return new Lanes({
    reads: {
      all: settings.maxQueries,
      ofGroup: settings.maxQueriesPerProject,
      ofMember: settings.maxQueriesPerKey,
    },
    streams: settings.maxStreams,
    builds: settings.maxBuilds,
    waiting: settings.maxWaitingQueries,
    ...(engine.isShared && { sharing }),
  });
}

/** Settings that name something of the scale-out work are refused and not ignored. */
function refuseUnavailable(settings: Settings): void {
  const obstacle = engineSettingsObstacle(settings);
  if (obstacle !== null) throw new StartupError(obstacle);
  if (settings.redisUrl !== undefined && settings.databaseUrl === undefined)
    throw new StartupError(
      'SLUICE_REDIS_URL is for services that share a PostgreSQL database: set SLUICE_DATABASE_URL too, or unset it.',
    );
}

function allOf(sinks: readonly Observe[]): Observe {
  return (observation) => {
    for (const sink of sinks) sink(observation);
  };
}
