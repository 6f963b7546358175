import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Who may write events into an engine that several services share, and deletions whose events spools still hold. */
export const writeLeases: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`create table write_leases (
      name text primary key,
      owner text not null,
      token text not null,
      expires_at_ms bigint not null
    )`.execute(db);
    await sql`create table write_lanes (lanes integer not null)`.execute(db);
    await sql`insert into write_lanes (lanes) values (1)`.execute(db);
    await sql`alter table capture_progress add column applied_lanes text`.execute(db);
    await sql`alter table capture_progress add column passed_ms bigint not null default 0`.execute(db);
    await sql`create table tombstones (
      id text primary key,
      project_id integer not null references projects,
      replica text not null,
      gone text not null,
      at_ms bigint not null
    )`.execute(db);
    await sql`create index tombstones_by_project on tombstones (project_id)`.execute(db);
  },
};
