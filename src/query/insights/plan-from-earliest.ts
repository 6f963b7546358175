import { Temporal } from 'temporal-polyfill';
import type { DateRange } from '../../schema/date-range.ts';
import type { SeriesNode } from '../../schema/insights/series-node.ts';
import { instantConstant } from '../filters/instant-constant.ts';
import { needsEarliest } from '../filters/resolve-date-range.ts';
import type { Expr, SelectStatement } from '../language/ast.ts';
import { or } from '../language/build.ts';
import { expression, statement } from '../language/dialect.ts';
import type { ResultTable } from '../run-plan.ts';
import type { InsightContext } from './insight-context.ts';
import type { InsightPlan } from './insight-plan.ts';
import { type RowFilters, rowsThatExist } from './row-conditions.ts';
import { nameCondition } from './series-condition.ts';

/** The members that tell which event to look for when a query asks for all time. */
interface ProbingQuery extends RowFilters {
  readonly dateRange?: DateRange | undefined;
  readonly series: readonly SeriesNode[];
}

/**
 * The plan of a query. With `date_from: "all"` the plan first finds where the data starts: at the earliest event with
 * the name or action of a series, else at the earliest event of the project since 2015, else 7 days ago.
 */
export function planFromEarliest(
  query: ProbingQuery,
  context: InsightContext,
  next: (earliest?: Temporal.ZonedDateTime) => InsightPlan,
): InsightPlan {
  if (!needsEarliest(query.dateRange)) return next();
  const exists = rowsThatExist(query, context);
  const named = or(...query.series.map((node, index) => nameCondition(node, context, `series.${index}`)));
  const since2015 = Temporal.PlainDate.from('2015-01-01').toZonedDateTime('UTC');
  const anyEvent = expression`timestamp >= ${instantConstant(since2015)}`;
  const zone = context.project.timezone;
  return {
    kind: 'probe',
    statement: earliest([named, exists]),
    next: (ofSeries) => {
      const found = instantIn(ofSeries, zone);
      if (found) return next(found);
      return {
        kind: 'probe',
        statement: earliest([anyEvent, exists]),
        next: (ofProject) => next(instantIn(ofProject, zone) ?? context.now.subtract({ days: 7 })),
      };
    },
  };
}

function earliest(conditions: readonly Expr[]): SelectStatement {
  return statement`
    SELECT count() AS events, _microseconds(min(timestamp)) AS earliest FROM events WHERE ${conditions}`;
}

function instantIn(table: ResultTable, zone: string): Temporal.ZonedDateTime | undefined {
  const [count, microseconds] = table.rows[0] ?? [];
  if (!Number(count) || typeof microseconds !== 'number') return undefined;
  return Temporal.Instant.fromEpochMilliseconds(Math.floor(microseconds / 1000))
    .add({ microseconds: microseconds % 1000 })
    .toZonedDateTimeISO(zone);
}
