import type { Temporal } from 'temporal-polyfill';
import type { PropertyFilters } from '../../schema/property-filter.ts';
import { filterCondition } from '../filters/filter-condition.ts';
import { instantConstant } from '../filters/instant-constant.ts';
import type { Expr } from '../language/ast.ts';
import { and } from '../language/build.ts';
import { expression } from '../language/dialect.ts';
import { breakdownText } from './breakdown-text.ts';
import { filterContextOf, type InsightContext } from './insight-context.ts';

/** The members of an insight query that say which rows count. */
export interface RowFilters {
  readonly properties?: PropertyFilters | undefined;
  readonly filterTestAccounts?: boolean | undefined;
  readonly samplingFactor?: number | undefined;
}

/** The query's own property filters and, when switched on, the test-account filters of the project. */
export function queryFilters(query: RowFilters, context: InsightContext): Expr {
  const filters = filterContextOf(context);
  return and(
    filterCondition(query.properties ?? [], 'events', filters, 'properties'),
    ...(query.filterTestAccounts
      ? [filterCondition(context.project.testAccountFilters, 'events', filters, 'test_account_filters')]
      : []),
  );
}

/** The condition of every scan of events: the filters of the caller, and the sample when the query asks for one. */
export function rowsThatExist(query: RowFilters, context: InsightContext): Expr {
  const caller = filterCondition(
    context.callerFilters,
    'events',
    filterContextOf(context, true),
    'filters_override.properties',
  );
  const values = context.breakdownValues.map(
    ({ part, value }) => expression`${breakdownText(part, context)} = ${value}`,
  );
  return and(caller, ...values, ...sample(query.samplingFactor));
}

/** The hash space is cut into this many parts, which is how fine the size of a sample can be. */
const SAMPLE_SPACE = 1_000_000;

function sample(factor: number | undefined): readonly Expr[] {
  if (factor === undefined || factor >= 1) return [];
  const places = Math.round(factor * SAMPLE_SPACE);
  return [expression`modulo(cityHash64(distinct_id), ${SAMPLE_SPACE}) < ${places}`];
}

/** Rows of a period, both bounds included. */
export function between(from: Temporal.ZonedDateTime, to: Temporal.ZonedDateTime): Expr {
  return expression`timestamp >= ${instantConstant(from)} AND ${upTo(to)}`;
}

/** Rows up to an instant, included. */
export function upTo(to: Temporal.ZonedDateTime): Expr {
  return expression`timestamp <= ${instantConstant(to)}`;
}
