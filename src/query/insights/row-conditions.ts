import type { Temporal } from 'temporal-polyfill';
import type { PropertyFilters } from '../../schema/property-filter.ts';
import { instantConstant } from '../filters/instant-constant.ts';
import { filterCondition } from '../filters/property-filter.ts';
import type { Expr } from '../language/ast.ts';
import { and, call, compare, constant, field } from '../language/build.ts';
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

/** What every scan of events carries: the filters of the caller, and the sample when one is asked for. */
export function rowsThatExist(query: RowFilters, context: InsightContext): Expr {
  const caller = filterCondition(
    context.callerFilters,
    'events',
    filterContextOf(context, true),
    'filters_override.properties',
  );
  const values = context.breakdownValues.map(({ part, value }) =>
    compare(breakdownText(part, context), '==', constant(value)),
  );
  return and(caller, ...values, ...sample(query.samplingFactor));
}

/** Thousandths of thousandths of the hash space. */
const SAMPLE_SPACE = 1_000_000;

function sample(factor: number | undefined): readonly Expr[] {
  if (factor === undefined || factor >= 1) return [];
  const place = call('modulo', call('cityHash64', field('distinct_id')), constant(SAMPLE_SPACE));
  return [compare(place, '<', constant(Math.round(factor * SAMPLE_SPACE)))];
}

/** Rows of a period, both bounds included. */
export function between(from: Temporal.ZonedDateTime, to: Temporal.ZonedDateTime): Expr {
  return and(
    compare(field('timestamp'), '>=', instantConstant(from)),
    compare(field('timestamp'), '<=', instantConstant(to)),
  );
}

/** Rows up to an instant, included. */
export function upTo(to: Temporal.ZonedDateTime): Expr {
  return compare(field('timestamp'), '<=', instantConstant(to));
}
