import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Sums of runs of a project by who caused them are found by project and time. */
export const usageOfProjects: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`create index endpoint_key_usage_by_project on endpoint_key_usage (project_id, start_ms)`.execute(
      db,
    );
  },
};
