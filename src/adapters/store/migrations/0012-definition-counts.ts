import type { Migration } from 'kysely/migration';

/** How often, when and with which types the names of events and properties came in. */
export const definitionCounts: Migration = {
  async up(db) {
    await db.schema
      .alterTable('event_definitions')
      .addColumn('volume', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
    // A table of its own: every block of events writes here, and answers are made from property_definitions.
    await db.schema
      .createTable('property_counts')
      .addColumn('project_id', 'integer', (column) => column.notNull().references('projects.id'))
      .addColumn('type', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('volume', 'bigint', (column) => column.notNull())
      .addColumn('seen_types', 'integer', (column) => column.notNull())
      .addColumn('last_seen_at_ms', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('property_counts_pk', ['project_id', 'type', 'name'])
      .execute();
  },
};
