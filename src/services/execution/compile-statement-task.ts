import type { WorkerTask } from '../../adapters/workers/workers.ts';
import type { StatementOfRun, StatementToCompile } from '../../query/plan.ts';

/** Compiles the SQL statement of one run. */
export const compileStatementTask: WorkerTask<StatementToCompile, StatementOfRun> = {
  name: 'compile the statement of a run',
  busyCode: 'query_capacity',
  load: async () => (await import('../../query/plan.ts')).compileForRun,
};
