import type { Migration } from 'kysely/migration';

export const actions: Migration = {
  async up(db) {
    await db.schema
      .createTable('actions')
      .addColumn('id', 'integer', (column) => column.primaryKey().notNull())
      .addColumn('project_id', 'integer', (column) => column.notNull().references('projects.id'))
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('description', 'text', (column) => column.notNull())
      .addColumn('steps', 'text', (column) => column.notNull())
      .addColumn('revision', 'integer', (column) => column.notNull())
      .addColumn('created_by_key_id', 'text', (column) => column.notNull())
      .addColumn('created_by_label', 'text', (column) => column.notNull())
      .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
      .addColumn('updated_at_ms', 'bigint', (column) => column.notNull())
      .addUniqueConstraint('actions_name', ['project_id', 'name'])
      .execute();
  },
};
