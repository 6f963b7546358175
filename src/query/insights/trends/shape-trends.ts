import type { Sliced } from '../../../base/loop-slices.ts';
import { type BucketTexts, bucketTexts } from '../../filters/bucket-labels.ts';
import type { InsightAnswer } from '../../run-plan.ts';
import { type Period, resolvedDateRange } from '../periods.ts';
import { seriesName } from '../series-condition.ts';
import { formulaData, sumOf } from './formula-data.ts';
import { type BreakdownValue, byKind, type PeriodTable, readTables, type SeriesData } from './read-tables.ts';
import type { TrendsFrame } from './trends-frame.ts';

/** A frame with what is printed for its periods. */
interface TrendsView {
  readonly frame: TrendsFrame;
  /** The texts of each period; none for total values. */
  readonly texts: ReadonlyMap<Period, BucketTexts>;
}

const NO_TEXTS: BucketTexts = { days: [], labels: [], isoStarts: [] };

/** Rows of the statements → response. Buckets without rows are 0. Current goes before previous, then by series. */
export function* shapeTrends(frame: TrendsFrame, tables: readonly PeriodTable[]): Sliced<InsightAnswer> {
  const data = yield* readTables(frame, tables);
  const shown = frame.breakdown?.hideOther ? data.filter(({ value }) => value.kind !== 'other') : data;
  const bounds = frame.periods[0]?.buckets.bounds;
  const texts = new Map<Period, BucketTexts>();
  if (!frame.isTotal)
    for (const period of frame.periods) texts.set(period, yield* bucketTexts(period.buckets));
  const view = { frame, texts };
  const results =
    frame.formulas.length > 0 ? yield* formulaResults(view, shown) : yield* seriesResults(view, shown);
  return {
    results,
    hasMore: data.some(({ value }) => value.kind === 'other'),
    ...(bounds && resolvedDateRange(bounds)),
  };
}

function* seriesResults(view: TrendsView, data: readonly SeriesData[]): Sliced<readonly unknown[]> {
  const { frame } = view;
  const bySeries = Map.groupBy(data, ({ series }) => series);
  const results: unknown[] = [];
  for (const period of frame.periods)
    for (const series of frame.query.series.keys())
      for (const one of valuesOf(frame, period, series, bySeries.get(series) ?? [])) {
        results.push({
          ...body(view, one),
          label: seriesLabel(frame, one),
          order: series,
          action: actionEcho(view, one),
          ...valueMembers(frame, one),
        });
        yield;
      }
  return results;
}

/** The results of one series in one period; a series without breakdown always has one. */
function valuesOf(
  frame: TrendsFrame,
  period: Period,
  series: number,
  data: readonly SeriesData[],
): readonly SeriesData[] {
  const own = data.filter((one) => one.period === period).sort(byKind);
  if (own.length > 0 || frame.breakdown) return own;
  return [emptyData(period, series)];
}

function emptyData(period: Period, series: number): SeriesData {
  return {
    series,
    period,
    value: { kind: 'regular', parts: [] },
    numbers: Array.from({ length: period.buckets.count }, () => 0),
  };
}

function* formulaResults(view: TrendsView, data: readonly SeriesData[]): Sliced<readonly unknown[]> {
  const { frame } = view;
  const results: unknown[] = [];
  for (const [order, formula] of frame.formulas.entries())
    for (const period of frame.periods) {
      const known =
        frame.breakdown || data.some((one) => one.period === period) ? data : [emptyData(period, 0)];
      for (const one of yield* formulaData(frame, period, formula, known)) {
        results.push({
          ...body(view, one),
          ...(frame.isTotal ? { data: null } : { count: sumOf(one.numbers) }),
          label: formula.label,
          order,
          action: null,
          ...valueMembers(frame, one),
        });
        yield;
      }
    }
  return results;
}

/** The numbers of a result and their days. */
function body({ frame, texts }: TrendsView, { numbers, period }: SeriesData) {
  if (frame.isTotal) return { data: [], days: [], count: 0, aggregated_value: numbers[0] ?? 0 };
  const count = frame.isCumulative ? (numbers.at(-1) ?? 0) : sumOf(numbers);
  const { labels, days } = texts.get(period) ?? NO_TEXTS;
  return { data: numbers, labels, days, count };
}

function valueMembers(frame: TrendsFrame, { value, period }: SeriesData): Record<string, unknown> {
  return {
    ...(frame.breakdown && { breakdown_value: shownValue(frame, value) }),
    ...(value.kind === 'other' && { breakdown_is_other: true }),
    ...(frame.isComparing && { compare: true, compare_label: period.label }),
  };
}

function shownValue(frame: TrendsFrame, value: BreakdownValue): unknown {
  const parts = value.parts.map((part) => {
    if (value.kind === 'other') return 'Other';
    return part === '' ? null : part;
  });
  return frame.breakdown?.isMultiple ? parts : (parts[0] ?? null);
}

function seriesLabel(frame: TrendsFrame, { series, value }: SeriesData): string {
  const name = nameOf(frame, series) ?? 'All events';
  if (!frame.breakdown) return name;
  const shown = value.parts
    .map((part) => (value.kind === 'other' ? 'Other' : part === '' ? 'None' : part))
    .join('::');
  return frame.query.series.length === 1 ? shown : `${name} - ${shown}`;
}

function nameOf(frame: TrendsFrame, series: number): string | null {
  const node = frame.query.series[series];
  return node ? seriesName(node, frame.context, `series.${series}`) : null;
}

/** The series of a result, in the words of the query. */
function actionEcho({ frame, texts }: TrendsView, { series, period }: SeriesData): Record<string, unknown> {
  const node = frame.query.series[series];
  const name = nameOf(frame, series);
  return {
    id: name,
    type: 'events',
    order: series,
    name: name ?? 'All events',
    custom_name: node?.custom_name ?? null,
    math: node?.math ?? 'total',
    math_property: node?.math_property ?? null,
    math_hogql: node?.math_hogql ?? null,
    math_group_type_index: node?.math_group_type_index ?? null,
    properties: {},
    days: (texts.get(period) ?? NO_TEXTS).isoStarts,
  };
}
