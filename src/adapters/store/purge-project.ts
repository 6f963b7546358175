import { sql } from 'kysely';
import type { Queryable } from './database.ts';
import type { Schema } from './schema.ts';

/** Tables whose rows name an endpoint and no project. */
const OF_ENDPOINTS = ['endpointTags', 'endpointUses', 'endpointJudgements', 'endpointVersions'] as const;

/** Tables of which a project may have many rows, with a column that tells those of one project apart. */
const LARGE_TABLES = [
  ['personDistinctIds', 'distinctId'],
  ['personOverrides', 'oldPersonId'],
  ['persons', 'id'],
  ['groups', 'groupKey'],
  ['runLog', 'id'],
] as const;

/** The others, in an order that leaves no reference behind. */
const OTHER_TABLES = [
  'snapshotChecks',
  'snapshots',
  'builds',
  'materializations',
  'endpointUsage',
  'endpointKeyUsage',
  'endpointErrors',
  'propertyReads',
  'lookupAsks',
  'endpoints',
  'tokenRevocations',
  'signingKeys',
  'actions',
  'cohorts',
  'imports',
  'deletions',
  'eventDeletions',
  'tombstones',
  'lookups',
  'personFolds',
  'ingestionWarnings',
  'eventDefinitions',
  'propertyDefinitions',
  'propertyCounts',
  'groupTypes',
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
      .where('endpointId', 'in', (eb) =>
        eb.selectFrom('endpoints').select('id').where('projectId', '=', projectId),
      )
      .execute();
  for (const table of OTHER_TABLES)
    await db
      .deleteFrom(table as 'endpoints')
      .where('projectId', '=', projectId)
      .execute();
}

/** Records that nothing of a deleted project is left, and forgets its name, settings and capture token. */
export async function markProjectPurged(db: Queryable, projectId: number, nowMs: number): Promise<void> {
  await db
    .updateTable('projects')
    .set({
      name: '',
      testAccountFilters: [],
      pathCleaningFilters: [],
      allowedOrigins: [],
      captureToken: `deleted ${projectId}`,
      purgedAtMs: nowMs,
    })
    .where('id', '=', projectId)
    .where('deletedAtMs', 'is not', null)
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
