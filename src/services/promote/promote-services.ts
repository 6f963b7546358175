import type { Engine } from '../../adapters/engine/engine.ts';
import type { Database } from '../../adapters/store/database.ts';
import type { Clock } from '../../base/clock.ts';
import type { Observe } from '../../base/observation.ts';
import type { Wait } from '../../base/wait.ts';
import type { Lane } from '../admission/lane.ts';

/** What promoting properties works with. */
export interface PromoteServices {
  readonly database: Pick<Database, 'query' | 'alone'>;
  readonly engine: Pick<Engine, 'command'>;
  readonly clock: Clock;
  readonly observe: Observe;
  readonly wait: Wait;
  readonly upkeepLane: Lane;
}

export interface PromotionSettings {
  /** Most columns; 0 = none, and those that are there go. */
  readonly mostColumns: number;
  /** A project with as many events is large: what its saved endpoints read gets columns. */
  readonly largeProjectEvents: number;
  /** Time between two looks. */
  readonly pollMs: number;
}
