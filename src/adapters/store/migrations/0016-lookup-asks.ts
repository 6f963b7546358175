import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** By what callers of endpoints filter, for lookups that no query asks for by itself. */
export const lookupAsks: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`create table lookup_asks (
      project_id integer not null references projects,
      endpoint_id text not null,
      subject_name text not null,
      day_ms bigint not null,
      runs bigint not null,
      primary key (endpoint_id, subject_name, day_ms)
    )`.execute(db);
    await sql`create index lookup_asks_by_project on lookup_asks (project_id, day_ms)`.execute(db);
  },
};
