import { readdirSync } from 'node:fs';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { KEYS } from '../../src/adapters/store/catalog-write.ts';
import { nextNumber } from '../../src/adapters/store/counter-store.ts';
import type { Database, LearnedProperty } from '../../src/adapters/store/database.ts';
import {
  addPropertyDefinitions,
  listPropertyDefinitions,
  recordEventNames,
  setPropertyType,
} from '../../src/adapters/store/definition-store.ts';
import { deleteKey, insertKey, type KeyRow, recordKeyUse } from '../../src/adapters/store/key-store.ts';
import { MIGRATIONS } from '../../src/adapters/store/migrations/all-migrations.ts';
import { openPostgresDatabase } from '../../src/adapters/store/postgres-database.ts';
import {
  findProject,
  listProjects,
  lockProject,
  updateProject,
} from '../../src/adapters/store/project-store.ts';
import { isAppError } from '../../src/base/errors.ts';
import { StartupError } from '../../src/base/startup-error.ts';
import { runCommandHere } from '../fixtures/run-command-here.ts';
import { startPostgres, type TestPostgres } from '../fixtures/start-postgres.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { scaled } from '../fixtures/test-scale.ts';
import { describeBuilds } from '../materialize/describe-builds.ts';
import { addProject, NOW } from './add-project.ts';
import { describeActionStore } from './describe-action-store.ts';
import { describeEndpointStore } from './describe-endpoint-store.ts';
import { describeFoldStore } from './describe-fold-store.ts';
import { describeLookupStore } from './describe-lookup-store.ts';
import { describeRunStore } from './describe-run-store.ts';
import { describeSharedEngineStore } from './describe-shared-engine-store.ts';
import { describeStore } from './describe-store.ts';

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.close());

/** The last of 200 callers who want one of five connections waits for all the others, on a busy machine a while. */
const openAt = (url: string) =>
  openPostgresDatabase({ url, maxConnections: 5, statementTimeoutMs: 10_000, connectTimeoutMs: 60_000 });
const open = async () => openAt(await postgres.newDatabase());

describeStore('PostgreSQL', open);
describeEndpointStore('PostgreSQL', open);
describeActionStore('PostgreSQL', open);
describeRunStore('PostgreSQL', open);
describeSharedEngineStore('PostgreSQL', open);
describeFoldStore('PostgreSQL', open);
describeLookupStore('PostgreSQL', open);
describeBuilds('PostgreSQL', open);

/** Opens a database and closes it with the test. */
async function opened(url: string): Promise<Database> {
  const database = await openAt(url);
  onTestFinished(() => database.close());
  return database;
}

test('replicas that start together on an empty database migrate it once', async () => {
  for (let round = 0; round < scaled(30); round += 1) {
    const url = await postgres.newDatabase();
    const replicas = await Promise.all(Array.from({ length: 4 }, () => openAt(url)));
    const book = replicas[0]?.query.withTables<{ kysely_migration: { name: string } }>();
    const rows = await book?.selectFrom('kysely_migration').select('name').orderBy('name').execute();
    expect(rows?.map((row) => row.name)).toEqual(Object.keys(MIGRATIONS));
    await Promise.all(replicas.map((replica) => replica.close()));
  }
});

// [ENG-11.5]
test('each schema of a database holds a store of its own', async () => {
  const url = await postgres.newDatabase();
  const first = await opened(url);
  await addProject(first, 'slc_first');
  await sql`create schema second`.execute(first.query);
  const inSecond = `${url}&options=-csearch_path%3Dsecond`;
  const second = await opened(inSecond);
  expect(await listProjects(second.query, null)).toEqual([]);
  await addProject(second, 'slc_first');
  expect(await listProjects(first.query, null)).toHaveLength(1);
  expect(await postgres.tablesOf(inSecond)).toContain('kysely_migration');
});

// [ENG-11.4]
test('a database of an earlier build is refused before anything is written, in the data folder too', async () => {
  const url = await postgres.newDatabase();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`create table kysely_migration (name text, timestamp text);
    insert into kysely_migration values ('0001-projects-keys-endpoints', ''), ('0002-persons-and-groups', '')`);
  await client.end();
  const sentence = 'was written by an earlier build (its last migration is 0002-persons-and-groups)';
  await expect(openAt(url)).rejects.toThrow(sentence);
  const folder = temporaryFolder();
  for (const command of ['start', 'doctor'])
    expect(
      await runCommandHere([command, '--data-dir', folder, '--port', '0'], { SLUICE_DATABASE_URL: url }),
    ).toMatchObject({ exitCode: 1, stderr: expect.stringContaining(`SLUICE_DATABASE_URL ${sentence}`) });
  expect(readdirSync(folder)).toEqual([]);
  expect(await postgres.tablesOf(url)).toEqual(['kysely_migration']);
});

