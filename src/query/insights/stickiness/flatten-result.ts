import type { CsvCell } from '../../../base/write-csv.ts';
import type { StickinessResult } from '../../../schema/insights/insight-results.ts';
import type { FlatTable } from '../../run-plan.ts';

/** A row for each number of intervals of each series. */
export function flattenStickiness(results: readonly StickinessResult[]): FlatTable {
  return { columns: ['order', 'label', 'compare_label', 'interval_count', 'value'], rows: rowsOf(results) };
}

function* rowsOf(results: readonly StickinessResult[]): Generator<readonly CsvCell[]> {
  for (const { action, label, compare_label: period = null, days, data } of results) {
    const order = Number(action['order']);
    for (const [place, count] of days.entries()) yield [order, label, period, count, data[place] ?? null];
  }
}
