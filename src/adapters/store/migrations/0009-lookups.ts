import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Events ordered by a value, for queries that ask for it. The rows stand in the engine. */
export const lookups: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`create table lookups (
      number integer primary key,
      project_id integer not null references projects,
      subject_name text not null,
      looked_up_by text not null,
      state text not null,
      covered_from_us bigint not null,
      events_done bigint not null,
      events_left bigint not null,
      created_at_ms bigint not null,
      retired_at_ms bigint,
      asked_at_ms bigint not null
    )`.execute(db);
    await sql`create index lookups_by_project on lookups (project_id)`.execute(db);
  },
};
