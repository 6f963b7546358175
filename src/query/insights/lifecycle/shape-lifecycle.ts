import type { Sliced } from '../../../base/loop-slices.ts';
import type { LifecycleQuery } from '../../../schema/insights/lifecycle-query.ts';
import { bucketTexts } from '../../filters/bucket-labels.ts';
import type { Buckets } from '../../filters/buckets.ts';
import type { InsightAnswer, ResultTable } from '../../run-plan.ts';
import type { InsightContext } from '../insight-context.ts';
import { resolvedDateRange } from '../periods.ts';
import { seriesName } from '../series-condition.ts';

/** States of an actor, in the order of the answer. The place in the list is the code in the rows. */
const STATUSES = ['new', 'returning', 'resurrecting', 'dormant'] as const;

/** Rows (status code, data) → four objects; dormant actors are counted below zero. */
export function* shapeLifecycle(
  query: LifecycleQuery,
  context: InsightContext,
  buckets: Buckets,
  table: ResultTable | undefined,
): Sliced<InsightAnswer> {
  const [node] = query.series;
  const name = node ? seriesName(node, context, 'series.0') : null;
  const shown = name ?? 'All events';
  const action = {
    id: node?.kind === 'ActionsNode' ? String(node.id) : name,
    name: shown,
    type: node?.kind === 'ActionsNode' ? 'actions' : 'events',
    order: 0,
    math: 'total',
    ...(node?.custom_name !== undefined && { custom_name: node.custom_name }),
  };
  const { days, labels } = yield* bucketTexts(buckets);
  const results = STATUSES.map((status, code) => {
    const counts = countsOf(table, code, query.samplingFactor ?? 1, buckets.count);
    const data = status === 'dormant' ? counts.map((count) => 0 - count) : counts;
    const count = data.reduce((sum, value) => sum + value, 0);
    return { status, label: `${shown} - ${status}`, data, count, days, labels, action };
  });
  return { results, ...resolvedDateRange(buckets.bounds) };
}

function countsOf(
  table: ResultTable | undefined,
  code: number,
  sample: number,
  length: number,
): readonly number[] {
  const data = table?.rows.find(([status]) => Number(status) === code)?.[1];
  const counts = Array.isArray(data) ? data : [];
  return Array.from({ length }, (_, index) => Math.round(Number(counts[index] ?? 0) / sample));
}
