import { sql } from 'kysely';
import type { Queryable } from './database.ts';
import type { Schema } from './schema.ts';

/** Tables whose rows name an endpoint and no project. */
const OF_ENDPOINTS = ['endpoint_tags', 'endpoint_uses', 'endpoint_judgements', 'endpoint_versions'] as const;

/** Tables of which a project may have many rows, with a column that tells those of one project apart. */
const LARGE_TABLES = [
  ['person_distinct_ids', 'distinct_id'],
  ['person_overrides', 'old_person_id'],
  ['persons', 'id'],
  ['groups', 'group_key'],
  ['run_log', 'id'],
] as const;

/** The others, in an order that leaves no reference behind. */
const OTHER_TABLES = [
  'snapshots',
  'builds',
  'materializations',
  'endpoint_usage',
  'property_reads',
  'endpoints',
  'actions',
  'imports',
  'deletions',
  'person_folds',
  'ingestion_warnings',
  'event_definitions',
  'property_definitions',
  'property_counts',
  'group_types',
  'activity',
] as const;

/** Rows deleted per statement: other writers wait for no more. */
const ROWS_PER_DELETE = 5_000;

/**
 * Removes every row of a deleted project. What stays is its id, so that it is not used again. May be repeated after a
 * failure at any point.
 */
export async function purgeProjectRows(db: Queryable, projectId: number): Promise<void> {
  for (const [table, column] of LARGE_TABLES) await deleteInPieces(db, projectId, table, column);
  for (const table of OF_ENDPOINTS)
    await db
      .deleteFrom(table)
      .where('endpoint_id', 'in', (eb) =>
        eb.selectFrom('endpoints').select('id').where('project_id', '=', projectId),
      )
      .execute();
  for (const table of OTHER_TABLES)
    await db
      .deleteFrom(table as 'endpoints')
      .where('project_id', '=', projectId)
      .execute();
}

/** Records that nothing of a deleted project is left, and forgets its name, settings and capture token. */
export async function markProjectPurged(db: Queryable, projectId: number, nowMs: number): Promise<void> {
  await db
    .updateTable('projects')
    .set({
      name: '',
      test_account_filters: '[]',
      path_cleaning_filters: '[]',
      capture_token: `deleted ${projectId}`,
      purged_at_ms: nowMs,
    })
    .where('id', '=', projectId)
    .where('deleted_at_ms', 'is not', null)
    .execute();
}

async function deleteInPieces(
  db: Queryable,
  projectId: number,
  table: keyof Schema,
  column: string,
): Promise<void> {
  for (;;) {
    const some = sql`select ${sql.ref(column)} from ${sql.table(table)}
      where project_id = ${projectId} limit ${ROWS_PER_DELETE}`;
    const { numAffectedRows } = await sql`delete from ${sql.table(table)}
      where project_id = ${projectId} and ${sql.ref(column)} in (${some})`.execute(db);
    if ((numAffectedRows ?? 0n) === 0n) return;
  }
}
