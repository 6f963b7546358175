import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const materializations: Migration = {
  async up(db) {
    await createMaterializations(db);
    await createBuilds(db);
    await createSnapshots(db);
    await db.schema.alterTable('endpoint_uses').addColumn('rows_read', 'bigint').execute();
    await db.schema.alterTable('endpoint_uses').addColumn('bytes_read', 'bigint').execute();
  },
};

async function createMaterializations(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('materializations')
    .addColumn('endpoint_id', 'text', (column) => column.primaryKey().references('endpoints.id'))
    .addColumn('project_id', 'integer', (column) => column.notNull().references('projects.id'))
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('interval_ms', 'bigint', (column) => column.notNull())
    .addColumn('next_run_at_ms', 'bigint')
    .addColumn('queued_build_id', 'text')
    .addColumn('running_build_id', 'text')
    .addColumn('lease_owner', 'text')
    .addColumn('lease_expires_at_ms', 'bigint')
    .addColumn('fencing_token', 'bigint', (column) => column.notNull())
    .addColumn('last_started_at_ms', 'bigint')
    .addColumn('failures_in_a_row', 'integer', (column) => column.notNull())
    .addColumn('last_error', 'text')
    .execute();
  await db.schema
    .createIndex('materializations_due')
    .on('materializations')
    .column('next_run_at_ms')
    .where(sql`next_run_at_ms`, 'is not', null)
    .execute();
  await db.schema
    .createIndex('materializations_leased')
    .on('materializations')
    .column('lease_expires_at_ms')
    .where(sql`lease_expires_at_ms`, 'is not', null)
    .execute();
}

async function createBuilds(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('builds')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('endpoint_id', 'text', (column) => column.notNull().references('endpoints.id'))
    .addColumn('project_id', 'integer', (column) => column.notNull().references('projects.id'))
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('cause', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('started_at_ms', 'bigint')
    .addColumn('ended_at_ms', 'bigint')
    .addColumn('duration_ms', 'bigint')
    .addColumn('rows', 'bigint')
    .addColumn('bytes', 'bigint')
    .addColumn('verified', 'integer')
    .addColumn('error', 'text')
    .execute();
  await db.schema
    .createIndex('builds_by_endpoint')
    .on('builds')
    .columns(['endpoint_id', 'created_at_ms'])
    .execute();
}

async function createSnapshots(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('snapshots')
    .addColumn('build_id', 'text', (column) => column.primaryKey())
    .addColumn('endpoint_id', 'text', (column) => column.notNull().references('endpoints.id'))
    .addColumn('project_id', 'integer', (column) => column.notNull().references('projects.id'))
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('fencing_token', 'bigint', (column) => column.notNull())
    .addColumn('object_prefix', 'text', (column) => column.notNull())
    .addColumn('built_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('data_time_ms', 'bigint', (column) => column.notNull())
    .addColumn('conditions', 'text', (column) => column.notNull())
    .addColumn('columns', 'text')
    .addColumn('rows', 'bigint', (column) => column.notNull())
    .addColumn('bytes', 'bigint', (column) => column.notNull())
    .addColumn('duration_ms', 'bigint', (column) => column.notNull())
    .addColumn('verified', 'integer')
    .addColumn('mismatches_in_a_row', 'integer', (column) => column.notNull())
    .addColumn('unusable_at_ms', 'bigint')
    .addColumn('retired_at_ms', 'bigint')
    .execute();
  // The pointer: one snapshot of an endpoint is current.
  await db.schema
    .createIndex('snapshots_current')
    .unique()
    .on('snapshots')
    .column('endpoint_id')
    .where(sql`retired_at_ms`, 'is', null)
    .execute();
  await db.schema
    .createIndex('snapshots_retired')
    .on('snapshots')
    .column('retired_at_ms')
    .where(sql`retired_at_ms`, 'is not', null)
    .execute();
}
