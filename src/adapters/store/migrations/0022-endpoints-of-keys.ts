import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Keys that run named endpoints and nothing else. */
export const endpointsOfKeys: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`alter table keys add column endpoint_ids text`.execute(db);
  },
};
