import { expect, test } from 'vitest';
import { Rounds } from './rounds.ts';

/** Waits that end when the test says so, or with their signals; and rounds that end when the test says so. */
function openRounds() {
  const waits: { readonly ms: number; readonly end: () => void }[] = [];
  const wait = (ms: number, signal?: AbortSignal) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    waits.push({ ms, end: resolve });
    if (signal?.aborted) resolve();
    signal?.addEventListener('abort', () => resolve(), { once: true });
    return promise;
  };
  const begun: (() => void)[] = [];
  const rounds = new Rounds({ observe: () => {}, wait, where: 'test', pauseMs: 60_000 });
  const round = () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    begun.push(resolve);
    return promise;
  };
  const later = () => new Promise((resolve) => setImmediate(resolve));
  return {
    rounds,
    round,
    begun,
    waited: () => waits.map(({ ms }) => ms),
    endWait: () => waits.at(-1)?.end(),
    later,
  };
}

test('a pause that is woken ends within a second, however often it is woken', async () => {
  const { rounds, round, begun, waited, endWait, later } = openRounds();
  rounds.start(round);
  begun[0]?.();
  await later();
  expect(waited()).toEqual([60_000]);
  rounds.wake();
  rounds.wake();
  await later();
  expect([begun.length, waited()]).toEqual([1, [60_000, 1_000]]);
  rounds.wake();
  endWait();
  await later();
  expect(begun).toHaveLength(2);
  begun[1]?.();
  await later();
  expect(waited()).toEqual([60_000, 1_000, 60_000]);
  await rounds.stop();
  expect(begun).toHaveLength(2);
});

test('a round that is woken while it runs is followed by another', async () => {
  const { rounds, round, begun, waited, endWait, later } = openRounds();
  rounds.start(round);
  rounds.wake();
  begun[0]?.();
  await later();
  expect(waited()).toEqual([1_000]);
  endWait();
  await later();
  expect(begun).toHaveLength(2);
  const stopped = rounds.stop();
  rounds.wake();
  begun[1]?.();
  await stopped;
  expect(begun).toHaveLength(2);
});
