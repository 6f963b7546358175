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
   * Filters of the caller (`filters_override.properties`). For the query, only rows that pass them exist. Unlike the
   * query's own filters they act on every event that is looked at, also on the history of an actor.
   */
  readonly callerFilters: PropertyFilters;
  /** Breakdown values that the caller asks for; a value acts like one of `callerFilters`. */
  readonly breakdownValues: InsightVariables['breakdownValues'];
  /** How many answers of this size go into one: those of a query that is split by cohorts. Absent = 1. */
  readonly copies?: number;
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
    // Read only when it is needed, because an answer depends on every setting that was read.
    get weekStartDay() {
      return project.weekStartDay;
    },
    callerFilters,
    breakdownValues,
  };
}

/**
 * The part of the context that property filters need.
 * @param fromCaller the filters are the caller's and not the query's
 */
export function filterContextOf(context: InsightContext, fromCaller = false): FilterContext {
  return filterContext(context.project, context.now, { fromCaller, ofInsight: true });
}
