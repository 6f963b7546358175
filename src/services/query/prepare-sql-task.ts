import type { WorkerTask } from '../../adapters/workers/workers.ts';
import type { PreparedSql, QueryToPrepare } from './prepare-query.ts';

/** Compiles a SQL query that is not stored. */
export const prepareSqlTask: WorkerTask<QueryToPrepare, PreparedSql> = {
  name: 'compile a SQL query',
  busyCode: 'query_capacity',
  load: async () => (await import('./prepare-query.ts')).prepareSql,
};
