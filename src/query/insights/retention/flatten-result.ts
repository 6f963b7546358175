import type { CsvCell } from '../../../base/write-csv.ts';
import type { RetentionRow } from '../../../schema/insights/insight-results.ts';
import type { FlatTable } from '../../run-plan.ts';
import { BREAKDOWN_COLUMNS, breakdownCells } from '../breakdown-cells.ts';

/** A row for each period of each cohort. `interval` counts the periods, or brackets, from 0: the one of the start. */
export function flattenRetention(results: readonly RetentionRow[]): FlatTable {
  return {
    columns: [
      ...BREAKDOWN_COLUMNS,
      'date',
      'cohort_size',
      'interval',
      'interval_label',
      'count',
      'aggregation_value',
    ],
    rows: rowsOf(results),
  };
}

function* rowsOf(results: readonly RetentionRow[]): Generator<readonly CsvCell[]> {
  for (const row of results) {
    const cohort = [...breakdownCells(row), row.date, row.values[0]?.count ?? null] as const;
    for (const [interval, { label, count, aggregation_value: amount = null }] of row.values.entries())
      yield [...cohort, interval, label, count, amount];
  }
}
