import { onProject, type ProjectTask } from '../catalog/project-task.ts';
import type { PreparedSql, QueryToPrepare } from './prepare-query.ts';

/** Compiles a SQL query that is not stored. */
export const prepareSqlTask: ProjectTask<QueryToPrepare, PreparedSql> = {
  name: 'compile a SQL query',
  busyCode: 'query_capacity',
  load: async () => onProject((await import('./prepare-query.ts')).prepareSql),
};
