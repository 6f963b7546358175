import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { countStoredRows } from '../../src/adapters/engine/statements/read-stored-rows.ts';
import { isBucketFailure, wasReplaced } from '../../src/adapters/engine/statements/stored-file.ts';
import type { GivenSettings } from '../../src/app/config.ts';
import { describeEngine } from '../../src/app/describe-engine.ts';
import { readSettings } from '../../src/app/read-settings.ts';
import { ENGINE_SECRET, type EngineProcess, startEngineProcess } from '../fixtures/start-engine-process.ts';
import { startPostgres, type TestPostgres } from '../fixtures/start-postgres.ts';
import { startS3, type TestS3 } from '../fixtures/start-s3.ts';
import { startTestService, type TestService } from '../fixtures/start-service.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

// [ENG-15.1] to [ENG-15.6]: two services with one `sluice engine`, one PostgreSQL and one bucket.

const PATIENCE = { timeout: 60_000, interval: 100 };
const COUNT = {
  kind: 'HogQLQuery',
  query: 'select event, count() from events group by event order by event',
};

let postgres: TestPostgres;
let s3: TestS3;
let engine: EngineProcess;
let engineFolder: string;
let settings: GivenSettings;
let first: TestService;
let second: TestService;

/** Settings of the bucket as the environment names them. */
function bucketEnvironment({ settings: given }: TestS3): Readonly<Record<string, string>> {
  return {
    SLUICE_OBJECT_STORE: String(given.objectStore),
    SLUICE_S3_ENDPOINT: String(given.s3Endpoint),
    SLUICE_S3_ACCESS_KEY_ID: String(given.s3AccessKeyId),
    SLUICE_S3_SECRET_ACCESS_KEY: String(given.s3SecretAccessKey),
  };
}

beforeAll(async () => {
  [postgres, s3] = await Promise.all([startPostgres(), startS3()]);
  engineFolder = mkdtempSync(path.join(tmpdir(), 'sluice-test-engine-'));
  engine = await startEngineProcess({ folder: engineFolder, environment: bucketEnvironment(s3) });
  settings = {
    ...s3.settings,
    engineUrl: engine.url.replace('://', `://sluice:${encodeURIComponent(ENGINE_SECRET)}@`),
    databaseUrl: await postgres.newDatabase(),
  };
  first = await startTestService(settings);
  second = await startTestService({ ...settings, rootKey: first.rootKey });
});
afterAll(async () => {
  await second?.close();
  await first?.close();
  await engine?.stop();
  rmSync(engineFolder, { recursive: true, force: true });
  await s3?.close();
  await postgres?.close();
});

const eventsOf = (name: string, count: number) =>
  Array.from({ length: count }, (_, at) => ({ event: name, distinct_id: `d${at}`, properties: { at } }));

async function countsAt(service: TestService): Promise<Readonly<Record<string, number>>> {
  const { status, json, text } = await service.call('POST', 'query', {
    body: { query: COUNT },
  });
  expect(status, text).toBe(200);
  return Object.fromEntries(json.results);
}

test('what one service captures the other one answers', async () => {
  await first.capture(eventsOf('seen', 20));
  expect(await countsAt(second)).toMatchObject({ seen: 20 });
  await second.call('POST', '/batch?wait=true', {
    key: null,
    body: { api_key: first.captureToken, batch: eventsOf('back', 7) },
  });
  expect(await countsAt(first)).toMatchObject({ seen: 20, back: 7 });
});

