import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Keys by which customers sign tokens of their own users, and the tokens that do not count any more. */
export const signingKeys: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`create table signing_keys (
      id text primary key,
      project_id integer not null,
      label text not null,
      algorithm text not null,
      public_key text not null,
      endpoint_ids text,
      demands text not null,
      ceiling text,
      shared text not null,
      max_ttl_seconds integer not null,
      is_active integer not null,
      created_by_key_id text not null,
      created_at_ms bigint not null,
      expires_at_ms bigint
    )`.execute(db);
    await sql`create index signing_keys_by_project on signing_keys (project_id, created_at_ms)`.execute(db);
    await sql`create table token_revocations (
      id text primary key,
      project_id integer not null,
      signing_key_id text not null references signing_keys on delete cascade,
      kind text not null,
      what text not null,
      made_at_ms bigint not null,
      until_ms bigint
    )`.execute(db);
    await sql`create index token_revocations_by_key on token_revocations (signing_key_id, made_at_ms)`.execute(
      db,
    );
  },
};
