import type { VersionRow } from '../../adapters/store/endpoint-row.ts';
import type { CompiledParts } from '../../query/plan.ts';
import { type OfProject, onProject, type ProjectTask } from './project-task.ts';

/** A query with the declarations of its variables. */
export type QueryToCompile = Pick<VersionRow, 'query' | 'variables'>;

/** Compiles a query with the declarations of its variables. */
export const compileTask: ProjectTask<QueryToCompile & OfProject, CompiledParts> = {
  name: 'compile a version',
  busyCode: 'query_capacity',
  load: async () => {
    const { compileParts } = await import('../../query/plan.ts');
    return onProject(({ query, variables, project }) => compileParts(query, variables, project));
  },
};
