import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const activityUsageDeletion: Migration = {
  async up(db) {
    await createActivity(db);
    await createUsage(db);
    // Null while a deleted project still has data somewhere.
    await db.schema.alterTable('projects').addColumn('purged_at_ms', 'bigint').execute();
  },
};

async function createActivity(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('activity')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('project_id', 'integer')
    .addColumn('at_ms', 'bigint', (column) => column.notNull())
    .addColumn('actor_key_id', 'text', (column) => column.notNull())
    .addColumn('actor_label', 'text', (column) => column.notNull())
    .addColumn('activity', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('subject_id', 'text', (column) => column.notNull())
    .addColumn('subject_name', 'text', (column) => column.notNull())
    .addColumn('changes', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('activity_by_project')
    .on('activity')
    .columns(['project_id', 'at_ms'])
    .execute();
}

async function createUsage(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('endpoint_usage')
    .addColumn('endpoint_id', 'text', (column) => column.notNull())
    .addColumn('project_id', 'integer', (column) => column.notNull())
    .addColumn('span_ms', 'bigint', (column) => column.notNull())
    .addColumn('start_ms', 'bigint', (column) => column.notNull())
    .addColumn('duration_class', 'integer', (column) => column.notNull())
    .addColumn('runs', 'bigint', (column) => column.notNull())
    .addColumn('errors', 'bigint', (column) => column.notNull())
    .addColumn('hits', 'bigint', (column) => column.notNull())
    .addColumn('rows', 'bigint', (column) => column.notNull())
    .addColumn('rows_read', 'bigint', (column) => column.notNull())
    .addColumn('bytes_read', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('endpoint_usage_pk', ['endpoint_id', 'span_ms', 'start_ms', 'duration_class'])
    .execute();
  await db.schema
    .createIndex('endpoint_usage_by_time')
    .on('endpoint_usage')
    .columns(['span_ms', 'start_ms'])
    .execute();
}
