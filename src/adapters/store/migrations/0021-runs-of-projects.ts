import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Runs of all endpoints of a project together: their log, newest first; their sums by key also by version and by where
 * answers came from; and the last error of each endpoint. Sums of before have the version 0 and no source.
 */
export const runsOfProjects: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`create index run_log_by_project on run_log (project_id, started_at_ms)`.execute(db);
    await sql`create table endpoint_key_usage_by_version (
      endpoint_id text not null,
      key_id text not null,
      version integer not null,
      served_from text not null,
      start_ms bigint not null,
      project_id integer not null,
      runs bigint not null,
      errors bigint not null,
      hits bigint not null,
      rows bigint not null,
      rows_read bigint not null,
      bytes_read bigint not null,
      primary key (endpoint_id, start_ms, key_id, version, served_from)
    )`.execute(db);
    await sql`insert into endpoint_key_usage_by_version
      select endpoint_id, key_id, 0, '', start_ms, project_id, runs, errors, hits, rows, rows_read, bytes_read
      from endpoint_key_usage`.execute(db);
    await sql`drop table endpoint_key_usage`.execute(db);
    await sql`alter table endpoint_key_usage_by_version rename to endpoint_key_usage`.execute(db);
    await sql`create index endpoint_key_usage_by_time on endpoint_key_usage (start_ms)`.execute(db);
    await sql`create table endpoint_errors (
      endpoint_id text primary key,
      project_id integer not null,
      at_ms bigint not null,
      code text not null
    )`.execute(db);
  },
};
