import { bucketDays, bucketLabels, isoWithOffset } from '../../filters/bucket-labels.ts';
import type { InsightAnswer } from '../../run-plan.ts';
import { seriesName } from '../series-condition.ts';
import { formulaData, sumOf } from './formula-data.ts';
import { type BreakdownValue, byKind, type PeriodTable, readTables, type SeriesData } from './read-tables.ts';
import type { Period, TrendsFrame } from './trends-frame.ts';

/** One series, or one formula, for one breakdown value in one period. */
interface TrendsResult {
  readonly data: readonly number[] | null;
  readonly labels?: readonly string[];
  readonly days: readonly string[];
  readonly count: number;
  readonly aggregated_value?: number;
  readonly label: string;
  readonly order: number;
  readonly action: Readonly<Record<string, unknown>> | null;
  readonly [member: string]: unknown;
}

/** Rows of the statements → response. Buckets without rows are 0; the order is current before previous, then series. */
export function shapeTrends(frame: TrendsFrame, tables: readonly PeriodTable[]): InsightAnswer {
  const data = readTables(frame, tables);
  const shown = frame.breakdown?.hideOther ? data.filter(({ value }) => value.kind !== 'other') : data;
  const bounds = frame.periods[0]?.buckets.bounds;
  return {
    results: frame.formulas.length > 0 ? formulaResults(frame, shown) : seriesResults(frame, shown),
    hasMore: data.some(({ value }) => value.kind === 'other'),
    ...(bounds && {
      resolvedDateRange: { date_from: isoWithOffset(bounds.from), date_to: isoWithOffset(bounds.to) },
    }),
  };
}

function seriesResults(frame: TrendsFrame, data: readonly SeriesData[]): readonly TrendsResult[] {
  return frame.periods.flatMap((period) =>
    frame.query.series.flatMap((_, series) =>
      valuesOf(frame, period, series, data).map((one) => ({
        ...body(frame, one),
        label: seriesLabel(frame, one),
        order: series,
        action: actionEcho(frame, one),
        ...valueMembers(frame, one),
      })),
    ),
  );
}

/** The results of one series in one period; a series without breakdown always has one. */
function valuesOf(
  frame: TrendsFrame,
  period: Period,
  series: number,
  data: readonly SeriesData[],
): readonly SeriesData[] {
  const own = data.filter((one) => one.period === period && one.series === series).sort(byKind);
  if (own.length > 0 || frame.breakdown) return own;
  return [emptyData(period, series)];
}

function emptyData(period: Period, series: number): SeriesData {
  return {
    series,
    period,
    value: { kind: 'regular', parts: [] },
    numbers: period.buckets.starts.map(() => 0),
  };
}

function formulaResults(frame: TrendsFrame, data: readonly SeriesData[]): readonly TrendsResult[] {
  return frame.formulas.flatMap((formula, order) =>
    frame.periods.flatMap((period) => {
      const known =
        frame.breakdown || data.some((one) => one.period === period) ? data : [emptyData(period, 0)];
      return formulaData(frame, period, formula, known).map((one) => ({
        ...body(frame, one),
        ...(frame.isTotal ? { data: null } : { count: sumOf(one.numbers) }),
        label: formula.label,
        order,
        action: null,
        ...valueMembers(frame, one),
      }));
    }),
  );
}

/** The numbers of a result and their days. */
function body(
  frame: TrendsFrame,
  { numbers, period }: SeriesData,
): Pick<TrendsResult, 'data' | 'labels' | 'days' | 'count' | 'aggregated_value'> {
  if (frame.isTotal) return { data: [], days: [], count: 0, aggregated_value: numbers[0] ?? 0 };
  const count = frame.isCumulative ? (numbers.at(-1) ?? 0) : sumOf(numbers);
  return { data: numbers, labels: bucketLabels(period.buckets), days: bucketDays(period.buckets), count };
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

/** What the series was, in the words of the query. */
function actionEcho(frame: TrendsFrame, { series, period }: SeriesData): Record<string, unknown> {
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
    days: frame.isTotal ? [] : period.buckets.starts.map(isoWithOffset),
  };
}