// [SPEC-4.6.1]
test('a process knows when it may not have heard another', async () => {
  const url = await postgres.newDatabase();
  const [one, other] = [await opened(url), await opened(url)];
  await Promise.all([settled(one), settled(other)]);
  const heard: string[] = [];
  other.peers?.onTold('forced_result', (text) => heard.push(text));
  other.peers?.onGap(() => heard.push('a gap'));
  await one.peers?.tell('forced_result', "a key's");
  await expect.poll(() => heard).toEqual(["a key's"]);
  expect(other.catalog.isCurrent).toBe(true);
  await postgres.setReachable(url, false);
  await expect(one.peers?.tell('forced_result', 'unheard')).rejects.toThrow();
  await expect.poll(() => other.catalog.isCurrent, { timeout: 10_000 }).toBe(false);
  await postgres.setReachable(url, true);
  await expect.poll(() => heard, { timeout: 10_000 }).toEqual(["a key's", 'a gap']);
  await expect.poll(() => other.catalog.isCurrent, { timeout: 10_000 }).toBe(true);
});

test('a change by one replica is told to another, and only a change', async () => {
  const url = await postgres.newDatabase();
  const [one, other] = [await opened(url), await opened(url)];
  await addProject(one, 'slc_first');
  await addProject(one, 'slc_second');
  await settled(other);
  const [before, ofSecond] = [other.catalog.revisionOf(1), other.catalog.revisionOf(2)];
  await nextNumber(one.query, 'anything');
  await recordEventNames(one.query, 1, new Map([['signup', 1]]), NOW);
  await one.transaction((transaction) => lockProject(transaction, 1));
  await settled(other);
  expect(other.catalog.revisionOf(1)).toBe(before);
  await one.transaction((transaction) => updateProject(transaction, 1, { name: 'New', nowMs: NOW }));
  await vi.waitUntil(() => other.catalog.revisionOf(1) > before, { timeout: 5000, interval: 5 });
  const between = one.catalog.revisionOf(1);
  await other.query.updateTable('projects').set({ name: 'Newer' }).where('id', '=', 1).execute();
  await vi.waitUntil(() => one.catalog.revisionOf(1) > between, { timeout: 5000, interval: 5 });
  await settled(other);
  expect(other.catalog.revisionOf(2)).toBe(ofSecond);
  await sql`truncate table snapshots`.execute(one.query);
  await vi.waitUntil(() => other.catalog.revisionOf(2) > ofSecond, { timeout: 5000, interval: 5 });
});

test('another replica is told each learned property, the keys, and the project of a version', async () => {
  const url = await postgres.newDatabase();
  const [one, other] = [await opened(url), await opened(url)];
  await addProject(one, 'slc_first');
  await settled(other);
  const learned: LearnedProperty[] = [];
  other.catalog.onLearned((property) => learned.push(property));
  const before = other.catalog.revisionOf(1);
  const definitions = [
    { type: 'event', name: 'nul\0 "quoted"', propertyType: 'Numeric' },
    { type: 'person', name: 'plan', propertyType: 'String' },
  ] as const;
  await one.transaction((transaction) => addPropertyDefinitions(transaction, 1, definitions, NOW));
  const expected = definitions.map((definition) => ({ projectId: 1, ...definition }));
  await vi.waitFor(() => expect(learned).toEqual(expected), { timeout: 5000 });
  expect(other.catalog.revisionOf(1)).toBe(before);
  const byHand = { ...definitions[1], propertyType: 'Boolean' } as const;
  await one.transaction((transaction) => setPropertyType(transaction, 1, byHand, NOW));
  await vi.waitUntil(() => other.catalog.revisionOf(1) > before, { timeout: 5000, interval: 5 });
  const keys = other.catalog.revisionOf(KEYS);
  await deleteKey(one.query, 'absent');
  await recordKeyUse(one.query, 'absent', NOW);
  await insertKey(one.query, keyOf('k'));
  await vi.waitUntil(() => other.catalog.revisionOf(KEYS) > keys, { timeout: 5000, interval: 5 });
});

function keyOf(id: string): KeyRow {
  const times = { createdAtMs: NOW, expiresAtMs: null, lastUsedAtMs: null };
  const secrets = { secretHash: id, previous: null, hint: '' };
  return {
    id,
    label: id,
    ...secrets,
    scopes: [],
    projectIds: null,
    endpointIds: null,
    createdBy: null,
    ...times,
  };
}

