import type { Engine } from '../engine.ts';

/** Tables of the engine that are copies of tables in the metadata store. */
export type ProjectionTable = 'persons' | 'person_distinct_ids' | 'person_overrides' | 'groups';

/**
 * Inserts the current state of rows; of several inserts of one row, the one with the largest `version` counts. All rows
 * have the same members, named as the engine's columns.
 */
export async function insertProjection(
  engine: Engine,
  table: ProjectionTable,
  rows: readonly Readonly<Record<string, string | number>>[],
): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  await engine.insert({
    table,
    columns: Object.keys(first),
    format: 'JSONEachRow',
    body: Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join('')),
  });
}
