import type { Database } from '../../adapters/store/database.ts';
import type { Clock } from '../../base/clock.ts';
import type { Observe } from '../../base/observation.ts';
import type { PrincipalCache } from './principal-cache.ts';

/** What the use cases of access work with. */
export interface AccessServices {
  readonly database: Database;
  readonly clock: Clock;
  readonly observe: Observe;
  readonly principals: PrincipalCache;
}
