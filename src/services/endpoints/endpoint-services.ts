import type { Database } from '../../adapters/store/database.ts';
import type { Clock } from '../../base/clock.ts';
import type { ProjectContext } from '../../query/plan.ts';
import type { Wakeable } from '../materialize/materialize-services.ts';

/** What the use cases of endpoints work with. */
export interface EndpointServices {
  /** Told after each change. */
  readonly scheduler: Wakeable;
  readonly database: Database;
  readonly clock: Clock;
  readonly catalog: { context(projectId: number): Promise<ProjectContext> };
}
