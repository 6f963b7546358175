import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { StartupError } from '../../../base/startup-error.ts';

/**
 * Rows of a file are taken in the order of time, and what is done is counted where it is applied. An import that is
 * under way reads its file anew: what it has inserted counts as there already.
 */
export const importPlaces: Migration = {
  up: async (db: Kysely<unknown>) => {
    const { rows } = await sql`select id from imports where pending_chunk is not null`.execute(db);
    if (rows.length > 0)
      throw new StartupError(
        'A crash has cut an import off in the middle of an insert. Start the version of before once, so that it ends it.',
      );
    for (const column of ['next_chunk', 'pending_chunk', 'odd_after', 'pending_odd'])
      await sql`alter table imports drop column ${sql.ref(column)}`.execute(db);
    for (const column of ['done_at_us', 'done_row'])
      await sql`alter table imports add column ${sql.ref(column)} bigint not null default -1`.execute(db);
    await sql`update imports set total = null, read = 0, inserted = 0, duplicate = 0, rejected = 0, reject_bytes = 0
      where state = 'running'`.execute(db);
  },
};
