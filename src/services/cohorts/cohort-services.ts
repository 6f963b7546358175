import type { Engine } from '../../adapters/engine/engine.ts';
import type { Database } from '../../adapters/store/database.ts';
import type { Clock } from '../../base/clock.ts';
import type { ProjectContext } from '../../query/plan.ts';
import type { JudgingServices } from '../judge/judge-endpoints.ts';
import type { WriteLock } from '../leases/write-lease.ts';

/** What the use cases of cohorts work with. */
export interface CohortServices extends JudgingServices {
  readonly database: Database;
  readonly engine: Engine;
  readonly clock: Clock;
  readonly catalog: { context(projectId: number): Promise<ProjectContext> };
  /** Persons are deleted under it, so none vanishes between being looked up and being added. */
  readonly writeLock: WriteLock;
}

/** The cohort that a change is about. */
export interface CohortTarget {
  readonly id: number;
  /** The revisions that the caller expects, one of which the cohort must have; undefined = any revision. */
  readonly ifRevisions?: ReadonlySet<number> | undefined;
}
