import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What is known of an engine that several services use, and which objects one of them has checked for all. */
export const sharedEngines: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`create table engine_schema (
      engine_id text not null,
      version integer not null,
      form text not null,
      applied_at_ms bigint not null,
      primary key (engine_id, version)
    )`.execute(db);
    await sql`create table snapshot_checks (
      project_id integer not null references projects,
      object_prefix text not null,
      object_name text not null,
      tag text not null,
      sha256 text not null,
      bytes bigint not null,
      checked_at_ms bigint not null,
      primary key (object_prefix, object_name)
    )`.execute(db);
    await sql`create index snapshot_checks_by_project on snapshot_checks (project_id)`.execute(db);
  },
};
