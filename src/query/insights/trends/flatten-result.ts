import type { CsvCell } from '../../../base/write-csv.ts';
import type { TrendsResult } from '../../../schema/insights/insight-results.ts';
import type { FlatTable } from '../../run-plan.ts';
import { BREAKDOWN_COLUMNS, breakdownCells } from '../breakdown-cells.ts';

/** A row for each bucket of each series; displays without time have one for each series, and no bucket. */
export function flattenTrends(results: readonly TrendsResult[]): FlatTable {
  return {
    columns: ['order', 'label', ...BREAKDOWN_COLUMNS, 'compare_label', 'bucket', 'value'],
    rows: rowsOf(results),
  };
}

function* rowsOf(results: readonly TrendsResult[]): Generator<readonly CsvCell[]> {
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
