import type { Selectable } from 'kysely';
import type { Queryable } from './database.ts';
import type { Schema } from './schema.ts';

/** Tables of this database that the engine has copies of. */
export type ProjectedTable = 'persons' | 'person_distinct_ids' | 'person_overrides' | 'groups';
export type ProjectedRow<Table extends ProjectedTable> = Selectable<Schema[Table]>;

/** Rows that changed since the last call, and the version up to which they are complete. */
export interface ChangedRows<Table extends ProjectedTable> {
  readonly rows: readonly ProjectedRow<Table>[];
  readonly upTo: number;
}

/**
 * Rows of a table that the engine does not have yet, oldest change first: about `limit`, but never part of a version.
 * Null when there are none.
 */
export async function findUnprojectedRows<Table extends ProjectedTable>(
  db: Queryable,
  table: Table,
  limit: number,
): Promise<ChangedRows<Table> | null> {
  const progress = await db
    .selectFrom('projection_progress')
    .select('version')
    .where('table_name', '=', table)
    .executeTakeFirst();
  const after = progress?.version ?? 0;
  const versions = db
    .selectFrom(table as ProjectedTable)
    .select('version')
    .where('version', '>', after);
  const beyond = await versions.orderBy('version').offset(limit).limit(1).executeTakeFirst();
  const last = beyond ?? (await versions.orderBy('version', 'desc').limit(1).executeTakeFirst());
  if (last === undefined) return null;
  const rows = await db
    .selectFrom(table as ProjectedTable)
    .selectAll()
    .where('version', '>', after)
    .where('version', '<=', last.version)
    .execute();
  // Border: the row type follows the table, which Kysely cannot see through the type parameter.
  return { rows: rows as unknown as readonly ProjectedRow<Table>[], upTo: last.version };
}

/** Records that the engine has all rows of the table up to `version`. */
export async function setProjectedVersion(
  db: Queryable,
  table: ProjectedTable,
  version: number,
): Promise<void> {
  await db
    .insertInto('projection_progress')
    .values({ table_name: table, version })
    .onConflict((conflict) => conflict.column('table_name').doUpdateSet({ version }))
    .execute();
}
