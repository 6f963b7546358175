import type { Engine } from '../../adapters/engine/engine.ts';
import type { Database } from '../../adapters/store/database.ts';
import type { Clock } from '../../base/clock.ts';

/** What the use cases of projects work with. */
export interface ProjectServices {
  readonly database: Pick<Database, 'query'>;
  readonly clock: Clock;
  readonly engine: Pick<Engine, 'ensureProject'>;
}
