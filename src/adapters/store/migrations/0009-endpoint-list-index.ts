import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Live endpoints in the order of their list: a page of 100 among 10,000 is read without sorting them all. */
export const endpointListIndex: Migration = {
  async up(db) {
    await db.schema.dropIndex('endpoints_by_project').execute();
    await db.schema
      .createIndex('endpoints_live_by_age')
      .on('endpoints')
      .columns(['project_id', 'created_at_ms', 'id'])
      .where(sql`deleted_at_ms`, 'is', null)
      .execute();
    // What is not live is looked for by project too: when one is restored or the project is deleted.
    await db.schema
      .createIndex('endpoints_by_project')
      .on('endpoints')
      .columns(['project_id', 'name'])
      .execute();
  },
};
