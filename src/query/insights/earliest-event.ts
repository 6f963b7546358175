import { Temporal } from 'temporal-polyfill';
import type { SeriesNode } from '../../schema/insights/series-node.ts';
import { instantConstant } from '../filters/instant-constant.ts';
import type { Expr, SelectQuery } from '../language/ast.ts';
import { alias, and, call, compare, field, from, internalCall, or, select } from '../language/build.ts';
import type { ResultTable } from '../run-plan.ts';
import type { InsightContext } from './insight-context.ts';
import type { InsightPlan } from './insight-plan.ts';
import { type RowFilters, rowsThatExist } from './row-conditions.ts';
import { nameCondition } from './series-condition.ts';

/**
 * Finds what `date_from: "all"` stands for, then goes on with it: the earliest event with the name or action of a
 * series, else the earliest of the project since 2015, else the time 7 days ago.
 */
export function probeEarliest(
  query: RowFilters & { readonly series: readonly SeriesNode[] },
  context: InsightContext,
  next: (earliest: Temporal.ZonedDateTime) => InsightPlan,
): InsightPlan {
  const exists = rowsThatExist(query, context);
  const named = or(...query.series.map((node, index) => nameCondition(node, context, `series.${index}`)));
  const since2015 = Temporal.PlainDate.from('2015-01-01').toZonedDateTime('UTC');
  const anyEvent = compare(field('timestamp'), '>=', instantConstant(since2015));
  const zone = context.project.timezone;
  return {
    kind: 'probe',
    statement: earliest(and(named, exists)),
    next: (ofSeries) => {
      const found = instantIn(ofSeries, zone);
      if (found) return next(found);
      return {
        kind: 'probe',
        statement: earliest(and(anyEvent, exists)),
        next: (ofProject) => next(instantIn(ofProject, zone) ?? context.now.subtract({ days: 7 })),
      };
    },
  };
}

function earliest(where: Expr): SelectQuery {
  return select({
    select: [
      alias('events', call('count')),
      alias('earliest', internalCall('_microseconds', call('min', field('timestamp')))),
    ],
    select_from: from('events'),
    where,
  });
}

function instantIn(table: ResultTable, zone: string): Temporal.ZonedDateTime | undefined {
  const [count, microseconds] = table.rows[0] ?? [];
  if (!Number(count) || typeof microseconds !== 'number') return undefined;
  return Temporal.Instant.fromEpochMilliseconds(Math.floor(microseconds / 1000))
    .add({ microseconds: microseconds % 1000 })
    .toZonedDateTimeISO(zone);
}
