import { expect, onTestFinished, test } from 'vitest';
import { addProject } from '../../../../test/store/add-project.ts';
import { findUnprojectedRows, setProjectedVersion } from '../../../adapters/store/projection-store.ts';
import { openSqliteDatabase } from '../../../adapters/store/sqlite-database.ts';
import { LoopSlices } from '../../../base/loop-slices.ts';
import { PersonBook } from './person-book.ts';
import { savePersonBook } from './save-person-book.ts';

const PERSONS = 25_000;
const LIMIT = 10_000;

test('the persons of a large block come to the engine in pieces, each person once', async () => {
  const database = await openSqliteDatabase(':memory:');
  onTestFinished(() => database.close());
  const { id: projectId } = await addProject(database, 'slc_test');
  await database.transaction(async (transaction) => {
    const book = new PersonBook(projectId, new Map());
    for (let index = 0; index < PERSONS; index += 1) book.create(`person ${index}`, index);
    await savePersonBook(transaction, book, { projectId, version: 1, slices: new LoopSlices() });
  });
  for (const table of ['persons', 'person_distinct_ids'] as const) {
    const seen = new Set<unknown>();
    for (;;) {
      const changed = await findUnprojectedRows(database.query, table, LIMIT);
      if (changed === null) break;
      expect(changed.rows.length).toBeLessThan(LIMIT * 2);
      for (const row of changed.rows) seen.add('id' in row ? row.id : row.distinct_id);
      await setProjectedVersion(database.query, table, changed.upTo);
    }
    expect(seen.size).toBe(PERSONS);
  }
});