test('a deletion through one service takes what another one has accepted and not written [CAP-10.4]', async () => {
  const third = await startTestService({ ...settings, rootKey: first.rootKey, captureFlushMs: 600_000 });
  try {
    await first.capture([{ event: 'of a person', distinct_id: 'leaving' }]);
    const batch = [
      { event: 'of a person, late', distinct_id: 'leaving' },
      { event: 'by bounds, late', distinct_id: 'staying' },
    ];
    const body = { api_key: first.captureToken, batch };
    expect((await third.call('POST', '/batch', { key: null, body })).status).toBe(200);
    expect((await first.call('DELETE', 'persons/leaving')).status).toBe(204);
    const deletion = await first.call('POST', 'events/delete', {
      body: { event: 'by bounds, late', wait: true },
    });
    expect(deletion.json, deletion.text).toMatchObject({ state: 'completed' });
    const after = { api_key: first.captureToken, batch: eventsOf('after', 1) };
    expect((await third.call('POST', '/batch?wait=true', { key: null, body: after })).status).toBe(200);
    const counts = await countsAt(first);
    expect(counts).toMatchObject({ after: 1 });
    for (const gone of ['of a person', 'of a person, late', 'by bounds, late'])
      expect(counts).not.toHaveProperty([gone]);
  } finally {
    await third.close();
  }
});

test('a project of one service is a project of the other', async () => {
  const other = await first.addProject('Other');
  await other.capture(eventsOf('alone', 3));
  const asked = await second.call('POST', `/api/projects/${other.projectId}/query`, {
    body: { query: COUNT },
  });
  expect(asked.json.results).toEqual([['alone', 3]]);
  expect(Object.keys(await countsAt(second))).not.toContain('alone');
});

test('a snapshot that one service builds answers at the other, by page too', async () => {
  const query = {
    kind: 'HogQLQuery',
    query: 'select number as n, toString(number) as t from numbers(120000) order by n',
  };
  const made = await first.call('POST', 'endpoints', {
    body: { name: 'built', query, is_materialized: true, sync_frequency: '24hour' },
  });
  expect(made.status, made.text).toBe(201);
  const built = await first.call('POST', 'endpoints/built/materialize?wait=true');
  expect(built.json, built.text).toMatchObject({ state: 'Completed' });
  const run = (body: object) => second.call('POST', 'endpoints/built/run', { body });
  const page = await vi.waitFor(async () => {
    const answer = await run({ limit: 3, offset: 100_000, refresh: 'force' });
    expect(answer.json).toMatchObject({ served_from: 'materialized' });
    return answer;
  }, PATIENCE);
  expect(page.json.results).toEqual([
    [100_000, '100000'],
    [100_001, '100001'],
    [100_002, '100002'],
  ]);
  const csv = await second.call('GET', 'endpoints/built/run?format=csv&limit=2&offset=7');
  expect(csv.text).toBe('"n","t"\r\n7,"7"\r\n8,"8"\r\n');
});

test('the engine refuses an object whose bytes are others than those that were checked', async () => {
  const prefix = (await first.services.objects.list('snapshots/')).find((key) =>
    key.endsWith('/rows.parquet'),
  );
  const key = String(prefix);
  const etag = (await first.services.objects.stat(key))?.etag ?? '';
  const { engine: asService } = first.services;
  expect(await countStoredRows(asService, { kind: 'object', key, etag })).toBe(120_000);
  const replaced = countStoredRows(asService, { kind: 'object', key, etag: 'of-other-bytes' });
  expect(wasReplaced(await replaced.catch((error: unknown) => error))).toBe(true);
  const gone = countStoredRows(asService, { kind: 'object', key: 'snapshots/none', etag });
  expect(isBucketFailure(await gone.catch((error: unknown) => error))).toBe(true);
});

test('doctor says which engine answers, and that one does not take the secret', async () => {
  const [known] = await describeEngine(readSettings({ environment: {}, flags: settings }));
  expect(known).toMatch(/^At 127\.0\.0\.1:\d+ answers the engine [0-9a-f-]{36}\.$/);
  const engineUrl = engine.url.replace('://', `://sluice:${'x'.repeat(32)}@`);
  const [wrong] = await describeEngine(readSettings({ environment: {}, flags: { ...settings, engineUrl } }));
  expect(wrong).toMatch(/^The engine at .* does not take the secret\.$/);
  await expect(startTestService({ ...settings, engineUrl, dataDir: temporaryFolder() })).rejects.toThrow(
    /does not take the secret of SLUICE_ENGINE_URL: give the service/,
  );
});

