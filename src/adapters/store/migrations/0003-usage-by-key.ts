import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Sums of runs by the hour and the key that called. No reference to the key: the sums of a revoked one stay. */
export const usageByKey: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`create table endpoint_key_usage (
      endpoint_id text not null,
      key_id text not null,
      start_ms bigint not null,
      project_id integer not null,
      runs bigint not null,
      errors bigint not null,
      hits bigint not null,
      rows bigint not null,
      rows_read bigint not null,
      bytes_read bigint not null,
      primary key (endpoint_id, start_ms, key_id)
    )`.execute(db);
    await sql`create index endpoint_key_usage_by_time on endpoint_key_usage (start_ms)`.execute(db);
  },
};
