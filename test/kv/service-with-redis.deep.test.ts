import { afterAll, beforeAll, expect, test } from 'vitest';
import { newSecret } from '../../src/services/access/secret.ts';
import { runCommandHere } from '../fixtures/run-command-here.ts';
import { startPostgres, type TestPostgres } from '../fixtures/start-postgres.ts';
import { type ServiceProcess, startServiceProcess } from '../fixtures/start-process.ts';
import { startRedis, type TestRedis } from '../fixtures/start-redis.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { scaled } from '../fixtures/test-scale.ts';

// A whole service with Redis, under load, while Redis fails in every way that it can. [SPEC-4.6].

let postgres: TestPostgres;
let redis: TestRedis;
let service: ServiceProcess;

beforeAll(async () => {
  [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
  service = await startServiceProcess({
    SLUICE_DATABASE_URL: await postgres.newDatabase(),
    SLUICE_REDIS_URL: redis.url,
    SLUICE_ROOT_KEY: newSecret('slp_'),
    SLUICE_METRICS_PORT: '0',
    SLUICE_RATE_LIMITS: '1000000,1000000,1000000,1000',
  });
  const query = { kind: 'HogQLQuery', query: 'select {variables.seed} as seed' };
  const variables = { seed: { type: 'Number' } };
  await service.call('POST', 'endpoints', { body: { name: 'echo', query, variables } });
});
afterAll(async () => {
  await service?.close();
  await Promise.all([postgres?.close(), redis?.close()]);
});

let seeds = 0;

const run = (seed: number) => service.call('POST', 'endpoints/echo/run', { body: { variables: { seed } } });

/** Runs for so long, every tenth one a miss. @returns the milliseconds of the hits, and what was not answered 200 */
async function load(durationMs: number): Promise<{ readonly hits: number[]; readonly failed: unknown[] }> {
  const found = { hits: [] as number[], failed: [] as unknown[] };
  const endMs = performance.now() + durationMs;
  const caller = async (): Promise<void> => {
    for (let count = 1; performance.now() < endMs; count += 1) {
      const isMiss = count % 10 === 0;
      if (isMiss) seeds += 1;
      const startedMs = performance.now();
      const { status, json } = await run(isMiss ? seeds : 0);
      if (status !== 200) found.failed.push({ status, json });
      else if (!isMiss) found.hits.push(performance.now() - startedMs);
    }
  };
  await Promise.all([caller(), caller(), caller(), caller()]);
  return found;
}

const percentile = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? Number.NaN;

test.each([
  ['is shut down', () => redis.shutDown(), () => redis.restart()],
  ['is frozen', () => redis.freeze(), () => redis.thaw()],
  ['is flushed', () => redis.command('FLUSHALL'), () => undefined],
  ['refuses to write', () => redis.command('CONFIG', 'SET', 'maxmemory', '1'), () => redis.restart()],
])('while Redis %s no call fails, and hits are as quick as before within 5 s', async (_, fail, mend) => {
  await run(0);
  const lasting = Math.max(1_000, scaled(5_000));
  const before = await load(lasting);
  await fail();
  try {
    const during = await load(lasting);
    const after = await load(lasting);
    expect([before.failed, during.failed, after.failed]).toEqual([[], [], []]);
    // The machine is shared: the bound is for waiting on Redis, which takes 30 ms.
    expect(percentile(after.hits, 0.5)).toBeLessThan(percentile(before.hits, 0.5) * 3 + 15);
    expect(percentile(after.hits, 0.99)).toBeLessThan(percentile(before.hits, 0.99) * 3 + 30);
  } finally {
    await mend();
  }
  await run(0);
});

test('an outage is said once, with a code, and nothing tells the password', async () => {
  await redis.shutDown();
  await expect.poll(() => service.log().join('\n')).toContain('Redis does not answer (');
  await redis.restart();
  await expect
    .poll(() => service.log().findLast((line) => line.includes('redis')), { timeout: 10_000 })
    .toContain('redis_up');
  expect(service.log().join('\n')).not.toContain('a-secret-of-redis');
});

test('doctor says whether Redis answers, and a wrong password is no reason not to start', async () => {
  const args = ['doctor', '--data-dir', temporaryFolder(), '--port', '0'];
  // The other one is held by the service.
  const SLUICE_DATABASE_URL = await postgres.newDatabase();
  const asked = async (url: string) =>
    (await runCommandHere(args, { SLUICE_DATABASE_URL, SLUICE_REDIS_URL: url })).stdout;
  expect(await asked(redis.url)).toContain('Redis answers');
  const wrong = await asked(redis.url.replace('a-secret', 'b-secret'));
  expect(wrong).toContain('Redis does not answer (WRONGPASS)');
  expect(wrong).not.toContain('b-secret');
});