test('a file that one service takes is imported, and its rejected rows can be read at the other', async () => {
  const rows = Array.from({ length: 500 }, (_, at) =>
    JSON.stringify({
      event: at === 250 ? '' : 'brought',
      distinct_id: `i${at % 50}`,
      timestamp: '2026-01-05T12:00:00Z',
      properties: { at },
    }),
  );
  const { status, json, text } = await first.call('POST', 'imports?format=posthog&wait=true', {
    body: rows.join('\n'),
    headers: { 'content-type': 'application/octet-stream' },
  });
  expect(status, text).toBe(200);
  expect(json).toMatchObject({ state: 'completed', inserted: 499, rejected: 1 });
  expect(await countsAt(second)).toMatchObject({ brought: 499 });
  const rejected = await second.call('GET', `imports/${json.id}/rejected`);
  expect(rejected.text.trim().split('\n')).toHaveLength(1);
});

describe('an engine that is killed', () => {
  test('runs answer 503 with a time to come again, capture goes on, and nothing is lost or doubled', async () => {
    engine.killChild();
    const taken = await first.call('POST', '/batch', {
      key: null,
      body: { api_key: first.captureToken, batch: eventsOf('kept', 50) },
    });
    expect(taken.status).toBe(200);
    const answers: number[] = [];
    await vi.waitFor(async () => {
      const { status, headers } = await second.call('POST', 'query', {
        body: { query: COUNT },
      });
      answers.push(status);
      if (status === 503) expect(headers['retry-after']).toBe('1');
      expect(status).toBe(200);
    }, PATIENCE);
    expect(answers.every((status) => status === 200 || status === 503)).toBe(true);
    await vi.waitFor(async () => expect(await countsAt(second)).toMatchObject({ kept: 50 }), PATIENCE);
    expect(await countsAt(first)).toMatchObject({ kept: 50, seen: 20 });
  });

  test('the services are ready again', async () => {
    for (const service of [first, second])
      await vi.waitFor(async () => {
        expect((await service.call('GET', '/_readyz', { key: null })).status).toBe(200);
      }, PATIENCE);
  });
});

test('another metadata store is refused in one sentence, and so is another engine', async () => {
  const other = { ...settings, databaseUrl: await postgres.newDatabase(), dataDir: temporaryFolder() };
  await expect(startTestService(other)).rejects.toThrow(
    /^The host [\d.:]+ of SLUICE_ENGINE_URL has the events of another metadata store/,
  );
  const empty = await startEngineProcess({ environment: bucketEnvironment(s3) });
  const engineUrl = empty.url.replace('://', `://sluice:${encodeURIComponent(ENGINE_SECRET)}@`);
  await expect(startTestService({ ...settings, engineUrl, dataDir: temporaryFolder() })).rejects.toThrow(
    /^The host [\d.:]+ of SLUICE_ENGINE_URL is a new engine, but the events/,
  );
  await empty.stop();
});

test('a service with an engine of its own does not start beside them', async () => {
  const { databaseUrl } = settings;
  await expect(startTestService({ databaseUrl, dataDir: temporaryFolder() })).rejects.toThrow(
    'Another Sluice service',
  );
});

test('an engine that is not there yet is waited for', async () => {
  const url = new URL(engine.url);
  const folder = temporaryFolder();
  const late = await startEngineProcess({ folder, environment: bucketEnvironment(s3) });
  const { port } = new URL(late.url);
  await late.stop();
  const databaseUrl = await postgres.newDatabase();
  const engineUrl = `http://sluice:${encodeURIComponent(ENGINE_SECRET)}@${url.hostname}:${port}`;
  const starting = startTestService({ ...settings, databaseUrl, engineUrl });
  const isStarted = vi.fn();
  starting.then(isStarted, () => undefined);
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  expect(isStarted).not.toHaveBeenCalled();
  const there = await startEngineProcess({
    folder,
    args: ['--port', port],
    environment: bucketEnvironment(s3),
  });
  const service = await starting;
  await service.capture(eventsOf('late', 2));
  expect(await countsAt(service)).toEqual({ late: 2 });
  await service.close();
  await there.stop();
});
