import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Kv } from '../../src/adapters/kv/kv.ts';
import { RedisKv } from '../../src/adapters/kv/redis-kv.ts';
import { systemClock } from '../../src/base/clock.ts';
import { wait } from '../../src/base/wait.ts';
import { RateLimiter } from '../../src/services/limits/rate.ts';
import { RateSums } from '../../src/services/limits/rate-sums.ts';
import { SharedRate } from '../../src/services/limits/shared-rate.ts';
import { startRedis, type TestRedis } from '../fixtures/start-redis.ts';

// What services share, on a server of Redis. [SPEC-7.6.1].

let redis: TestRedis;
let services: readonly Kv[];

const open = async (): Promise<Kv> => {
  const up = Promise.withResolvers<void>();
  const onChange = (isUp: boolean): void => void (isUp && up.resolve());
  // A busy machine takes longer than a service would wait.
  const kv = new RedisKv({ url: redis.url, name: 'tests', onChange, askLimitMs: 10_000 });
  await up.promise;
  return kv;
};

beforeAll(async () => {
  redis = await startRedis();
  services = [await open(), await open(), await open()];
});
afterAll(async () => {
  for (const kv of services ?? []) await kv.close();
  await redis?.close();
});

const [ranked] = [(rank: number, text: string) => Buffer.from(String(rank).padStart(16, '0') + text)];

test('of two values the newer one stays, whichever comes first, and goes after its time', async () => {
  const [one, other] = services;
  await one?.setNewer('r:a', ranked(2, 'new'), 60_000);
  await other?.setNewer('r:a', ranked(1, 'old'), 60_000);
  expect((await one?.getAll(['r:a', 'r:none']))?.map(String)).toEqual([String(ranked(2, 'new')), 'null']);
  await other?.setNewer('r:a', ranked(3, 'last'), 50);
  await expect.poll(async () => (await one?.getAll(['r:a']))?.[0]).toBeNull();
});

test('a value of bytes and of 8 MiB comes as it went', async () => {
  const bytes = Buffer.concat([
    ranked(1, ''),
    Buffer.alloc(8 * 1024 * 1024, Buffer.from([0, 255, 128, 13, 10])),
  ]);
  expect(await services[0]?.setNewer('r:large', bytes, 60_000)).toBe(true);
  const read = async () => (await services[1]?.getAll(['r:large']))?.[0]?.equals(bytes);
  await expect.poll(read).toBe(true);
});

test('a lease is one of a kind, renewed and ended by its holder alone, and its end is told', async () => {
  const [one, other, third] = services;
  const told: string[] = [];
  third?.listen((message) => told.push(message));
  expect(await one?.takeLease('f:a', 'mine', 30_000)).toBe('taken');
  expect(await other?.takeLease('f:a', 'yours', 30_000)).toBe('held');
  await other?.endLease('f:a', 'yours', 'failed a');
  await other?.renewLease('f:a', 'yours', 1);
  await one?.renewLease('f:a', 'mine', 60_000);
  const [key = ''] = (await redis.command('KEYS', '*f:a')) as readonly string[];
  expect(Number(await redis.command('PTTL', key))).toBeGreaterThan(30_000);
  expect(await other?.takeLease('f:a', 'yours', 30_000)).toBe('held');
  await expect
    .poll(async () => {
      await one?.endLease('f:a', 'mine', 'shared a');
      return told.at(-1);
    })
    .toBe('shared a');
  expect(await other?.takeLease('f:a', 'yours', 300)).toBe('taken');
});

test('executions are counted by all services together, exactly', async () => {
  const policies = [
    { name: 'executions', quota: 100, windowSeconds: 60 },
    { name: 'executions-hour', quota: 150, windowSeconds: 3600 },
  ];
  const rates = services.map((kv) => new SharedRate(new RateLimiter(policies, systemClock), kv));
  const takes = Array.from({ length: 300 }, async (_, at) => rates[at % 3]?.take('key'));
  const taken = (await Promise.allSettled(takes)).filter(({ status }) => status === 'fulfilled');
  expect(taken).toHaveLength(100);
  for (const rate of rates) expect(rate.look('key')).toMatchObject({ remaining: 0 });
  await expect((async () => rates[0]?.take('key'))()).rejects.toMatchObject({ code: 'throttled' });
  await expect((async () => rates[0]?.take('another key'))()).resolves.toBeUndefined();
});

test('runs are summed: what all take goes beyond the quota by no more than between two sums', async () => {
  const policy = { name: 'runs', quota: 300, windowSeconds: 60 };
  const limiters = services.map(() => new RateLimiter([policy], systemClock));
  const sums = services.map((kv, at) => {
    const sum = new RateSums(kv, { observe: () => undefined, wait });
    const limiter = limiters[at];
    if (limiter !== undefined) sum.watch('runs', limiter);
    return sum;
  });
  let taken = 0;
  let refused = 0;
  for (let round = 0; refused < limiters.length && round < 100; round += 1) {
    refused = 0;
    for (const limiter of limiters)
      for (let run = 0; run < 20; run += 1)
        try {
          limiter.take('key');
          taken += 1;
        } catch {
          refused += 1;
          break;
        }
    for (const sum of sums) await sum.sum();
    for (const sum of sums) await sum.sum();
  }
  expect(taken).toBeGreaterThanOrEqual(300);
  expect(taken).toBeLessThanOrEqual(300 + limiters.length * 20);
});
