import type { ObjectStore } from '../../adapters/objects/object-store.ts';
import type { Database } from '../../adapters/store/database.ts';
import type { Clock } from '../../base/clock.ts';
import type { Observe } from '../../base/observation.ts';
import type { Wait } from '../../base/wait.ts';
import type { BuildBudget, BuildSnapshot } from './snapshot.ts';
import type { SnapshotFiles } from './snapshot-files.ts';

/** What building on a schedule works with. */
export interface BuildServices {
  readonly database: Database;
  readonly clock: Clock;
  readonly observe: Observe;
  readonly objects: Pick<ObjectStore, 'list' | 'delete'>;
  readonly buildSnapshot: BuildSnapshot;
  readonly snapshotFiles: Pick<SnapshotFiles, 'removeGone'>;
  /** False while another engine may answer for the store: a snapshot built from this engine could be wrong there. */
  readonly mayBuild: () => boolean;
  readonly wait: Wait;
}

export interface SchedulerSettings {
  /** Most builds that run at once in this process. */
  readonly maxBuilds: number;
  readonly budget: BuildBudget;
  /** Silence after which another process takes a build over. */
  readonly leaseMs: number;
  /** Longest time until this process notices a due build that another process has queued. */
  readonly pollMs: number;
  /** Time that a build gets to end after it was told to end. */
  readonly graceMs: number;
  /** Objects of a replaced snapshot are kept for this long, which is longer than any read of them. */
  readonly keepRetiredMs: number;
}
