import type { Migration } from 'kysely/migration';

export const runLog: Migration = {
  async up(db) {
    await db.schema
      .createTable('run_log')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('project_id', 'integer', (column) => column.notNull())
      .addColumn('endpoint_id', 'text', (column) => column.notNull())
      .addColumn('started_at_ms', 'bigint', (column) => column.notNull())
      .addColumn('level', 'text', (column) => column.notNull())
      .addColumn('facts', 'text', (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('run_log_by_endpoint')
      .on('run_log')
      .columns(['project_id', 'endpoint_id', 'started_at_ms'])
      .execute();
    await db.schema.createIndex('run_log_by_time').on('run_log').column('started_at_ms').execute();
  },
};
