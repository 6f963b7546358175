import type { CsvCell } from '../../../base/write-csv.ts';
import type { LifecycleResult } from '../../../schema/insights/insight-results.ts';
import type { FlatTable } from '../../run-plan.ts';

/** A row for each bucket of each state. */
export function flattenLifecycle(results: readonly LifecycleResult[]): FlatTable {
  return { columns: ['label', 'status', 'bucket', 'value'], rows: rowsOf(results) };
}

function* rowsOf(results: readonly LifecycleResult[]): Generator<readonly CsvCell[]> {
  for (const { label, status, days, data } of results) {
    for (const [place, day] of days.entries()) yield [label, status, day, data[place] ?? null];
  }
}
