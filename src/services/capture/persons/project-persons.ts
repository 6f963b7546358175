import type { Engine } from '../../../adapters/engine/engine.ts';
import { insertProjection } from '../../../adapters/engine/statements/insert-projection.ts';
import type { Database } from '../../../adapters/store/database.ts';
import {
  findUnprojectedRows,
  type ProjectedRow,
  type ProjectedTable,
  setProjectedVersion,
} from '../../../adapters/store/projection-store.ts';
import { engineTimestamp } from '../event/engine-timestamp.ts';

interface ProjectionServices {
  readonly engine: Engine;
  readonly database: Database;
}

/** About as many rows as are read, spelled and sent without holding the event loop for long. */
const ROWS_PER_INSERT = 10_000;

/**
 * Brings the engine's tables of persons, distinct ids, overrides and groups up to date with the metadata store. May be
 * interrupted and repeated at any point: rows carry versions, and progress is recorded after the insert.
 */
export async function projectPersons(services: ProjectionServices): Promise<void> {
  await projectTable(services, 'person_distinct_ids', (row) => row);
  await projectTable(services, 'persons', ({ created_at_us, ...row }) => ({
    ...row,
    created_at: engineTimestamp(created_at_us),
  }));
  await projectTable(services, 'person_overrides', (row) => row);
  await projectTable(services, 'groups', ({ created_at_us, updated_at_us, ...row }) => ({
    ...row,
    created_at: engineTimestamp(created_at_us),
    updated_at: engineTimestamp(updated_at_us),
  }));
}

async function projectTable<Table extends ProjectedTable>(
  { engine, database }: ProjectionServices,
  table: Table,
  toEngineRow: (row: ProjectedRow<Table>) => Readonly<Record<string, string | number>>,
): Promise<void> {
  for (;;) {
    const changed = await findUnprojectedRows(database.query, table, ROWS_PER_INSERT);
    if (changed === null) return;
    await insertProjection(engine, table, changed.rows.map(toEngineRow));
    await setProjectedVersion(database.query, table, changed.upTo);
  }
}
