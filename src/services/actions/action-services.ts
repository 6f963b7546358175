import type { Database } from '../../adapters/store/database.ts';
import type { Clock } from '../../base/clock.ts';
import type { ProjectContext } from '../../query/plan.ts';

/** What the use cases of actions work with. */
export interface ActionServices {
  readonly database: Database;
  readonly clock: Clock;
  readonly catalog: { context(projectId: number): Promise<ProjectContext> };
}

/** The action that a change is about. */
export interface ActionTarget {
  readonly id: number;
  /** The revision that the caller has seen; undefined = whatever it is. */
  readonly ifRevisions?: ReadonlySet<number> | undefined;
}
