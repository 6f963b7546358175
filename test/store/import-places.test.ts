import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import type { Queryable } from '../../src/adapters/store/database.ts';
import { importPlaces } from '../../src/adapters/store/migrations/0005-import-places.ts';
import { openSqliteDatabase } from '../../src/adapters/store/sqlite-database.ts';
import { addProject } from './add-project.ts';

// An import that is under way when the service is updated. [CAP-7.7]

/** A store as the build of before left it, with an import that has ended and one that is under way. */
async function storeOfBefore(pendingChunk: number | null): Promise<Queryable> {
  const database = await openSqliteDatabase(':memory:');
  onTestFinished(() => database.close());
  const { id } = await addProject(database, 'slc_test');
  const db = database.query.withoutPlugins();
  for (const column of ['done_at_us', 'done_row'])
    await sql`alter table imports drop column ${sql.ref(column)}`.execute(db);
  for (const column of ['next_chunk', 'pending_chunk', 'odd_after', 'pending_odd'])
    await sql`alter table imports add column ${sql.ref(column)} bigint`.execute(db);
  for (const state of ['completed', 'running'])
    await sql`insert into imports (id, project_id, file_name, state, pending_chunk, read, inserted, duplicate, rejected,
        created_at_ms, updated_at_ms, replica, "order", total, reject_bytes)
      values (${state}, ${id}, 'a', ${state}, ${state === 'running' ? pendingChunk : null}, 9, 5, 3, 1, 0, 0, 'local', '{}',
        20, 70)`.execute(db);
  return db;
}

test('it reads its file anew', async () => {
  const db = await storeOfBefore(null);
  await importPlaces.up(db);
  const { rows } =
    await sql`select id, total, read, inserted, duplicate, rejected, reject_bytes, done_at_us, done_row
    from imports order by id`.execute(db);
  const none = { done_at_us: -1, done_row: -1 };
  expect(rows).toEqual([
    {
      id: 'completed',
      total: 20,
      read: 9,
      inserted: 5,
      duplicate: 3,
      rejected: 1,
      reject_bytes: 70,
      ...none,
    },
    { id: 'running', total: null, read: 0, inserted: 0, duplicate: 0, rejected: 0, reject_bytes: 0, ...none },
  ]);
});

test('one that a crash has cut off within an insert must end under the build of before', async () => {
  await expect(importPlaces.up(await storeOfBefore(3))).rejects.toThrow('Start the version of before once');
});
