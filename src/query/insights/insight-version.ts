import { stableJson } from '../../base/stable-json.ts';
import { checkInsightQuery, type InsightQuery } from '../../schema/insights/insight-query.ts';
import type { RunParameters } from '../compiled-version.ts';
import type { SelectStatement } from '../language/ast.ts';
import { modifiedProject } from '../modified-project.ts';
import type { ProjectContext } from '../project-context.ts';
import type { RunConstraint } from '../run-constraint.ts';
import type { StoredQuery } from '../stored-query.ts';
import { compileInsight } from './compile-insight.ts';
import { type EffectiveQuery, effectiveQuery, type OverrideOptions, withOrigin } from './effective-query.ts';
import { type InsightContext, insightContext } from './insight-context.ts';
import type { InsightPlan } from './insight-plan.ts';
import { insightVariableNames } from './insight-variables.ts';

/** A stored insight query, checked: all that does not depend on the caller. */
export interface InsightVersion {
  readonly query: InsightQuery;
  /** The query in one spelling: no nulls, no display-only members, sorted keys. */
  readonly canonicalQuery: string;
  /** Names that `variables` of a run may carry. */
  readonly variableNames: readonly string[];
}

/** One run of an insight, checked completely except for what depends on the time. */
export interface PreparedInsight {
  /** Canonical text of what the run means. */
  readonly canonical: string;
  readonly hasParameters: boolean;
  /** True when overrides hold SQL expressions that the stored query has not. */
  readonly hasOwnExpression: boolean;
  /** True when the query asks for the debug members itself. */
  readonly wantsDebug: boolean;
  /** The project as the modifiers of the query change it. Statements of the run are compiled for this project. */
  readonly project: ProjectContext;
  /** What the run may see, see `RunParameters`. */
  readonly constraint: RunConstraint | undefined;
  /** What narrows the scans inside expressions at a given time; undefined when the call narrows nothing. */
  narrowing(nowMs: number): InsightContext | undefined;
  /** @throws invalid_date and query_too_large when the dates resolve to an impossible or too long range */
  plan(nowMs: number): InsightPlan;
  /** The query after all overrides. */
  readonly query: InsightQuery;
  /**
   * Runs `make`, which works on statements of the plan. Errors in expressions of the query get their path in the
   * request.
   */
  inRequestTerms<Made>(make: () => Made): Made;
}

/**
 * Checks a stored insight query.
 * @throws unknown_member, invalid_value, invalid_filter with a path under `query`
 */
export function openInsight(stored: StoredQuery): InsightVersion {
  const query = checkInsightQuery(stored, 'query');
  return { query, canonicalQuery: stableJson(query), variableNames: insightVariableNames(query) };
}

/** Applies the parameters of a run. @throws AppError 400 codes with the path in the request */
export function prepareInsight(
  { query: stored }: InsightVersion,
  unmodified: ProjectContext,
  parameters: RunParameters,
  options: OverrideOptions,
): PreparedInsight {
  const effective = effectiveQuery(stored, parameters, options);
  const { query, callerFilters, breakdownValues } = effective;
  const project = modifiedProject(unmodified, query.modifiers);
  const hasNoFilters = Array.isArray(callerFilters) && callerFilters.length === 0;
  const isNarrowed = !hasNoFilters || breakdownValues.length > 0;
  return {
    canonical: stableJson({ query, callerFilters, breakdownValues, constraint: parameters.constraint }),
    hasParameters: hasParameters(parameters),
    hasOwnExpression: effective.hasOwnExpression,
    wantsDebug: query.modifiers?.debug ?? false,
    project,
    constraint: parameters.constraint,
    narrowing: (nowMs) => (isNarrowed ? insightContext(project, nowMs, effective) : undefined),
    plan: (nowMs) => planOf(effective, insightContext(project, nowMs, effective)),
    query,
    inRequestTerms: (make) => inRequestTerms(effective.origins, make),
  };
}

/**
 * Every statement of a plan. Each probe is taken to find nothing: what it finds changes only constants of the
 * statements that follow.
 */
export function statementsOf(plan: InsightPlan): readonly SelectStatement[] {
  if (plan.kind === 'rows') return plan.statements;
  return [plan.statement, ...statementsOf(plan.next({ columns: [], rows: [] }))];
}

function planOf({ query, origins }: EffectiveQuery, context: InsightContext): InsightPlan {
  return planInRequestTerms(origins, () => compileInsight(query, context));
}

/** The plan with paths of the request in its errors, also in those of what follows its probes. */
function planInRequestTerms(origins: EffectiveQuery['origins'], make: () => InsightPlan): InsightPlan {
  const plan = inRequestTerms(origins, make);
  if (plan.kind === 'rows') return plan;
  return { ...plan, next: (table) => planInRequestTerms(origins, () => plan.next(table)) };
}

function inRequestTerms<Made>(origins: EffectiveQuery['origins'], make: () => Made): Made {
  try {
    return make();
  } catch (error) {
    throw withOrigin(error, origins);
  }
}

/** True when the call has parameters. Empty objects, and a list of no filters, are no parameters. */
export function hasParameters({
  variables,
  query_override,
  filters_override,
  constraint,
}: RunParameters): boolean {
  const filters = Object.entries(filters_override ?? {}).filter(
    ([, value]) => value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0),
  );
  return (
    constraint !== undefined ||
    filters.length > 0 ||
    Object.keys(variables ?? {}).length > 0 ||
    Object.keys(query_override ?? {}).length > 0
  );
}
