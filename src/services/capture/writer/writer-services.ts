import type { Engine } from '../../../adapters/engine/engine.ts';
import type { Database } from '../../../adapters/store/database.ts';
import type { Clock } from '../../../base/clock.ts';
import type { LoopSlices } from '../../../base/loop-slices.ts';
import type { Observe } from '../../../base/observation.ts';

/** What writing into the engine works with. */
export interface WriterServices {
  readonly engine: Engine;
  readonly database: Database;
  readonly clock: Clock;
  readonly observe: Observe;
  readonly slices: LoopSlices;
}
