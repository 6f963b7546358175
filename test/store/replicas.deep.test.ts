import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { ensureCaptureProgress } from '../../src/adapters/store/capture-progress-store.ts';
import type { Database } from '../../src/adapters/store/database.ts';
import { openPostgresDatabase } from '../../src/adapters/store/postgres-database.ts';
import { listReplicas } from '../../src/adapters/store/replica-store.ts';
import type { Observation } from '../../src/base/observation.ts';
import { wait } from '../../src/base/wait.ts';
import { Replicas } from '../../src/services/replicas/replicas.ts';
import { runCommandHere } from '../fixtures/run-command-here.ts';
import { startPostgres, type TestPostgres } from '../fixtures/start-postgres.ts';

// Services on one PostgreSQL database know of each other, and speak to each other. [ENG-11.6], [ENG-11.7].

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.close());

let url: string;
let database: Database;
beforeEach(async () => {
  url = await postgres.newDatabase();
  database = await opened(url);
});

async function opened(at: string): Promise<Database> {
  const database = await openPostgresDatabase({ url: at, maxConnections: 3, statementTimeoutMs: 10_000 });
  onTestFinished(() => database.close());
  return database;
}

const PATIENCE = { timeout: 20_000, interval: 20 };

/** A service that says every 50 ms that it is there. */
function service(name: string, spoolBytes = 0): Replicas {
  const observe = (observation: Observation): void => {
    throw new Error(JSON.stringify(observation));
  };
  const captureWriter = { waitingBytes: spoolBytes };
  const replicas = new Replicas(
    { database, observe, wait, replica: name, captureWriter },
    { version: '1.2.3', pollMs: 50 },
  );
  replicas.start();
  onTestFinished(() => replicas.stop());
  return replicas;
}

/** Makes it look as if a service had said nothing for longer than a service may be silent. */
async function silence(name: string): Promise<void> {
  await sql`update replicas set last_seen_at_ms = last_seen_at_ms - 16000 where name = ${name}`.execute(
    database.query,
  );
}

test('each counts those that were there a moment ago, and the list keeps the others', async () => {
  const [one, other] = [service('one'), service('other', 7)];
  await vi.waitFor(() => expect([one.liveReplicas(), other.liveReplicas()]).toEqual([2, 2]), PATIENCE);
  await other.stop();
  await silence('other');
  await vi.waitFor(() => expect(one.liveReplicas()).toBe(1), PATIENCE);
  expect(await listReplicas(database.query)).toMatchObject([
    { name: 'one', version: '1.2.3', spoolBytes: 0, live: true },
    { name: 'other', version: '1.2.3', spoolBytes: 7, live: false },
  ]);
});

test('`sluice replicas` lists them, and gives up one that is gone', async () => {
  const [, gone] = [service('here'), service('gone', 42)];
  await vi.waitFor(() => expect(gone.liveReplicas()).toBe(2), PATIENCE);
  await gone.stop();
  const run = (...args: readonly string[]) =>
    runCommandHere(['replicas', ...args], { SLUICE_DATABASE_URL: url });
  const listed = await run('list', '--json');
  expect(JSON.parse(listed.stdout)).toMatchObject([
    { name: 'gone', version: '1.2.3', live: true, spool_bytes: 42 },
    { name: 'here', version: '1.2.3', live: true, spool_bytes: 0 },
  ]);
  expect((await run()).stdout).toMatch(
    /^NAME +VERSION +LIVE +LAST_SEEN_AT +SPOOL_BYTES\ngone +1\.2\.3 +true/,
  );

  expect(await run('forget', 'gone', '--yes')).toMatchObject({ exitCode: 2, stdout: '' });
  expect(await run('forget', 'nobody', '--yes')).toMatchObject({
    exitCode: 2,
    stderr: 'There is no replica nobody.\n',
  });
  expect(await run('forget', 'gone')).toMatchObject({ exitCode: 1 });
  await silence('gone');
  await ensureCaptureProgress(database.query, 'gone');
  await sql`update capture_progress set applied_to = 100, written_to = 40`.execute(database.query);
  expect(await run('forget', 'gone', '--yes')).toEqual({
    exitCode: 0,
    stdout: 'gone is given up.\n',
    stderr: '',
  });
  expect(await ensureCaptureProgress(database.query, 'gone')).toMatchObject({
    appliedTo: 100,
    writtenTo: 100,
  });
  expect((await listReplicas(database.query)).map(({ name }) => name)).toEqual(['here']);
});

test('a command is refused on SQLite, and on a database that no service of the version has used', async () => {
  const without = await runCommandHere(['replicas']);
  expect(without).toMatchObject({ exitCode: 1, stdout: '' });
  expect(without.stderr).toMatch(/SLUICE_DATABASE_URL is not set/);
  const empty = await postgres.newDatabase();
  const unused = await runCommandHere(['replicas', '--database-url', empty]);
  expect(unused).toMatchObject({ exitCode: 1, stdout: '' });
  expect(unused.stderr).toMatch(/was not brought up to date/);
  expect(await postgres.tablesOf(empty)).toEqual([]);
});

test('what one says all hear, but for stores in other schemas', async () => {
  await sql`create schema other`.execute(database.query);
  const [second, stranger] = [await opened(url), await opened(`${url}&options=-csearch_path%3Dother`)];
  const heard: string[] = [];
  for (const [name, each] of Object.entries({ database, second, stranger }))
    each.peers?.onTold('clock', (text) => heard.push(`${name} ${text}`));
  const said = `it's "\0" \u{1F600}`;
  await vi.waitFor(async () => {
    await database.peers?.tell('clock', said);
    expect(new Set(heard)).toEqual(new Set([`database ${said}`, `second ${said}`]));
  }, PATIENCE);
  await vi.waitFor(async () => {
    await stranger.peers?.tell('clock', 'mine');
    expect(heard).toContain('stranger mine');
  }, PATIENCE);
  expect(heard).not.toContain('second mine');
});

test('work of one name is done by one process, until that has ended or lost its connection', async () => {
  const second = await opened(url);
  const done: string[] = [];
  const working = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const first = database.alone('dig', () => {
    begun.resolve();
    return working.promise;
  });
  await begun.promise;
  await second.alone('dig', async () => void done.push('second'));
  expect(done).toEqual([]);
  await second.alone('fill', async () => void done.push('fill'));
  await postgres.cutConnections(url);
  await vi.waitFor(() => second.alone('dig', async () => void done.push('after the cut')), PATIENCE);
  working.resolve();
  await first;
  await second.alone('dig', async () => void done.push('last'));
  expect(done).toEqual(['fill', 'after the cut', 'last']);
});

test('what the work throws its caller hears, and the next one may begin', async () => {
  await expect(database.alone('dig', () => Promise.reject(new Error('rock')))).rejects.toThrow('rock');
  const done: string[] = [];
  await database.alone('dig', async () => void done.push('again'));
  expect(done).toEqual(['again']);
});
