import type { Kysely } from 'kysely';
import type { StoredName, StoredRow } from './column-codec.ts';
import type { Queryable } from './database.ts';
import type { Schema } from './schema.ts';

/** Tables of this database that the engine has copies of. */
export type ProjectedTable = keyof ProjectedTables;
/** A row as both databases spell it: it goes from one to the other as it is. */
export type ProjectedRow<Table extends ProjectedTable> = ProjectedTables[Table];

type ProjectedTables = {
  readonly [Table in
    | 'persons'
    | 'personDistinctIds'
    | 'personOverrides'
    | 'groups' as StoredName<Table>]: StoredRow<Schema[Table]>;
};

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
    .selectFrom('projectionProgress')
    .select('version')
    .where('tableName', '=', table)
    .executeTakeFirst();
  const after = progress?.version ?? 0;
  const stored: Kysely<ProjectedTables> = db.withoutPlugins().withTables<ProjectedTables>();
  const versions = stored
    .selectFrom(table as ProjectedTable)
    .select('version')
    .where('version', '>', after);
  const beyond = await versions.orderBy('version').offset(limit).limit(1).executeTakeFirst();
  const last = beyond ?? (await versions.orderBy('version', 'desc').limit(1).executeTakeFirst());
  if (last === undefined) return null;
  const rows = await stored
    .selectFrom(table as ProjectedTable)
    .selectAll()
    .where('version', '>', after)
    .where('version', '<=', last.version)
    .execute();
  // Border: the row type follows the table, which Kysely cannot see through the type parameter.
  return { rows: rows as unknown as readonly ProjectedRow<Table>[], upTo: last.version };
}

/** Records that the engine has all rows of the table up to `version`. What another writer has recorded stays. */
export async function setProjectedVersion(
  db: Queryable,
  table: ProjectedTable,
  version: number,
): Promise<void> {
  await db
    .insertInto('projectionProgress')
    .values({ tableName: table, version })
    .onConflict((conflict) =>
      conflict.column('tableName').doUpdateSet({ version }).where('projectionProgress.version', '<', version),
    )
    .execute();
}
