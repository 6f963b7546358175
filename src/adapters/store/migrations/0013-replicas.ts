import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * The services that share the store, which of them runs an import, and which lookups may hold rows that a copy has left
 * which was cut off.
 */
export const replicas: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`create table replicas (
      name text primary key,
      version text not null,
      last_seen_at_ms bigint not null,
      spool_bytes bigint not null
    )`.execute(db);
    await sql`alter table imports add column lease_owner text`.execute(db);
    await sql`alter table imports add column lease_expires_at_ms bigint`.execute(db);
    await sql`alter table lookups add column copying text`.execute(db);
  },
};
