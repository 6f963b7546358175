import { describe, expect, test } from 'vitest';
import { SettableClock } from '../../base/clock.ts';
import { RateLimiter } from './rate.ts';

// [SPEC-7.6].

function makeLimiter(...quotas: readonly (readonly [number, number])[]) {
  const clock = new SettableClock(0);
  const policies = quotas.map(([quota, windowSeconds], index) => ({
    name: `p${index}`,
    quota,
    windowSeconds,
  }));
  return { limiter: new RateLimiter(policies, clock), clock };
}

describe('RateLimiter', () => {
  test('refuses past the quota until the window ends, per subject', () => {
    const { limiter, clock } = makeLimiter([2, 60]);
    expect(limiter.take('a')).toMatchObject({ remaining: 1, resetSeconds: 60 });
    clock.set(15_000);
    expect(limiter.take('a')).toMatchObject({ remaining: 0, resetSeconds: 45 });
    expect(() => limiter.take('a')).toThrow(
      expect.objectContaining({ code: 'throttled', retryAfterSeconds: 45 }),
    );
    expect(limiter.take('b')).toMatchObject({ remaining: 1 });
    clock.set(60_000);
    expect(limiter.take('a')).toMatchObject({ remaining: 1 });
  });

  test('takes many units at once, the last beyond the quota, and takes some back', () => {
    const { limiter } = makeLimiter([100, 1]);
    expect(limiter.take('a', 90)).toMatchObject({ remaining: 10 });
    expect(limiter.take('a', 90)).toMatchObject({ remaining: 0 });
    expect(() => limiter.take('a', 1)).toThrow(expect.objectContaining({ code: 'throttled' }));
    limiter.giveBack('a', 90);
    expect(limiter.take('a', 1)).toMatchObject({ remaining: 9 });
    limiter.giveBack('a', 1000);
    expect(limiter.take('a', 1)).toMatchObject({ remaining: 99 });
  });

  test('takes a unit from all policies or from none', () => {
    const { limiter, clock } = makeLimiter([1, 1], [2, 3600]);
    limiter.take('a');
    expect(() => limiter.take('a')).toThrow('"p0"');
    clock.set(1_000);
    expect(limiter.take('a')).toMatchObject({ policy: { name: 'p0' }, remaining: 0 });
    clock.set(2_000);
    expect(() => limiter.take('a')).toThrow('"p1"');
  });

  test('a quota of 0 is no limit', () => {
    const { limiter } = makeLimiter([0, 60]);
    expect(limiter.take('a')).toBeNull();
  });

  test('begins anew when the clock is set back', () => {
    const { limiter, clock } = makeLimiter([1, 60]);
    clock.set(1_000_000);
    limiter.take('a');
    clock.set(0);
    expect(limiter.take('a')).toMatchObject({ remaining: 0, resetSeconds: 60 });
  });

  test('many subjects take no more memory than their bound, and no more time each than few', () => {
    const { limiter, clock } = makeLimiter([1, 60]);
    const takeMany = (from: number, to: number): number => {
      const start = process.cpuUsage();
      for (let at = from; at < to; at += 1) limiter.take(`${at}`);
      const { user, system } = process.cpuUsage(start);
      return user + system;
    };
    const untilFull = takeMany(0, 100_000);
    expect(takeMany(100_000, 103_000)).toBeLessThan(untilFull);
    // The first have gone, the last have not.
    expect(limiter.take('0')).not.toBeNull();
    expect(() => limiter.take('102999')).toThrow('More than 1');
    clock.set(60_000);
    expect(limiter.take('102999')).toMatchObject({ remaining: 0 });
  });

  test('counts what all services have counted, and tells what is taken here', () => {
    const { limiter, clock } = makeLimiter([10, 60], [100, 3600]);
    const told: unknown[] = [];
    limiter.watch((subject, units) => told.push([subject, units]));
    limiter.take('a');
    limiter.take('b', 3);
    expect(told).toEqual([
      ['a', 1],
      ['b', 3],
    ]);
    limiter.learn('a', [
      { used: 10, leftMs: 20_000 },
      { used: 40, leftMs: 3_000_000 },
    ]);
    expect(() => limiter.take('a')).toThrow(
      expect.objectContaining({ code: 'throttled', retryAfterSeconds: 20 }),
    );
    expect(limiter.look('b')).toMatchObject({ remaining: 7 });
    clock.set(20_000);
    expect(limiter.take('a')).toMatchObject({ remaining: 9, policy: { name: 'p0' } });
  });
});
