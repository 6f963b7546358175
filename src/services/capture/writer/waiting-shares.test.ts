import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { WaitingShares } from './waiting-shares.ts';

// [CAP-6.9].

const MB = 1024 * 1024;
const SPOOL_BYTES = 100 * MB;

beforeEach(() => vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => vi.useRealTimers());

let isAnswering = true;
const sharesOf = () => new WaitingShares({ isAnswering: () => isAnswering }, SPOOL_BYTES);

/** Megabytes that a project gets in, a megabyte after the other. */
function fill(shares: WaitingShares, projectId: number): number {
  for (let count = 0; count < 1_000; count += 1)
    try {
      shares.take(projectId, MB);
    } catch (error) {
      expect(error).toMatchObject({ code: 'capture_capacity' });
      return count;
    }
  return Number.POSITIVE_INFINITY;
}

test('a project has at most 8 MB waiting while another sends too', () => {
  const shares = sharesOf();
  shares.take(2, 1);
  expect(fill(shares, 1)).toBe(8);
  expect(fill(shares, 2)).toBe(7);
  shares.free(1, 3 * MB);
  expect(fill(shares, 1)).toBe(3);
});

test('a project that sends alone, or while the engine is away, has half of the spool', () => {
  const shares = sharesOf();
  expect(fill(shares, 1)).toBe(50);
  shares.take(2, 1);
  shares.free(1, 48 * MB);
  expect(fill(shares, 1)).toBe(6);
  isAnswering = false;
  expect(fill(shares, 1)).toBe(42);
  isAnswering = true;
  vi.advanceTimersByTime(61_000);
  shares.free(1, 50 * MB);
  expect(fill(shares, 1)).toBe(50);
});

test('a body larger than the share is taken when nothing of the project waits', () => {
  const shares = sharesOf();
  shares.take(2, 1);
  shares.take(1, 20 * MB);
  expect(fill(shares, 1)).toBe(0);
  shares.free(1, 20 * MB);
  expect(fill(shares, 1)).toBe(8);
});
