import type { Migration } from 'kysely/migration';

/** Which replica runs an import: only that one may end it after a crash. */
export const importReplicas: Migration = {
  async up(db) {
    await db.schema
      .alterTable('imports')
      .addColumn('replica', 'text', (column) => column.notNull().defaultTo('local'))
      .execute();
  },
};
