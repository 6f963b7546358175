import type { Migration } from 'kysely/migration';

/** Where folding overrides of persons into events stands, one row per project that has some. */
export const personFolds: Migration = {
  async up(db) {
    await db.schema
      .createTable('person_folds')
      .addColumn('project_id', 'integer', (column) => column.primaryKey().references('projects.id'))
      .addColumn('phase', 'text', (column) => column.notNull())
      .addColumn('since_ms', 'bigint', (column) => column.notNull())
      .addColumn('version', 'bigint', (column) => column.notNull())
      .addColumn('in_flight', 'text', (column) => column.notNull())
      .addColumn('lease_owner', 'text')
      .addColumn('lease_expires_at_ms', 'bigint')
      .execute();
  },
};
