import type { CsvCell } from '../../base/write-csv.ts';
import type { InsightQuery } from '../../schema/insights/insight-query.ts';
import type {
  FunnelStep,
  FunnelTimeToConvert,
  FunnelTrend,
  LifecycleResult,
  PathEdge,
  RetentionRow,
  StickinessResult,
  TrendsResult,
} from '../../schema/insights/insight-results.ts';
import type { FlatTable } from '../run-plan.ts';

/** Columns of a flat answer that tell the value of the breakdown; their cells are empty without a breakdown. */
const BREAKDOWN_COLUMNS = ['breakdown_value', 'breakdown_is_other'] as const;

/**
 * The results of an insight as one table. Pure.
 * @param query the effective query, which decides the shape of its results
 * @param results what `shape` of that query made, or the same read back from a snapshot. The checksum of a snapshot
 *   says that nobody else wrote it, so the types are stated here and not checked again
 */
export function flattenInsight(query: InsightQuery, results: unknown): FlatTable {
  switch (query.kind) {
    case 'TrendsQuery':
      return {
        columns: ['order', 'label', ...BREAKDOWN_COLUMNS, 'compare_label', 'bucket', 'value'],
        rows: trendsRows(results as readonly TrendsResult[]),
      };
    case 'FunnelsQuery':
      return flattenFunnel(query, results);
    case 'RetentionQuery':
      return { columns: RETENTION_COLUMNS, rows: retentionRows(results as readonly RetentionRow[]) };
    case 'LifecycleQuery':
      return {
        columns: ['label', 'status', 'bucket', 'value'],
        rows: lifecycleRows(results as readonly LifecycleResult[]),
      };
    case 'StickinessQuery':
      return {
        columns: ['order', 'label', 'compare_label', 'interval_count', 'value'],
        rows: stickinessRows(results as readonly StickinessResult[]),
      };
    case 'PathsQuery':
      return {
        columns: ['source', 'target', 'value', 'average_conversion_time'],
        rows: pathRows(results as readonly PathEdge[]),
      };
    default:
      return query satisfies never;
  }
}

function flattenFunnel(
  { funnelsFilter }: InsightQuery & { readonly kind: 'FunnelsQuery' },
  results: unknown,
): FlatTable {
  switch (funnelsFilter?.funnelVizType) {
    case 'time_to_convert':
      // One row for each bin, also for empty bins. The mean over all bins stands in the JSON answer only.
      return { columns: ['bin_start', 'count'], rows: (results as FunnelTimeToConvert).bins };
    case 'trends':
      return {
        columns: [...BREAKDOWN_COLUMNS, 'bucket', 'conversion_rate'],
        rows: funnelTrendRows(results as readonly FunnelTrend[]),
      };
    default:
      // With a breakdown, the results are a list of steps for each value.
      return {
        columns: STEP_COLUMNS,
        rows: stepRows((results as readonly (FunnelStep | readonly FunnelStep[])[]).flat()),
      };
  }
}

/** One row for each bucket of each series. Displays without time have one row for each series, and no bucket. */
function* trendsRows(results: readonly TrendsResult[]): Generator<readonly CsvCell[]> {
  for (const result of results) {
    const series = [
      result.order,
      result.label,
      ...breakdownCells(result),
      result.compare_label ?? null,
    ] as const;
    if (result.aggregated_value !== undefined) yield [...series, null, result.aggregated_value];
    else
      for (const [place, day] of result.days.entries()) yield [...series, day, result.data?.[place] ?? null];
  }
}

const STEP_COLUMNS = [
  ...BREAKDOWN_COLUMNS,
  'order',
  'name',
  'custom_name',
  'count',
  'average_conversion_time',
  'median_conversion_time',
];

/** A row for each step of each value of the breakdown. */
function* stepRows(steps: readonly FunnelStep[]): Generator<readonly CsvCell[]> {
  for (const step of steps)
    yield [
      ...breakdownCells(step),
      step.order,
      step.name,
      step.custom_name,
      step.count,
      step.average_conversion_time,
      step.median_conversion_time,
    ];
}

/** A row for each bucket of each value of the breakdown. */
function* funnelTrendRows(results: readonly FunnelTrend[]): Generator<readonly CsvCell[]> {
  for (const result of results) {
    const value = breakdownCells(result);
    for (const [place, day] of result.days.entries()) yield [...value, day, result.data[place] ?? null];
  }
}

const RETENTION_COLUMNS = [
  ...BREAKDOWN_COLUMNS,
  'date',
  'cohort_size',
  'interval',
  'interval_label',
  'count',
  'aggregation_value',
];

/**
 * One row for each period of each cohort. `interval` counts periods, or brackets, from 0, which is where the cohort
 * starts.
 */
function* retentionRows(results: readonly RetentionRow[]): Generator<readonly CsvCell[]> {
  for (const row of results) {
    const cohort = [...breakdownCells(row), row.date, row.values[0]?.count ?? null] as const;
    for (const [interval, { label, count, aggregation_value: amount = null }] of row.values.entries())
      yield [...cohort, interval, label, count, amount];
  }
}

/** A row for each bucket of each state. */
function* lifecycleRows(results: readonly LifecycleResult[]): Generator<readonly CsvCell[]> {
  for (const { label, status, days, data } of results) {
    for (const [place, day] of days.entries()) yield [label, status, day, data[place] ?? null];
  }
}

/** A row for each number of intervals of each series. */
function* stickinessRows(results: readonly StickinessResult[]): Generator<readonly CsvCell[]> {
  for (const { action, label, compare_label: period = null, days, data } of results) {
    const order = Number(action['order']);
    for (const [place, count] of days.entries()) yield [order, label, period, count, data[place] ?? null];
  }
}

/** A row for each edge. */
function* pathRows(results: readonly PathEdge[]): Generator<readonly CsvCell[]> {
  for (const edge of results) yield [edge.source, edge.target, edge.value, edge.average_conversion_time];
}

/** The members of a result that tell its value of the breakdown. */
interface BreakdownMembers {
  readonly breakdown_value?: string | number | null | readonly (string | null)[] | undefined;
  readonly breakdown_is_other?: true | undefined;
}

/**
 * The cells of `BREAKDOWN_COLUMNS`. A list of one value is printed as that value. A list of several is printed as JSON,
 * so that no single value looks like two.
 */
function breakdownCells({
  breakdown_value: value = null,
  breakdown_is_other: isOther = undefined,
}: BreakdownMembers): readonly CsvCell[] {
  return [textOf(value), isOther ?? null];
}

function textOf(value: string | number | null | readonly (string | null)[]): string | null {
  if (value === null || typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  const [only = null] = value;
  return value.length === 1 ? only : JSON.stringify(value);
}