test('a transaction raises the revision when its rows can be seen, whatever others do meanwhile', async () => {
  const database = await open();
  onTestFinished(() => database.close());
  await addProject(database, 'slc_first');
  await addProject(database, 'slc_second');
  let finishFirst = (): void => {};
  const waiting = new Promise<void>((resolve) => {
    finishFirst = resolve;
  });
  const first = database.transaction(async (transaction) => {
    await updateProject(transaction, 1, { name: 'one', nowMs: NOW });
    await waiting;
  });
  await database.transaction((transaction) => updateProject(transaction, 2, { name: 'two', nowMs: NOW }));
  await settled(database);
  const revision = database.catalog.revisionOf(1);
  expect((await findProject(database.query, 1))?.name).toBe('Demo');
  finishFirst();
  await first;
  expect(database.catalog.revisionOf(1)).toBeGreaterThan(revision);
});

test('while the connection is away nothing is trusted, and what came meanwhile is seen after', async () => {
  const url = await postgres.newDatabase();
  const database = await opened(url);
  await addProject(database, 'slc_first');
  await settled(database);
  const before = database.catalog.count;
  await postgres.cutConnections(url);
  await vi.waitUntil(() => database.catalog.count > before, { timeout: 5000, interval: 20 });
  await settled(database);
  expect((await findProject(database.query, 1))?.name).toBe('Demo');
});

test('a server that cannot be used ends the start with a sentence', async () => {
  const opening = openAt('postgres://someone:secret@/none?host=/nowhere');
  await expect(opening).rejects.toThrow(
    /^The PostgreSQL server of SLUICE_DATABASE_URL cannot be used: .*ENOENT/,
  );
  await expect(opening).rejects.toThrow(StartupError);
  await expect(opening).rejects.not.toThrow('secret');
  const absent = (await postgres.newDatabase()).replace('/test_', '/absent_');
  await expect(openAt(absent)).rejects.toThrow('does not exist');
});

test('a statement that takes too long is ended', async () => {
  const url = await postgres.newDatabase();
  const database = await openPostgresDatabase({ url, maxConnections: 2, statementTimeoutMs: 100 });
  onTestFinished(() => database.close());
  await addProject(database, 'slc_first');
  const error: unknown = await database
    .transaction(async (transaction) => {
      await updateProject(transaction, 1, { name: 'held', nowMs: NOW });
      await updateProject(database.query, 1, { name: 'waits', nowMs: NOW });
    })
    .catch((reason: unknown) => reason);
  expect(isAppError(error) && error.code).toBe('store_unavailable');
  expect((await findProject(database.query, 1))?.name).toBe('Demo');
});

test('transactions that lock in another order both succeed', async () => {
  const database = await open();
  onTestFinished(() => database.close());
  await addProject(database, 'slc_first');
  await addProject(database, 'slc_second');
  const meet = meeting(2);
  const renameBoth = (first: number, second: number, name: string) =>
    database.transaction(async (transaction) => {
      await updateProject(transaction, first, { name, nowMs: NOW });
      await meet();
      await updateProject(transaction, second, { name, nowMs: NOW });
    });
  await Promise.all([renameBoth(1, 2, 'a'), renameBoth(2, 1, 'b')]);
  const names = (await listProjects(database.query, null)).map((project) => project.name);
  expect(new Set(names).size).toBe(1);
});

test('any text of an event can be stored', async () => {
  const database = await open();
  onTestFinished(() => database.close());
  const { id } = await addProject(database, 'slc_first');
  const names = ['nul\0', 'nul', 'private\uE000', 'private\uE0000', '\u{1F600}', 'x'.repeat(100_000)];
  const definitions = names.map((name) => ({ type: 'event', name, propertyType: 'String' }) as const);
  await addPropertyDefinitions(database.query, id, definitions, NOW);
  const known = (await listPropertyDefinitions(database.query, id)).map(({ name }) => name);
  // A name of more than 400 characters gets no definition.
  expect(new Set(known)).toEqual(new Set(names.slice(0, -1)));
});

/** Resolves when the database has heard everything that was committed before: then its revision stands still. */
async function settled(database: Database): Promise<void> {
  let last = database.catalog.count;
  let since = performance.now();
  await vi.waitUntil(
    () => {
      const now = database.catalog.count;
      if (now !== last) since = performance.now();
      last = now;
      return performance.now() - since > 200;
    },
    { timeout: 10_000, interval: 10 },
  );
}

/** A place where `count` callers wait for one another, once; later callers pass. */
function meeting(count: number): () => Promise<void> {
  let missing = count;
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return () => {
    missing -= 1;
    if (missing <= 0) open();
    return opened;
  };
}
