import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { SCHEMA_STEPS } from '../adapters/engine/ddl/schema-steps.ts';
import type { Database } from '../adapters/store/database.ts';
import { openSqliteDatabase } from '../adapters/store/sqlite-database.ts';
import { readRelease } from '../base/release.ts';
import { oldestSchemaInUse } from './oldest-schema-in-use.ts';

// [ENG-15.4]: a step that takes something away waits for services of an earlier version.

const STEPS = [
  { version: 1, since: '0.1.0' },
  { version: 2, since: '0.3.0' },
  { version: 3, since: '0.10.2' },
];

let database: Database;
beforeAll(async () => {
  database = await openSqliteDatabase(':memory:');
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.query.deleteFrom('replicas').execute();
});

const oldest = () => oldestSchemaInUse(database.query, 'own', STEPS);

async function add(name: string, version: string): Promise<void> {
  // Long ago: one that is away may come back.
  await database.query
    .insertInto('replicas')
    .values({ name, version, spoolBytes: 0, lastSeenAtMs: 1 })
    .execute();
}

test('alone, a service waits for nobody, whatever it was before', async () => {
  expect(await oldest()).toBe(3);
  await add('own', '0.1.0');
  expect(await oldest()).toBe(3);
});

test.each([
  [['0.10.2'], 3],
  [['0.11.0', '1.0.0'], 3],
  [['0.10.1'], 2],
  [['0.9.9', '0.10.2'], 2],
  [['0.3.0', '0.2.9'], 1],
  [['0.0.9'], 0],
  [['0.10.2', 'unknown'], 0],
])('beside %j the oldest tables in use are those of version %i', async (versions, version) => {
  for (const [at, each] of versions.entries()) await add(`replica ${at}`, each);
  expect(await oldest()).toBe(version);
});

test('each step says with which release it came, in order', () => {
  const releases = SCHEMA_STEPS.map(({ since }) => readRelease(since));
  expect(releases).not.toContain(undefined);
});
