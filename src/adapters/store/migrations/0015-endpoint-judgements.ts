import type { Migration } from 'kysely/migration';

/** What compiling the current versions of endpoints read of their project, and which of them are refused. */
export const endpointJudgements: Migration = {
  async up(db) {
    await db.schema
      .createTable('endpoint_judgements')
      .addColumn('endpoint_id', 'text', (column) => column.primaryKey().references('endpoints.id'))
      .addColumn('version', 'integer', (column) => column.notNull())
      .addColumn('reads', 'text')
      .addColumn('refusal', 'text')
      .execute();
  },
};
