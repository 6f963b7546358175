import type { Migration } from 'kysely/migration';

/** Deletions of events that have begun and are not complete in the engine. */
export const deletions: Migration = {
  async up(db) {
    await db.schema
      .createTable('deletions')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('project_id', 'integer', (column) => column.notNull().references('projects.id'))
      .addColumn('replica', 'text', (column) => column.notNull())
      .addColumn('condition_json', 'text', (column) => column.notNull())
      .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
      .execute();
  },
};
