import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Origins of web pages that may run endpoints of a project. */
export const originsOfProjects: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`alter table projects add column allowed_origins text not null default '[]'`.execute(db);
  },
};
