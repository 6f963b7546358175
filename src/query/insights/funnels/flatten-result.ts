import type { CsvCell } from '../../../base/write-csv.ts';
import type {
  FunnelStep,
  FunnelTimeToConvert,
  FunnelTrend,
} from '../../../schema/insights/insight-results.ts';
import type { FlatTable } from '../../run-plan.ts';
import { BREAKDOWN_COLUMNS, breakdownCells } from '../breakdown-cells.ts';

/**
 * A row for each step of each value of the breakdown.
 * @param results steps; with a breakdown a list of them for each value
 */
export function flattenSteps(results: readonly (FunnelStep | readonly FunnelStep[])[]): FlatTable {
  return {
    columns: [
      ...BREAKDOWN_COLUMNS,
      'order',
      'name',
      'custom_name',
      'count',
      'average_conversion_time',
      'median_conversion_time',
    ],
    rows: stepRows(results.flat()),
  };
}

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

/** A row for each bin, also the empty ones. The mean over all of them stands in the JSON answer only. */
export function flattenTimeToConvert({ bins }: FunnelTimeToConvert): FlatTable {
  return { columns: ['bin_start', 'count'], rows: bins };
}

/** A row for each bucket of each value of the breakdown. */
export function flattenFunnelTrends(results: readonly FunnelTrend[]): FlatTable {
  return { columns: [...BREAKDOWN_COLUMNS, 'bucket', 'conversion_rate'], rows: trendRows(results) };
}

function* trendRows(results: readonly FunnelTrend[]): Generator<readonly CsvCell[]> {
  for (const result of results) {
    const value = breakdownCells(result);
    for (const [place, day] of result.days.entries()) yield [...value, day, result.data[place] ?? null];
  }
}
