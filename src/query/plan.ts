import type { AppError } from '../base/errors.ts';
import type { VariableDeclarations } from '../schema/variable-declaration.ts';
import {
  compileInsightParts,
  type InsightParts,
  insightErrors,
  insightVersion,
} from './compile-insight-version.ts';
import type { CompiledParts, CompiledVersion } from './compiled-version.ts';
import type { ProjectContext } from './project-context.ts';
import { compileSqlParts, type SqlParts, sqlErrors, sqlVersion } from './sql-version.ts';
import type { StoredQuery } from './stored-query.ts';

/**
 * The only door of services to `query`: (version, project, parameters, now) → run plan.
 *
 * Compiles a version for one state of its project; keep the result while its `reads` hold. SQL is parsed and printed
 * here, once; a run only fills in values.
 * @throws AppError with the first error of the query or of its declarations
 */
export function compileVersion(
  query: StoredQuery,
  declarations: VariableDeclarations,
  project: ProjectContext,
): CompiledVersion {
  return versionOf(query, declarations, compileParts(query, declarations, project));
}

/** All the work of `compileVersion` that takes long. @throws AppError as `compileVersion` */
export function compileParts(
  query: StoredQuery,
  declarations: VariableDeclarations,
  project: ProjectContext,
): CompiledParts {
  return query.kind === 'HogQLQuery'
    ? compileSqlParts(query, declarations, project)
    : compileInsightParts(query, declarations, project);
}

/** The version that `compileParts` has compiled from the same query and declarations. */
export function versionOf(
  query: StoredQuery,
  declarations: VariableDeclarations,
  parts: CompiledParts,
): CompiledVersion {
  // Border: only `compileParts` makes parts, by the kind of the query.
  return query.kind === 'HogQLQuery'
    ? sqlVersion(query, declarations, parts as SqlParts)
    : insightVersion(query, parts as InsightParts);
}

/** Every error of a query, in the order of its text; empty when `compileVersion` accepts it. */
export function validateQuery(
  query: StoredQuery,
  declarations: VariableDeclarations,
  project: ProjectContext,
): readonly AppError[] {
  return query.kind === 'HogQLQuery'
    ? sqlErrors(query, declarations, project)
    : insightErrors(query, declarations, project);
}

export { parseEngineType } from './catalog/parse-engine-type.ts';
export { checkActionSteps } from './check-action-steps.ts';
export { checkCleaningFilters } from './check-cleaning-filters.ts';
export { checkCohort } from './check-cohort.ts';
export { cohortsOf } from './cohorts-of.ts';
export { insightQueries } from './compile-insight-version.ts';
export type {
  CompiledParts,
  CompiledVersion,
  PreparedFacts,
  PreparedRun,
  PrepareOptions,
  QueryVariable,
  RunParameters,
  StatementOfRun,
  StatementToCompile,
} from './compiled-version.ts';
export { describeDialect } from './describe-dialect.ts';
export { drawnMembers } from './drawn-members.ts';
export { errorAsSent } from './error-as-sent.ts';
export { shapeInsight } from './insight-shaping.ts';
export { flattenInsight } from './insights/flatten-insight.ts';
export { insightVariableNames } from './insights/insight-variables.ts';
export {
  keepReads,
  keptReadsDiffer,
  keptReadsHold,
  sameMeaning,
  type WantedStructures,
  wantedStructures,
} from './kept-reads.ts';
export { refuseDoubles, splitKeyedVariables } from './keyed-variables.ts';
export { formatHogql } from './language/format-hogql.ts';
export { namedCohorts, namesCohort } from './named-cohorts.ts';
export { namedWeight } from './named-weight.ts';
export type {
  ProjectContext,
  ProjectLookups,
  PromotedColumns,
  StoredAction,
  StoredCohort,
} from './project-context.ts';
export { answerReads, type ProjectReads, readsHold, watchReads } from './project-reads.ts';
export { readPart } from './read-part.ts';
export { readQuery } from './read-query.ts';
export type { RunConstraint } from './run-constraint.ts';
export type {
  InsightAnswer,
  InsightShaping,
  ListName,
  OutputColumn,
  PlannedQueries,
  PlannedQuery,
  ResultTable,
  RunPlan,
} from './run-plan.ts';
export { SEMANTICS_REVISION } from './semantics-revision.ts';
export { compileForRun } from './statement-of-run.ts';
export type { StoredQuery } from './stored-query.ts';
export { eventNamesOf, FULL_CATALOGUE, unknownNames } from './unknown-names.ts';
export { usedActions } from './used-actions.ts';
export { withoutEmptyFilters } from './without-empty-filters.ts';
