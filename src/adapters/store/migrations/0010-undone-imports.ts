import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** When the events of an import were taken back. Of what was undone before, nothing is known. */
export const undoneImports: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`alter table imports add column undone_at_ms bigint`.execute(db);
  },
};
