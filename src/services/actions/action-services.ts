import type { Database } from '../../adapters/store/database.ts';
import type { Clock } from '../../base/clock.ts';
import type { ProjectContext } from '../../query/plan.ts';
import type { JudgingServices } from '../judge/judge-endpoints.ts';

/** What the use cases of actions work with. */
export interface ActionServices extends JudgingServices {
  readonly database: Database;
  readonly clock: Clock;
  readonly catalog: { context(projectId: number): Promise<ProjectContext> };
}

/** The action that a change is about. */
export interface ActionTarget {
  readonly id: number;
  /** The revisions that the caller expects, one of which the action must have; undefined = any revision. */
  readonly ifRevisions?: ReadonlySet<number> | undefined;
}
