import type { Sliced } from '../../../base/loop-slices.ts';
import type { StickinessQuery } from '../../../schema/insights/stickiness-query.ts';
import type { Buckets } from '../../filters/buckets.ts';
import type { InsightAnswer, ResultTable } from '../../run-plan.ts';
import type { InsightContext } from '../insight-context.ts';
import { type Period, resolvedDateRange } from '../periods.ts';
import { seriesName } from '../series-condition.ts';

/** Number of periods that an actor can be active in. */
export function periodCount({ intervalCount = 1 }: StickinessQuery, { count }: Buckets): number {
  return Math.ceil(count / intervalCount);
}

/** Rows (active periods, actors) → one object per series and period, current before previous. */
export function* shapeStickiness(
  query: StickinessQuery,
  context: InsightContext,
  periods: readonly Period[],
  tables: readonly ResultTable[],
): Sliced<InsightAnswer> {
  const results: unknown[] = [];
  for (const [place, period] of periods.entries())
    for (const [order, node] of query.series.entries()) {
      const table = tables[place * query.series.length + order];
      const exact = actorsPerCount(query, period.buckets, table);
      const name = seriesName(node, context, `series.${order}`);
      const shown = name ?? 'All events';
      results.push({
        ...numbers(query, exact),
        label: shown,
        action: { order, type: 'events', name: shown, id: name, custom_name: node.custom_name ?? null },
        ...(periods.length > 1 && { compare: true, compare_label: period.label }),
      });
      yield;
    }
  const bounds = periods[0]?.buckets.bounds;
  return {
    results,
    ...(bounds && resolvedDateRange(bounds)),
  };
}

/** `[i]` = actors active in exactly i + 1 periods. */
function actorsPerCount(
  query: StickinessQuery,
  buckets: Buckets,
  table: ResultTable | undefined,
): readonly number[] {
  const found = new Map(table?.rows.map(([active, actors]) => [Number(active), Number(actors)]));
  const sample = query.samplingFactor ?? 1;
  return Array.from({ length: periodCount(query, buckets) }, (_, index) =>
    Math.round((found.get(index + 1) ?? 0) / sample),
  );
}

function numbers(query: StickinessQuery, exact: readonly number[]) {
  const isCumulative = query.stickinessFilter?.computedAs === 'cumulative';
  const unit = query.interval ?? 'day';
  const label = (count: number) =>
    `${count} ${unit}${count === 1 ? '' : 's'}${isCumulative ? ' or more' : ''}`;
  const days = exact.map((_, index) => index + 1);
  return {
    count: exact.reduce((sum, value) => sum + value, 0),
    data: isCumulative ? runningFromEnd(exact) : exact,
    days,
    labels: days.map(label),
  };
}

/** `[i]` = sum of the numbers from i on. */
function runningFromEnd(exact: readonly number[]): readonly number[] {
  let sum = 0;
  return exact
    .toReversed()
    .map((value) => {
      sum += value;
      return sum;
    })
    .toReversed();
}
