import type { Database } from '../../adapters/store/database.ts';
import type { Clock } from '../../base/clock.ts';
import type { Observe } from '../../base/observation.ts';
import type { Catalog } from '../catalog/catalog.ts';
import type { Compiling } from '../catalog/compiling.ts';
import type { Wakeable } from '../materialize/queue-build.ts';

/** What the use cases of endpoints work with. */
export interface EndpointServices {
  /** Woken after each change. */
  readonly scheduler: Wakeable;
  /** Woken after each save, by whichever service, as is the next one. */
  readonly promoter: Wakeable;
  readonly lookupChooser: Wakeable;
  readonly database: Database;
  readonly clock: Clock;
  readonly observe: Observe;
  readonly catalog: Pick<Catalog, 'context' | 'warnOfUnknown'>;
  readonly compiling: Compiling;
}
