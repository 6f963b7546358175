import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { WaitingShares } from './waiting-shares.ts';

// [CAP-6.9].

const MB = 1024 * 1024;
const SPOOL_BYTES = 100 * MB;
const TOO_FAST = { code: 'capture_capacity', retryAfterSeconds: 2 };

beforeEach(() => vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] }));
afterEach(() => vi.useRealTimers());

let isAnswering = true;
const sharesOf = () => new WaitingShares({ isAnswering: () => isAnswering }, SPOOL_BYTES);

/** Megabytes that a project gets in, a megabyte after the other, when it does not wait. */
async function fill(shares: WaitingShares, projectId: number): Promise<number> {
  for (let count = 0; ; count += 1) {
    const taken = shares.take(projectId, MB).then(
      () => true,
      () => false,
    );
    await vi.advanceTimersByTimeAsync(5_000);
    if (!(await taken)) return count;
  }
}

test('a project has at most 8 MB waiting while another sends too', async () => {
  const shares = sharesOf();
  await shares.take(2, 1);
  expect(await fill(shares, 1)).toBe(8);
  expect(await fill(shares, 2)).toBe(7);
  shares.free(1, 3 * MB);
  expect(await fill(shares, 1)).toBe(3);
});

test('a project that sends alone, or while the engine is away, has half of the spool', async () => {
  const shares = sharesOf();
  isAnswering = false;
  await shares.take(2, 1);
  expect(await fill(shares, 1)).toBe(50);
  isAnswering = true;
  shares.free(1, 50 * MB);
  await vi.advanceTimersByTimeAsync(61_000);
  expect(await fill(shares, 1)).toBe(50);
});

test('a body larger than the share is taken when nothing of the project waits', async () => {
  const shares = sharesOf();
  await shares.take(2, 1);
  await shares.take(1, 20 * MB);
  expect(await fill(shares, 1)).toBe(0);
  shares.free(1, 20 * MB);
  expect(await fill(shares, 1)).toBe(8);
});

test('who finds no room waits for it in turn, up to five seconds', async () => {
  const shares = sharesOf();
  await shares.take(2, 1);
  await shares.take(1, 8 * MB);
  const entered: string[] = [];
  const first = shares.take(1, 2 * MB).then(() => entered.push('first'));
  const second = shares.take(1, MB).then(() => entered.push('second'));
  shares.free(1, MB);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(entered).toEqual([]);
  shares.free(1, 2 * MB);
  await Promise.all([first, second]);
  expect(entered).toEqual(['first', 'second']);
  const late = expect(shares.take(1, MB)).rejects.toMatchObject(TOO_FAST);
  await vi.advanceTimersByTimeAsync(5_000);
  await late;
});

test('at most 16 requests and 8 MB wait for room', async () => {
  const shares = sharesOf();
  await shares.take(2, 1);
  await shares.take(1, 8 * MB);
  const waiting = Array.from({ length: 16 }, () => shares.take(1, 1).catch(() => undefined));
  await expect(shares.take(1, 1)).rejects.toMatchObject(TOO_FAST);
  await vi.advanceTimersByTimeAsync(5_000);
  await Promise.all(waiting);
  await expect(shares.take(1, 9 * MB)).rejects.toMatchObject(TOO_FAST);
});
