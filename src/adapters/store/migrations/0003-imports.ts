import type { Migration } from 'kysely/migration';

export const imports: Migration = {
  async up(db) {
    await db.schema
      .createTable('imports')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('project_id', 'integer', (column) => column.notNull().references('projects.id'))
      .addColumn('file_name', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('pending_chunk', 'integer')
      .addColumn('rows_read', 'bigint', (column) => column.notNull())
      .addColumn('rows_inserted', 'bigint', (column) => column.notNull())
      .addColumn('rows_duplicate', 'bigint', (column) => column.notNull())
      .addColumn('rows_rejected', 'bigint', (column) => column.notNull())
      .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
      .addColumn('updated_at_ms', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('imports_by_project')
      .on('imports')
      .columns(['project_id', 'created_at_ms'])
      .execute();
  },
};
