import type { Database } from '../../adapters/store/database.ts';
import type { Author } from '../../adapters/store/endpoint-row.ts';
import type { Clock } from '../../base/clock.ts';
import type { CompiledVersion, ProjectContext, StoredQuery } from '../../query/plan.ts';
import type { VariableDeclarations } from '../../schema/variable-declaration.ts';

/** Compiles a query for a project. @throws AppError 400 codes with position or path */
export type CompileQuery = (
  query: StoredQuery,
  variables: VariableDeclarations,
  project: ProjectContext,
) => CompiledVersion;

/** What the use cases of endpoints work with. */
export interface EndpointServices {
  readonly database: Database;
  readonly clock: Clock;
  readonly projects: { context(projectId: number): Promise<ProjectContext> };
  readonly compileQuery: CompileQuery;
}

/** Whose endpoints, and who changes them. */
export interface EndpointCaller {
  readonly projectId: number;
  readonly author: Author;
}
