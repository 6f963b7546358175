import type { Migration } from 'kysely/migration';

/** What an import needs to go on after a crash: what it was asked to do, and how far it has come. */
export const importJobs: Migration = {
  async up(db) {
    const added = [
      ['order_json', 'text', null],
      ['outcome', 'text', null],
      ['error', 'text', null],
      ['sample', 'text', null],
      ['rows_total', 'bigint', null],
      ['next_chunk', 'integer', 0],
      ['odd_after', 'bigint', -1],
      ['pending_odd', 'text', null],
      ['reject_bytes', 'bigint', 0],
    ] as const;
    for (const [name, type, initial] of added)
      await db.schema
        .alterTable('imports')
        .addColumn(name, type, (column) => (initial === null ? column : column.notNull().defaultTo(initial)))
        .execute();
    // Imports of earlier versions ended with their process and left no order to go on with.
    await db
      .updateTable('imports')
      .set({ state: 'failed' })
      .where('state', 'in', ['running', 'interrupted'])
      .execute();
  },
};
