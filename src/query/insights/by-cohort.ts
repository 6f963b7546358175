import { AppError } from '../../base/errors.ts';
import { invariant } from '../../base/invariant.ts';
import type { Sliced } from '../../base/loop-slices.ts';
import { type CohortName, cohortsOfBreakdown } from '../../schema/insights/breakdown-filter.ts';
import type { InsightQuery } from '../../schema/insights/insight-query.ts';
import type { CohortFilter, PropertyFilters } from '../../schema/property-filter.ts';
import { cohortWeight, MAX_CONDITIONS_OF_STATEMENT } from '../filters/cohort-weight.ts';
import type { InsightAnswer, ResultTable } from '../run-plan.ts';
import type { InsightContext } from './insight-context.ts';
import type { InsightPlan } from './insight-plan.ts';

/** A query that may be split by cohorts. */
type SplitQuery = InsightQuery & { readonly kind: 'TrendsQuery' | 'FunnelsQuery' | 'RetentionQuery' };

/** Compiles one query, for one cohort. */
type Compile = (query: InsightQuery, context: InsightContext) => InsightPlan;

/** Most statements of one query, over all cohorts: each is compiled and run. */
const MAX_STATEMENTS = 100;

/** A cohort of a breakdown with the name that is shown. */
interface ShownCohort {
  readonly value: CohortName;
  readonly name: string;
}

/** The cohorts that a query is split by, in the order of the query; undefined for every other query. */
export function splittingCohorts(query: InsightQuery): readonly CohortName[] | undefined {
  // How long conversions took is one answer, whatever the breakdown.
  if (query.kind === 'FunnelsQuery' && query.funnelsFilter?.funnelVizType === 'time_to_convert')
    return undefined;
  return isSplit(query) ? cohortsOfBreakdown(query.breakdownFilter) : undefined;
}

function isSplit(query: InsightQuery): query is SplitQuery {
  return 'breakdownFilter' in query;
}

/**
 * A query split by cohorts: for each cohort the query with a filter by it, so that a person counts in every cohort that
 * it is in ([B-6]). The plans run side by side; their answers stand one after the other.
 * @throws invalid_value for a cohort that the project does not have; query_too_large for more than may be compiled at
 *   once; what `compile` throws
 */
export function compileByCohort(
  query: InsightQuery,
  cohorts: readonly CohortName[],
  context: InsightContext,
  compile: Compile,
): InsightPlan {
  invariant(isSplit(query), 'a query that is split has a breakdown');
  const shown = cohorts.map((value) => shownCohort(value, context));
  const ids = cohorts.filter((value) => value !== 'all');
  const conditions = cohortWeight(ids, context.project.cohorts);
  if (conditions > MAX_CONDITIONS_OF_STATEMENT)
    throw tooLarge(
      `The cohorts have ${conditions} conditions together; at most ${MAX_CONDITIONS_OF_STATEMENT}.`,
    );
  // In front of the context and no copy, which would read every setting of the project.
  const each: InsightContext = Object.create(context, { copies: { value: cohorts.length } });
  const plans = cohorts.map((value) => compile(queryOf(query, value), each));
  return together(plans, (answers) => joined(query, shown, answers));
}

function tooLarge(detail: string): AppError {
  return new AppError('query_too_large', detail, { attr: 'breakdownFilter.breakdown' });
}

function shownCohort(value: CohortName, { project }: InsightContext): ShownCohort {
  if (value === 'all') return { value, name: 'All users' };
  const cohort = project.cohorts?.byId.get(value);
  if (cohort !== undefined) return { value, name: cohort.name };
  throw new AppError('invalid_value', `The project has no cohort with id ${value}.`, {
    attr: 'breakdownFilter.breakdown',
  });
}

function queryOf(query: SplitQuery, value: CohortName): InsightQuery {
  const { breakdownFilter: _, ...whole } = query;
  if (value === 'all') return whole;
  const filter: CohortFilter = { type: 'cohort', value };
  return { ...whole, properties: [...listOf(query.properties), filter] };
}

function listOf(filters: PropertyFilters = []) {
  return 'type' in filters ? [filters] : filters;
}

/** Plans that run side by side. A probe of one is asked before the others go on. */
function together(
  plans: readonly InsightPlan[],
  join: (answers: readonly InsightAnswer[]) => InsightAnswer,
): InsightPlan {
  for (const [index, plan] of plans.entries())
    if (plan.kind === 'probe')
      return {
        kind: 'probe',
        statement: plan.statement,
        next: (table) => together(plans.with(index, plan.next(table)), join),
      };
  const ready = plans.filter((plan) => plan.kind === 'rows');
  const statements = ready.flatMap((plan) => plan.statements);
  if (statements.length > MAX_STATEMENTS)
    throw tooLarge(`The series and cohorts make ${statements.length} queries; at most ${MAX_STATEMENTS}.`);
  return {
    kind: 'rows',
    statements,
    shape: (tables) => shapeAll(ready, tables, join),
  };
}

function* shapeAll(
  plans: readonly (InsightPlan & { readonly kind: 'rows' })[],
  tables: readonly ResultTable[],
  join: (answers: readonly InsightAnswer[]) => InsightAnswer,
): Sliced<InsightAnswer> {
  const answers: InsightAnswer[] = [];
  let at = 0;
  for (const { statements, shape } of plans) {
    answers.push(yield* shape(tables.slice(at, at + statements.length)));
    at += statements.length;
  }
  return join(answers);
}

type Result = Readonly<Record<string, unknown>>;

/** The answers of the cohorts as one. Each result, or step of a funnel, tells its cohort. */
function joined(
  query: SplitQuery,
  cohorts: readonly ShownCohort[],
  answers: readonly InsightAnswer[],
): InsightAnswer {
  const results = answers.map((answer, index) => {
    const cohort = cohorts[index];
    invariant(cohort && Array.isArray(answer.results), 'each cohort has a list of results');
    return answer.results.map((result: Result) => ({ ...result, ...membersOf(query, cohort, result) }));
  });
  const isOfSteps = query.kind === 'FunnelsQuery' && query.funnelsFilter?.funnelVizType !== 'trends';
  return { ...answers[0], results: isOfSteps ? results : inOrder(results.flat()) };
}

/** The current period before the previous one, as without a breakdown. */
function inOrder(results: readonly Result[]): readonly Result[] {
  const isPrevious = (result: Result): boolean => result['compare_label'] === 'previous';
  return [...results.filter((result) => !isPrevious(result)), ...results.filter(isPrevious)];
}

function membersOf(query: SplitQuery, { value, name }: ShownCohort, { label, action }: Result): Result {
  switch (query.kind) {
    case 'FunnelsQuery':
      return { breakdown: name, breakdown_value: value };
    case 'RetentionQuery':
      return { breakdown_value: value };
    case 'TrendsQuery': {
      // Results of formulas keep the label of the formula, as with every breakdown.
      if (action === null) return { breakdown_value: value };
      return {
        label: query.series.length === 1 ? name : `${String(label)} - ${name}`,
        breakdown_value: value,
      };
    }
  }
}
