import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { PostgresEngineHold } from '../../src/adapters/store/postgres-engine-hold.ts';
import { checkStore } from '../../src/app/open-store.ts';
import { readSettings } from '../../src/app/read-settings.ts';
import { newSecret } from '../../src/services/access/secret.ts';
import { startPostgres, type TestPostgres } from '../fixtures/start-postgres.ts';
import { startServiceProcess } from '../fixtures/start-process.ts';
import { startTestService, type TestService } from '../fixtures/start-service.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

// Until engines are shared, one service at a time answers for a metadata store: another would do so from other events.
// [SPEC-10.3], [ENG-11.2].

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.close());

const PATIENCE = { timeout: 30_000, interval: 50 };

async function startOn(databaseUrl: string): Promise<TestService> {
  const service = await startTestService({ databaseUrl });
  onTestFinished(() => service.close());
  return service;
}

const engineIn = (folder: string): string => readFileSync(join(folder, 'replica-id'), 'utf8').trim();

const readiness = async (service: TestService) =>
  (await service.call('GET', '/_readyz', { key: null })).status;

const listing = async (service: TestService) => (await service.call('GET', 'endpoints')).status;

function untilReady(service: TestService, status: 200 | 503): Promise<void> {
  return vi.waitFor(async () => expect(await readiness(service)).toBe(status), PATIENCE);
}

test('a second service is refused in one sentence and changes nothing, and starts when the first has stopped', async () => {
  const databaseUrl = await postgres.newDatabase();
  const first = await startTestService({ databaseUrl });
  const dataDir = temporaryFolder();
  const refusal =
    `Another Sluice service with an engine of its own (${engineIn(first.dataDir)}) uses the PostgreSQL database of ` +
    `SLUICE_DATABASE_URL and would answer from other events than the engine in ${dataDir}: stop it, or name another database.`;
  await expect(startTestService({ databaseUrl, dataDir })).rejects.toThrow(refusal);
  expect([await readiness(first), await listing(first)]).toEqual([200, 200]);

  const examined = (folder: string) =>
    checkStore(readSettings({ environment: {}, flags: { databaseUrl, dataDir: folder } }));
  await expect(examined(dataDir)).rejects.toThrow(refusal);
  await expect(examined(first.dataDir)).resolves.toMatch(/^PostgreSQL /);

  await first.close();
  const second = await startTestService({ databaseUrl, dataDir, rootKey: first.rootKey });
  onTestFinished(() => second.close({ keepData: true }));
  expect(await readiness(second)).toBe(200);
});

test('a refused service leaves the tables alone', async () => {
  const databaseUrl = await postgres.newDatabase();
  const holder = await lockedBy(databaseUrl);
  await expect(startTestService({ databaseUrl, dataDir: temporaryFolder() })).rejects.toThrow(
    'Another Sluice service',
  );
  expect(await postgres.tablesOf(databaseUrl)).toEqual([]);
  await holder.end();
});

test('stores in other databases and schemas are held apart', async () => {
  const url = await postgres.newDatabase();
  await sql(url, 'create schema other');
  const hold = (store: string, engineId: string) =>
    PostgresEngineHold.take({
      ...{ url: store, engineId, engine: 'the engine here', isShared: false },
      onChange: () => undefined,
    });
  const inOther = `${url}&options=-csearch_path%3Dother`;
  const holds = [
    await hold(url, 'one'),
    await hold(inOther, 'two'),
    await hold(await postgres.newDatabase(), 'three'),
  ];
  await expect(hold(inOther, 'four')).rejects.toThrow('(two)');
  await expect(hold(url, 'four')).rejects.toThrow('(one)');
  await Promise.all(holds.map((each) => each.release()));
  await (await hold(url, 'four')).release();
});

test('services of one engine hold a store together, and one with an engine of its own waits for the last of them', async () => {
  const url = await postgres.newDatabase();
  const hold = (engineId: string, isShared: boolean) =>
    PostgresEngineHold.take({
      ...{
        url,
        engineId,
        isShared,
        engine: isShared ? 'the engine of SLUICE_ENGINE_URL' : 'the engine here',
      },
      onChange: () => undefined,
    });
  const [one, two] = [await hold('one', true), await hold('two', true)];
  await expect(hold('three', false)).rejects.toThrow('would answer from other events than the engine here');
  await one.release();
  await expect(hold('three', false)).rejects.toThrow('(two)');
  await two.release();
  const alone = await hold('three', false);
  await expect(hold('one', true)).rejects.toThrow(
    '(three) uses the PostgreSQL database of SLUICE_DATABASE_URL and would answer from other events than the engine of SLUICE_ENGINE_URL',
  );
  await alone.release();
});

