import { expect, test } from 'vitest';
import { PeersOfTests } from '../../../test/kv/peers-of-tests.ts';
import { stopwatchMs } from '../../base/clock.ts';
import { NewerResults } from './newer-results.ts';
import { ResultCache } from './result-cache.ts';

/** What peers tell, and the memory of the service that hears them. */
function listening() {
  const memory = new ResultCache<{ computedAtMs: number; byteLength: number }>(1_000_000);
  const peers = new PeersOfTests();
  const newer = new NewerResults(peers, memory, () => 5_000);
  const tell = (key: string, computedAtMs: number) =>
    peers.tell('forced_result', JSON.stringify({ from: 'another', key, computedAtMs }));
  return { newer, memory, peers, tell };
}

const entry = { computedAtMs: 1_000, byteLength: 10 };

test('what was heard outdates the result in memory, those under way, and older ones of elsewhere', () => {
  const { newer, memory, tell } = listening();
  const beganMs = stopwatchMs();
  for (const key of ['a', 'b']) memory.store(key, entry, beganMs);
  expect([newer.isBehind('a', beganMs), newer.newestMs('a'), newer.epoch('a')]).toEqual([
    false,
    undefined,
    '',
  ]);
  void tell('a', 2_000);
  expect([memory.get('a'), memory.get('b')]).toEqual([undefined, entry]);
  expect([newer.isBehind('a', beganMs), newer.isBehind('b', beganMs)]).toEqual([true, false]);
  expect(newer.isBehind('a', stopwatchMs() + 1)).toBe(false);
  expect(newer.isOlder({ key: 'a', computedAtMs: 1_999 })).toBe(true);
  expect(newer.isOlder({ key: 'a', computedAtMs: 2_000 })).toBe(false);
  expect(newer.newestMs('a')).toBe(2_000);
  expect(newer.epoch('a')).not.toBe('');
});

test('what may have been missed outdates everything', () => {
  const { newer, memory, peers } = listening();
  const beganMs = stopwatchMs();
  memory.store('a', entry, beganMs);
  peers.tellGap();
  expect(memory.get('a')).toBeUndefined();
  expect([newer.isBehind('a', beganMs), newer.isOlder({ key: 'a', computedAtMs: 4_999 })]).toEqual([
    true,
    true,
  ]);
  expect(newer.isOlder({ key: 'a', computedAtMs: 5_000 })).toBe(false);
});

test('what was heard of many keys is remembered in bounded memory, and outdates all of those that are forgotten', () => {
  const { newer, tell } = listening();
  const beganMs = stopwatchMs();
  for (let key = 0; key < 100_000; key += 1) void tell(String(key), 2_000);
  expect(newer.newestMs('0')).toBeUndefined();
  expect([newer.isBehind('0', beganMs), newer.isOlder({ key: '0', computedAtMs: 1_999 })]).toEqual([
    true,
    true,
  ]);
});

test('what a service tells is no news to itself', async () => {
  const { newer, memory } = listening();
  memory.store('a', entry, stopwatchMs());
  await newer.tell({ key: 'a', computedAtMs: 2_000 });
  expect([memory.get('a'), newer.newestMs('a')]).toEqual([entry, undefined]);
});
