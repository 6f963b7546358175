import { describe, expect, test } from 'vitest';
import { SettableClock } from '../../base/clock.ts';
import { MemoryKv } from './memory-kv.ts';

function makeKv() {
  const clock = new SettableClock(1_000_000);
  return { kv: new MemoryKv(clock), pass: (ms: number) => clock.set(clock.nowMs() + ms) };
}

describe('MemoryKv', () => {
  test('forgets a value at its age', async () => {
    const { kv, pass } = makeKv();
    await kv.set('a', Buffer.from('x'), { ageSeconds: 2 });
    pass(1_999);
    expect(await kv.get('a')).toEqual(Buffer.from('x'));
    pass(1);
    expect(await kv.get('a')).toBeUndefined();
  });

  test('counts from zero again after the window of the first increment', async () => {
    const { kv, pass } = makeKv();
    expect(await kv.increment('a', 2, { windowSeconds: 10 })).toBe(2);
    pass(9_999);
    expect(await kv.increment('a', 1, { windowSeconds: 10 })).toBe(3);
    pass(1);
    expect(await kv.increment('a', 1, { windowSeconds: 10 })).toBe(1);
  });

  test('gives a lease to one at a time, with a growing token', async () => {
    const { kv, pass } = makeKv();
    const first = await kv.acquireLease('build', { ttlMs: 100 });
    expect(await kv.acquireLease('build', { ttlMs: 100 })).toBeNull();
    pass(100);
    const second = await kv.acquireLease('build', { ttlMs: 100 });
    expect(second?.fencingToken).toBeGreaterThan(first?.fencingToken ?? Number.POSITIVE_INFINITY);
    expect(await first?.renew(100)).toBe(false);
    await first?.release();
    expect(await kv.acquireLease('build', { ttlMs: 100 })).toBeNull();
    await second?.release();
    expect(await kv.acquireLease('build', { ttlMs: 100 })).not.toBeNull();
  });

  test('keeps a lease that is renewed', async () => {
    const { kv, pass } = makeKv();
    const lease = await kv.acquireLease('build', { ttlMs: 100 });
    pass(99);
    expect(await lease?.renew(100)).toBe(true);
    pass(99);
    expect(await kv.acquireLease('build', { ttlMs: 100 })).toBeNull();
  });
});