// [ENG-11.6]
test('services that share an engine hold the store together, each under a name of its own', async () => {
  const url = await postgres.newDatabase();
  const states: string[] = [];
  const hold = (engineId: string, isShared = true) =>
    PostgresEngineHold.take({
      ...{ url, engineId, engine: 'the engine here', isShared },
      onChange: (state) => states.push(`${engineId} ${state}`),
    });
  const [one, two] = [await hold('one'), await hold('two')];
  await expect(hold('alone', false)).rejects.toThrow('Another Sluice service');
  await expect(hold('one')).rejects.toThrow('Another Sluice service runs under the name one');
  await postgres.cutConnections(url);
  await vi.waitFor(() => expect([one.state, two.state]).toEqual(['held', 'held']), PATIENCE);
  await vi.waitFor(() => expect(states).toContain('one held'), PATIENCE);
  await one.release();
  const again = await hold('one');
  expect(again.state).toBe('held');
  await Promise.all([again.release(), two.release()]);
}, 120_000);

test('while the connection is lost the service is not ready, and it takes the lock again', async () => {
  const url = await postgres.newDatabase();
  const service = await startOn(url);
  for (let round = 0; round < 3; round += 1) {
    await postgres.setReachable(url, false);
    await untilReady(service, 503);
    await postgres.setReachable(url, true);
    await untilReady(service, 200);
    await vi.waitFor(async () => expect(await listing(service)).toBe(200), PATIENCE);
  }
});

test('it never works beside another holder, builds nothing meanwhile, and goes on when that has gone', async () => {
  const url = await postgres.newDatabase();
  const service = await startOn(url);
  const query = { kind: 'HogQLQuery', query: 'select 1 as one' };
  const built = { name: 'built', query, is_materialized: true, sync_frequency: '1hour' };
  await service.call('POST', 'endpoints', { body: built });
  await vi.waitFor(async () => expect(await builds(url)).toBe(1), PATIENCE);

  const other = await takenOver(url);
  await untilReady(service, 503);
  await vi.waitFor(async () => expect(await listing(service)).toBe(503), PATIENCE);
  expect((await service.call('GET', '/_livez', { key: null })).status).toBe(200);
  await sql(url, 'update materializations set next_run_at_ms = 0');
  await sql(url, 'select pg_sleep(3)');
  expect([await builds(url), await readiness(service)]).toEqual([1, 503]);

  await other.end();
  await untilReady(service, 200);
  expect(await listing(service)).toBe(200);
  await vi.waitFor(async () => expect(await builds(url)).toBe(2), PATIENCE);
});

test('a process that was killed leaves no lock behind', async () => {
  const settings = {
    SLUICE_DATABASE_URL: await postgres.newDatabase(),
    SLUICE_ROOT_KEY: newSecret('slp_'),
    SLUICE_DATA_DIR: temporaryFolder(),
  };
  await (await startServiceProcess(settings)).kill();
  const next = await startServiceProcess(settings);
  expect((await next.call('GET', 'endpoints')).status).toBe(200);
  await next.kill();
  const elsewhere = await startServiceProcess({ ...settings, SLUICE_DATA_DIR: temporaryFolder() });
  expect((await elsewhere.call('GET', 'endpoints')).status).toBe(200);
  await elsewhere.close();
});

async function sql(url: string, text: string): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(text);
  await client.end();
  return rows;
}

async function builds(url: string): Promise<unknown> {
  return Number((await sql(url, "select count(*) as n from builds where state = 'Completed'"))[0]?.['n']);
}

/** The lock of a holder that is not the service, on a database without one. */
async function lockedBy(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: 'sluice engine elsewhere/1' });
  await client.connect();
  await client.query(
    'select pg_advisory_lock((1936487795::bigint << 32) | current_schema()::regnamespace::oid::bigint)',
  );
  return client;
}

/** Ends the session that has the lock, while another one waits for it: that has it in the same moment. */
async function takenOver(url: string): Promise<pg.Client> {
  const taking = lockedBy(url);
  const waiting = "select 1 from pg_locks where locktype = 'advisory' and not granted";
  await vi.waitFor(async () => expect(await sql(url, waiting)).toHaveLength(1), PATIENCE);
  await sql(url, "select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and granted");
  return taking;
}
