/** The only door of services to `query`: (version, project, parameters, now) → run plan. */

export type {
  CompiledVersion,
  PreparedRun,
  PrepareOptions,
  QueryVariable,
  RunParameters,
} from './compiled-version.ts';
export type { ProjectContext } from './project-context.ts';
export { readQuery } from './read-query.ts';
export type { InsightAnswer, OutputColumn, PlannedQuery, ResultTable, RunPlan } from './run-plan.ts';
export type { StoredQuery } from './stored-query.ts';
