import type { Engine } from '../../adapters/engine/engine.ts';
import type { Database } from '../../adapters/store/database.ts';
import type { Clock } from '../../base/clock.ts';
import type { Observe } from '../../base/observation.ts';
import type { Wait } from '../../base/wait.ts';
import type { Lane } from '../admission/lane.ts';
import type { WriteLock } from '../leases/write-lease.ts';

/** What building lookups works with. */
export interface LookupServices {
  readonly database: Database;
  readonly engine: Engine;
  readonly clock: Clock;
  readonly observe: Observe;
  readonly wait: Wait;
  readonly upkeepLane: Lane;
  readonly writeLock: WriteLock;
}

export interface LookupSettings {
  /** Time between two looks for lookups that are to be built or to go. */
  readonly pollMs: number;
  /** About the most events that are copied while capture waits. */
  readonly stepRows: number;
}
