import type { ObjectStore } from '../adapters/objects/object-store.ts';
import type { Workers } from '../adapters/workers/workers.ts';
import type { Clock, SettableClock } from '../base/clock.ts';
import type { AccessServices } from './access/access-services.ts';
import type { ActionServices } from './actions/action-services.ts';
import type { Lane } from './admission/lane.ts';
import type { BackupMoments } from './backup/backup-moments.ts';
import type { DeletionServices } from './capture/deletion/deletion-services.ts';
import type { EventDeletions } from './capture/deletion/event-deletions.ts';
import type { EventExpirer } from './capture/deletion/event-expirer.ts';
import type { PersonFolder } from './capture/fold/person-folder.ts';
import type { ImportQueue, ImportServices } from './capture/import/import-queue.ts';
import type { Catalog } from './catalog/catalog.ts';
import type { CohortServices } from './cohorts/cohort-services.ts';
import type { DescribedService } from './describe-service.ts';
import type { EndpointServices } from './endpoints/endpoint-services.ts';
import type { ActiveRuns } from './execution/active-runs.ts';
import type { RunCanceller } from './execution/run-canceller.ts';
import type { RunWatcher } from './execution/run-watcher.ts';
import type { EndpointJudge } from './judge/endpoint-judge.ts';
import type { RateLimiter } from './limits/rate.ts';
import type { LookupBuilder } from './lookups/lookup-builder.ts';
import type { LookupChooser } from './lookups/lookup-chooser.ts';
import type { BuildScheduler } from './materialize/scheduler.ts';
import type { SnapshotFiles } from './materialize/snapshot-files.ts';
import type { ProjectPurger } from './projects/project-purger.ts';
import type { ProjectServices } from './projects/project-services.ts';
import type { PropertyPromoter } from './promote/property-promoter.ts';
import type { Replicas } from './replicas/replicas.ts';
import type { RunServices } from './run/run-services.ts';

/**
 * Everything the use cases work with, made once by `app/compose.ts`. Each service folder declares the part that it
 * needs as an interface of its own. This type extends all of these, so that a test can call a use case with less.
 */
export interface Services
  extends AccessServices,
    ActionServices,
    CohortServices,
    DescribedService,
    EndpointServices,
    DeletionServices,
    ImportServices,
    ProjectServices,
    RunServices {
  readonly database: AccessServices['database'];
  readonly engine: RunServices['engine'];
  readonly runLimits: RunServices['runLimits'];
  readonly writeLock: ImportServices['writeLock'];
  readonly importFolder: ImportServices['importFolder'];
  readonly clock: Clock;
  /** The clock that callers may set; null unless the service runs with SLUICE_TEST_CLOCK. */
  readonly testClock: SettableClock | null;
  readonly objects: ObjectStore;
  readonly workers: Workers;
  readonly scheduler: BuildScheduler;
  readonly snapshotFiles: SnapshotFiles;
  readonly catalog: Catalog;
  readonly backupMoments: BackupMoments;
  readonly projectPurger: ProjectPurger;
  /** The lane in which work behind the answers takes turns. */
  readonly upkeepLane: Lane;
  readonly importQueue: ImportQueue;
  readonly personFolder: PersonFolder;
  readonly eventDeletions: EventDeletions;
  readonly eventExpirer: EventExpirer;
  readonly promoter: PropertyPromoter;
  readonly lookupBuilder: LookupBuilder;
  readonly lookupChooser: LookupChooser;
  readonly endpointJudge: EndpointJudge;
  readonly activeRuns: ActiveRuns;
  readonly runCanceller: RunCanceller;
  readonly runWatcher: RunWatcher;
  readonly replicas: Replicas;
  /** Charged by every run at entry, per key. */
  readonly runRate: RateLimiter;
  /** Charged by every 401 and 403 but those of capture, per address. */
  readonly refusalRate: RateLimiter;
  /** Charged by every refused capture token, per address. */
  readonly captureRefusalRate: RateLimiter;
}
