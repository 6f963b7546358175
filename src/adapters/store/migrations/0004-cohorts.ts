import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Stored lists of persons. Who is in a static one stands in the engine. */
export const cohorts: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`create table cohorts (
      id integer primary key,
      project_id integer not null references projects,
      name text not null,
      description text not null,
      filters text,
      member_count integer,
      revision integer not null,
      created_by_key_id text not null,
      created_by_label text not null,
      created_at_ms bigint not null,
      updated_at_ms bigint not null,
      unique (project_id, name)
    )`.execute(db);
  },
};
