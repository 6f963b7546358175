import { afterEach, beforeEach, expect, test } from 'vitest';
import { RedisKv } from '../../src/adapters/kv/redis-kv.ts';
import { type FakeRedis, NOTHING, OK, startFakeRedis } from '../fixtures/fake-redis.ts';

// A server that does not answer, answers late, refuses or goes away: nobody gets an error, and nobody waits long.

let redis: FakeRedis;
let kv: RedisKv;
let told: string[];

beforeEach(async () => {
  redis = await startFakeRedis();
  redis.answer(() => NOTHING);
  told = [];
  const onChange = (isUp: boolean, reason: string) => told.push(isUp ? 'up' : `down ${reason}`);
  kv = new RedisKv({ url: redis.url, name: 'tests', onChange });
});
afterEach(async () => {
  await kv.close();
  await redis.close();
});

const isUp = () => expect.poll(() => kv.isUp, { timeout: 10_000 });
const take = () => kv.takeLease('f:a', 'token', 1_000);

/** Milliseconds that `work` takes. */
async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
}

test('one that cannot be reached is not waited for, and used when it comes', async () => {
  await redis.setReachable(false);
  expect(await take()).toBeUndefined();
  await expect.poll(() => told.at(-1), { timeout: 10_000 }).toBe('down ECONNREFUSED');
  expect(await take()).toBeUndefined();
  await redis.setReachable(true);
  await isUp().toBe(true);
  expect(await take()).toBe('held');
  expect(told.at(-1)).toBe('up');
});

test('one that is frozen delays one call, and no other until it answers again', async () => {
  await isUp().toBe(true);
  redis.stopReading();
  const times = [];
  for (let call = 0; call < 20; call += 1) times.push(await timeOf(take));
  expect(times[0]).toBeGreaterThanOrEqual(29);
  expect(kv.isUp).toBe(false);
  expect(told.at(-1)).toBe('down SLOW');
  redis.answer(() => OK);
  redis.readAgain();
  await isUp().toBe(true);
  // The first waited in vain; behind it nobody did.
  expect(redis.commands).toHaveLength(1);
  expect(await take()).toBe('taken');
});

test('one that ends connections is connected to again', async () => {
  await isUp().toBe(true);
  for (let round = 0; round < 3; round += 1) {
    redis.answer(() => undefined);
    const waiting = take();
    await redis.setReachable(false);
    expect(await waiting).toBeUndefined();
    redis.answer(() => OK);
    await redis.setReachable(true);
    await isUp().toBe(true);
    await expect.poll(take).toBe('taken');
  }
});

test('a refusal is no answer and no sign of a loss', async () => {
  await isUp().toBe(true);
  redis.answer(() => '-OOM command not allowed when used memory > maxmemory\r\n');
  for (let call = 0; call < 10; call += 1) expect(await take()).toBeUndefined();
  expect(kv.isUp).toBe(true);
  expect(told).toEqual(['up']);
});

test('calls under way, and their bytes, are bounded', async () => {
  await isUp().toBe(true);
  redis.answer(() => undefined);
  const calls = Array.from({ length: 3_000 }, take);
  expect(new Set(await Promise.all(calls))).toEqual(new Set([undefined]));
  expect(redis.commands.length).toBeLessThanOrEqual(1_000);
});

test('values that wait to be sent are bounded by their bytes', async () => {
  await isUp().toBe(true);
  redis.stopReading();
  const value = Buffer.alloc(8 * 1024 * 1024, '0');
  const send = () => timeOf(() => kv.setNewer('r:a', value, 1_000));
  const times = await Promise.all(Array.from({ length: 20 }, send));
  // Those that are sent wait for an answer.
  expect(times.filter((ms) => ms > 900)).toHaveLength(8);
});

test('what is said of it holds no password and no address', async () => {
  await redis.setReachable(false);
  await expect.poll(() => told.length, { timeout: 10_000 }).toBeGreaterThan(0);
  expect(told.join()).not.toMatch(/a-secret|127\.0\.0\.1/);
});
