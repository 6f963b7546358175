import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { StuckQueries } from './stuck-queries.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('gives up when so many queries do not end that nobody could go on', () => {
  const giveUp = vi.fn();
  const stuck = new StuckQueries(3, 5_000, giveUp);
  stuck.watch();
  stuck.watch();
  vi.advanceTimersByTime(5_000);
  expect(giveUp).not.toHaveBeenCalled();
  stuck.watch();
  vi.advanceTimersByTime(4_999);
  expect(giveUp).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(giveUp).toHaveBeenCalledOnce();
});

test('forgets queries that end, before their time or after it', () => {
  const giveUp = vi.fn();
  const stuck = new StuckQueries(2, 5_000, giveUp);
  for (const endsAfterMs of [100, 4_999, 5_000, 60_000]) {
    const ended = stuck.watch();
    vi.advanceTimersByTime(endsAfterMs);
    ended();
  }
  expect(giveUp).not.toHaveBeenCalled();
});

test('the only place of an engine counts', () => {
  const giveUp = vi.fn();
  new StuckQueries(1, 5_000, giveUp).watch();
  vi.advanceTimersByTime(5_000);
  expect(giveUp).toHaveBeenCalledOnce();
});
