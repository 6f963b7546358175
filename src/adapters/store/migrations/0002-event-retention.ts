import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** How long projects keep events. */
export const eventRetention: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`alter table projects add column event_retention_days integer`.execute(db);
    await sql`alter table projects add column events_kept_from_ms bigint`.execute(db);
  },
};
