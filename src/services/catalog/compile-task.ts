import type { VersionRow } from '../../adapters/store/endpoint-row.ts';
import type { WorkerTask } from '../../adapters/workers/workers.ts';
import type { CompiledParts, ProjectContext } from '../../query/plan.ts';

/** A query with the declarations of its variables. */
export type QueryToCompile = Pick<VersionRow, 'query' | 'variables'>;

/** Compiles a query with the declarations of its variables. */
export const compileTask: WorkerTask<QueryToCompile & { readonly project: ProjectContext }, CompiledParts> = {
  name: 'compile a version',
  busyCode: 'query_capacity',
  load: async () => {
    const { compileParts } = await import('../../query/plan.ts');
    return ({ query, variables, project }) => compileParts(query, variables, project);
  },
};
