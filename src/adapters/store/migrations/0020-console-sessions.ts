import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Who is signed in to the console, and the codes that sign somebody in. */
export const consoleSessions: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`create table console_sessions (
      token_hash text primary key,
      key_id text not null references keys on delete cascade,
      secret_hash text not null,
      idle_ms bigint not null,
      created_at_ms bigint not null,
      ends_at_ms bigint not null,
      last_used_at_ms bigint not null
    )`.execute(db);
    await sql`create index console_sessions_by_key on console_sessions (key_id, last_used_at_ms)`.execute(db);
    await sql`create index console_sessions_by_end on console_sessions (ends_at_ms)`.execute(db);
    await sql`create table console_codes (
      code_hash text primary key,
      key_id text not null references keys on delete cascade,
      secret_hash text not null,
      created_at_ms bigint not null,
      ends_at_ms bigint not null
    )`.execute(db);
    await sql`create index console_codes_by_key on console_codes (key_id, created_at_ms)`.execute(db);
    await sql`create index console_codes_by_end on console_codes (ends_at_ms)`.execute(db);
  },
};
