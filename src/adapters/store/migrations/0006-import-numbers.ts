import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The number by which the engine knows what an import has brought. Imports of before have none. */
export const importNumbers: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`alter table imports add column number bigint`.execute(db);
  },
};
