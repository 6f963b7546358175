import { Temporal } from 'temporal-polyfill';
import type { PropertyFilters } from '../../schema/property-filter.ts';
import { type FilterContext, filterContext } from '../filters/filter-condition.ts';
import type { ProjectContext } from '../project-context.ts';
import type { InsightVariables } from './insight-variables.ts';

/** What the compilation of one insight run depends on besides the query. */
export interface InsightContext {
  readonly project: ProjectContext;
  /** The one "now" of the run, in the project's zone. */
  readonly now: Temporal.ZonedDateTime;
  readonly weekStartDay: 0 | 1;
  /**
   * Filters of the caller (`filters_override.properties`). Rows that fail them do not exist for the query: unlike its
   * own filters they act on every event that is looked at, the history of an actor included.
   */
  readonly callerFilters: PropertyFilters;
  /** Breakdown values that the caller asks for; they act like `callerFilters`. */
  readonly breakdownValues: InsightVariables['breakdownValues'];
}

/** @param nowMs milliseconds since 1970 */
export function insightContext(
  project: ProjectContext,
  nowMs: number,
  { callerFilters, breakdownValues }: Pick<InsightContext, 'callerFilters' | 'breakdownValues'>,
): InsightContext {
  const now = Temporal.Instant.fromEpochMilliseconds(nowMs).toZonedDateTimeISO(project.timezone);
  return {
    project,
    now,
    // Asked for when it is needed, because what a query asks for is what it depends on.
    get weekStartDay() {
      return project.weekStartDay;
    },
    callerFilters,
    breakdownValues,
  };
}

/**
 * What property filters need of it.
 * @param fromCaller they are the caller's, and not of the query
 */
export function filterContextOf(context: InsightContext, fromCaller = false): FilterContext {
  return filterContext(context.project, context.now, { fromCaller, ofInsight: true });
}
