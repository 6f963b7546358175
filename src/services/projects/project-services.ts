import type { Engine } from '../../adapters/engine/engine.ts';
import type { Database } from '../../adapters/store/database.ts';
import type { Clock } from '../../base/clock.ts';
import type { KnownProject } from '../catalog/known-project.ts';
import type { JudgingServices } from '../judge/judge-endpoints.ts';

/** What the use cases of projects work with. */
export interface ProjectServices {
  readonly database: Pick<Database, 'query' | 'transaction'>;
  readonly clock: Clock;
  readonly engine: Pick<Engine, 'ensureProject'>;
}

/** What changes of facts that stored endpoints may read work with. */
export interface JudgedProjectServices extends Pick<ProjectServices, 'clock'>, JudgingServices {
  readonly database: Database;
  readonly catalog: { context(projectId: number): Promise<KnownProject> };
}
