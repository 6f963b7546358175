import type { VersionRow } from '../../adapters/store/endpoint-row.ts';

/** A sentence for each output column that is gone or has another type. Columns may be added and change places. */
export function columnChanges(
  before: VersionRow['columns'],
  after: VersionRow['columns'],
): readonly string[] {
  if (before === null || after === null) return [];
  const types = new Map(after.map((column) => [column.name, column.type]));
  return before.flatMap(({ name, type }) => {
    const now = types.get(name);
    if (now === undefined) return [`The column "${name}" is removed.`];
    return now === type ? [] : [`The column "${name}" changes its type from ${type} to ${now}.`];
  });
}
