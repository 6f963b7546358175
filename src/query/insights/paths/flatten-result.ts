import type { CsvCell } from '../../../base/write-csv.ts';
import type { PathEdge } from '../../../schema/insights/insight-results.ts';
import type { FlatTable } from '../../run-plan.ts';

/** A row for each edge. */
export function flattenPaths(results: readonly PathEdge[]): FlatTable {
  return { columns: ['source', 'target', 'value', 'average_conversion_time'], rows: rowsOf(results) };
}

function* rowsOf(results: readonly PathEdge[]): Generator<readonly CsvCell[]> {
  for (const edge of results) yield [edge.source, edge.target, edge.value, edge.average_conversion_time];
}
