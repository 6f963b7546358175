import type { Migration } from 'kysely/migration';

/** How many rows queries read properties of events from, by day. */
export const propertyReads: Migration = {
  async up(db) {
    await db.schema
      .createTable('property_reads')
      .addColumn('project_id', 'integer', (column) => column.notNull().references('projects.id'))
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('day_ms', 'bigint', (column) => column.notNull())
      .addColumn('rows_read', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('property_reads_pk', ['project_id', 'name', 'day_ms'])
      .execute();
  },
};
