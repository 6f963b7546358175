import path from 'node:path';
import type { Engine } from '../adapters/engine/engine.ts';
import type { ObjectStore } from '../adapters/objects/object-store.ts';
import type { Database } from '../adapters/store/database.ts';
import type { EngineHold } from '../adapters/store/engine-hold.ts';
import type { Workers } from '../adapters/workers/workers.ts';
import type { Clock } from '../base/clock.ts';
import { unreachable } from '../base/invariant.ts';
import type { Observe } from '../base/observation.ts';
import { wait } from '../base/wait.ts';
import type { Lanes } from '../services/admission/lanes.ts';
import type { Catalog } from '../services/catalog/catalog.ts';
import { buildSnapshot } from '../services/materialize/build-snapshot.ts';
import type { SchedulerSettings } from '../services/materialize/materialize-services.ts';
import { BuildScheduler } from '../services/materialize/scheduler.ts';
import { SnapshotFiles } from '../services/materialize/snapshot-files.ts';
import { SnapshotObjects } from '../services/materialize/snapshot-objects.ts';
import { SnapshotReader } from '../services/materialize/snapshot-reader.ts';
import { type SnapshotSources, sourcesOfFiles } from '../services/materialize/snapshot-sources.ts';
import { HotAnswers } from '../services/run/answer-from-snapshot.ts';
import type { RunServices } from '../services/run/run-services.ts';
import type { Services } from '../services/services.ts';
import type { Settings } from './config.ts';

interface Started {
  readonly database: Database;
  readonly engine: Engine;
  readonly objects: ObjectStore;
  readonly workers: Workers;
  readonly clock: Clock;
  readonly observe: Observe;
  readonly hold: EngineHold;
  readonly catalog: Catalog;
  readonly lanes: Lanes;
  readonly run: Pick<RunServices, 'compiledVersions' | 'runLimits' | 'slices'>;
}

type MaterializeParts = Pick<Services, 'scheduler' | 'snapshotFiles' | 'snapshotReader' | 'hotAnswers'>;

/** The parts that build snapshots and answer from them. */
export function materializeParts(settings: Settings, started: Started): MaterializeParts {
  const { database, engine, objects, clock, observe, hold } = started;
  const snapshotFiles = new SnapshotFiles(objects, {
    folder: path.join(settings.dataDir, 'snapshot-copies'),
    maxBytes: settings.snapshotCopyBytes,
  });
  const snapshotSources = sourcesFor(engine, snapshotFiles, started);
  const snapshotReader = new SnapshotReader({
    engine,
    objects,
    snapshotSources,
    slices: started.run.slices,
  });
  const buildLane = started.lanes.build;
  const services = { ...started, ...started.run, snapshotSources, snapshotReader, buildLane };
  return {
    scheduler: new BuildScheduler(
      {
        ...{ database, clock, observe, objects, snapshotFiles, wait },
        // What is built is for all services on the store, so it comes from the engine of all.
        mayBuild: () => hold.state === 'held' && (engine.isShared || !settings.testSeparateEngines),
        buildSnapshot: (job) => buildSnapshot(services, job),
      },
      schedulerSettings(settings),
    ),
    snapshotFiles,
    snapshotReader,
    hotAnswers: new HotAnswers(objects, settings.snapshotMemoryBytes),
  };
}

/** Where the engine reads the objects of snapshots: files of this machine, or the bucket. */
function sourcesFor(
  { objectsFrom }: Pick<Engine, 'objectsFrom'>,
  files: SnapshotFiles,
  parts: Pick<Started, 'objects' | 'database' | 'clock'>,
): SnapshotSources {
  switch (objectsFrom) {
    case 'file':
      return sourcesOfFiles(files);
    case 's3':
      return new SnapshotObjects(parts);
    default:
      return unreachable(objectsFrom);
  }
}

/** Silence of a process after which its builds are taken over. */
const LEASE_MS = 15_000;
/** Other processes' changes of the schedule are noticed so late. */
const POLL_MS = 1_000;
/** Time that a build gets to end after it was told to. */
const BUILD_GRACE_MS = 5_000;

function schedulerSettings(settings: Settings): SchedulerSettings {
  const { buildTimeoutMs: timeoutMs, buildMemoryBytes: maxMemoryBytes } = settings;
  return {
    maxBuilds: settings.maxBuilds,
    budget: { timeoutMs, maxMemoryBytes },
    leaseMs: LEASE_MS,
    pollMs: POLL_MS,
    graceMs: BUILD_GRACE_MS,
    // No read of a snapshot takes longer than a stream may.
    keepRetiredMs: settings.streamTimeoutMs + LEASE_MS,
  };
}
