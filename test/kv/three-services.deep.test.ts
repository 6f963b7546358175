import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { GivenSettings } from '../../src/app/config.ts';
import { ENGINE_SECRET, type EngineProcess, startEngineProcess } from '../fixtures/start-engine-process.ts';
import { startPostgres, type TestPostgres } from '../fixtures/start-postgres.ts';
import { startRedis, type TestRedis } from '../fixtures/start-redis.ts';
import { startS3, type TestS3 } from '../fixtures/start-s3.ts';
import { startTestService, type TestAnswer, type TestService } from '../fixtures/start-service.ts';
import { scaled } from '../fixtures/test-scale.ts';

// Three services with one `sluice engine`, one PostgreSQL and one Redis, as the settings make them.
// [SPEC-4.6], [SPEC-4.6.1], [SPEC-7.6.1].

/** An answer may be older than a forced one for so long. */
const STALE_MS = 2_000;

let postgres: TestPostgres;
let redis: TestRedis;
let s3: TestS3;
let engine: EngineProcess;
let engineFolder: string;
let services: readonly TestService[] = [];
let databaseUrl: string;
let engineQueries = 0;

beforeAll(async () => {
  [postgres, redis, s3] = await Promise.all([startPostgres(), startRedis(), startS3()]);
  databaseUrl = await postgres.newDatabase();
  const { settings: bucket } = s3;
  engineFolder = mkdtempSync(path.join(tmpdir(), 'sluice-test-engine-'));
  engine = await startEngineProcess({
    folder: engineFolder,
    environment: {
      SLUICE_OBJECT_STORE: String(bucket.objectStore),
      SLUICE_S3_ENDPOINT: String(bucket.s3Endpoint),
      SLUICE_S3_ACCESS_KEY_ID: String(bucket.s3AccessKeyId),
      SLUICE_S3_SECRET_ACCESS_KEY: String(bucket.s3SecretAccessKey),
    },
  });
  const settings: GivenSettings = {
    ...bucket,
    engineUrl: engine.url.replace('://', `://sluice:${encodeURIComponent(ENGINE_SECRET)}@`),
    databaseUrl,
    redisUrl: redis.url,
    testClock: false,
    metricsPort: 0,
  };
  const first = await startTestService(settings);
  const others = { ...settings, rootKey: first.rootKey };
  services = [first, await startTestService(others), await startTestService(others)];
  for (const { services: parts } of services) {
    const query = parts.engine.query.bind(parts.engine);
    parts.engine.query = (asked) => {
      engineQueries += 1;
      return query(asked);
    };
  }
  const variables = { seed: { type: 'Number' } };
  const seeded = 'select count() as n, {variables.seed} as seed from events';
  for (const [name, query, more] of [
    ['count', 'select count() as n from events', {}],
    ['seeded', seeded, { variables }],
  ] as const)
    await first.call('POST', 'endpoints', {
      body: { name, query: { kind: 'HogQLQuery', query }, ...more },
    });
});
afterAll(async () => {
  for (const service of services) await service.close();
  await engine?.stop();
  rmSync(engineFolder, { recursive: true, force: true });
  await Promise.all([redis?.close(), s3?.close(), postgres?.close()]);
});

/** What each service says in `sluice_redis_up`. */
async function upOfAll(): Promise<readonly (string | undefined)[]> {
  const texts = services.map(async ({ metricsUrl }) => (await fetch(String(metricsUrl))).text());
  return (await Promise.all(texts)).map((text) => /^sluice_redis_up (\d)/m.exec(text)?.[1]);
}

const serviceAt = (place: number): TestService => {
  const service = services[place % services.length];
  if (service === undefined) throw new Error('there are three services');
  return service;
};
const run = (place: number, name: string, body: object = {}): Promise<TestAnswer> =>
  serviceAt(place).call('POST', `endpoints/${name}/run`, { body });

let seed = 0;

test('each service says that Redis answers', async () => {
  await expect.poll(upOfAll, { timeout: 10_000 }).toEqual(['1', '1', '1']);
});

test('a hundred equal misses are one engine query', async () => {
  const misses = async () => {
    seed += 1;
    engineQueries = 0;
    const body = { variables: { seed } };
    const answers = await Promise.all(Array.from({ length: 99 }, (_, at) => run(at, 'seeded', body)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    return { engineQueries, executions: new Set(answers.map(({ json }) => json.execution_id)).size };
  };
  // A service that is not told within 30 ms, on a busy machine, computes for itself.
  await expect.poll(misses, { timeout: 60_000 }).toEqual({ engineQueries: 1, executions: 1 });
});

test('what one service has computed the others find, and answer from then on themselves', async () => {
  const found = async () => {
    seed += 1;
    const body = { variables: { seed } };
    const { json } = await run(0, 'seeded', body);
    const others = [await run(1, 'seeded', body), await run(2, 'seeded', body), await run(1, 'seeded', body)];
    expect(others.map((other) => other.json.results)).toEqual([json.results, json.results, json.results]);
    return others.map((other) => other.json.served_from);
  };
  await expect.poll(found, { timeout: 60_000 }).toEqual(['cache', 'cache', 'cache']);
});

/** Forces a result that has one event more, and asks the others until nobody may answer what was before. */
async function forceAndAsk(place: number): Promise<void> {
  await Promise.all([run(0, 'count'), run(1, 'count'), run(2, 'count')]);
  const body = { api_key: serviceAt(0).captureToken, batch: [{ event: 'tick', distinct_id: 'd' }] };
  const captured = await serviceAt(place).call('POST', '/batch?wait=true', { key: null, body });
  expect(captured.status, captured.text).toBe(200);
  const forced = await run(place, 'count', { refresh: 'force_blocking' });
  expect(forced.status, forced.text).toBe(200);
  const answeredMs = performance.now();
  const [[most]] = forced.json.results;
  for (const asked of [place, place + 1, place + 2]) {
    const isNew = async () => {
      const askedMs = performance.now();
      const { json, text, status } = await run(asked, 'count');
      expect(status, text).toBe(200);
      const isStale = json.results[0][0] < most;
      expect(isStale && askedMs - answeredMs > STALE_MS, 'a stale answer').toBe(false);
      return !isStale;
    };
    await expect.poll(isNew, { timeout: 10_000, interval: 20 }).toBe(true);
  }
}

test.each([
  ['answers', () => undefined, () => undefined],
  ['is frozen', () => redis.freeze(), () => redis.thaw()],
  ['is flushed', () => redis.command('FLUSHALL'), () => undefined],
  ['is shut down', () => redis.shutDown(), () => redis.restart()],
])('no answer is older than a forced one while Redis %s', async (_, fail, mend) => {
  await fail();
  try {
    for (let round = 0; round < Math.max(3, scaled(20)); round += 1) await forceAndAsk(round);
  } finally {
    await mend();
  }
  await forceAndAsk(0);
  await expect.poll(upOfAll, { timeout: 10_000 }).toEqual(['1', '1', '1']);
});

test('no answer is older than a forced one after connections to PostgreSQL were cut', async () => {
  for (let round = 0; round < Math.max(2, scaled(10)); round += 1) {
    await postgres.cutConnections(databaseUrl);
    const statuses = async () => (await Promise.all([0, 1, 2].map((at) => run(at, 'count')))).map(statusOf);
    await expect.poll(statuses, { timeout: 10_000 }).toEqual([200, 200, 200]);
    await forceAndAsk(round);
  }
});

const statusOf = ({ status }: TestAnswer): number => status;
