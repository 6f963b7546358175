import { expect, test } from 'vitest';
import { syncIntervalMs } from '../../schema/endpoint.ts';
import { jitterMs, nextRunMs, retryDelayMs, takeoverDelayMs } from './schedule.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

test.each([
  ['15min', 15],
  ['30min', 30],
  ['1hour', 60],
  ['6hour', 360],
  ['12hour', 720],
  ['24hour', 1440],
  ['7day', 10_080],
])('%s is %d minutes', (frequency, minutes) => {
  expect(syncIntervalMs(frequency)).toBe(minutes * MINUTE);
});

test('jitter is the same at each call, spread, and at most a tenth of the interval and five minutes', () => {
  for (const [intervalMs, most] of [
    [15 * MINUTE, 1.5 * MINUTE],
    [24 * HOUR, 5 * MINUTE],
  ] as const) {
    const all = Array.from({ length: 1000 }, (_, i) => jitterMs(`endpoint-${i}`, intervalMs));
    expect(all).toEqual(Array.from({ length: 1000 }, (_, i) => jitterMs(`endpoint-${i}`, intervalMs)));
    const perTenth = Map.groupBy(all, (ms) => Math.floor((10 * ms) / most));
    // 100 are expected in each tenth; chance gives 60 and 140 less than once in a thousand.
    expect([...perTenth.keys()].sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    for (const some of perTenth.values()) expect(Math.abs(some.length - 100)).toBeLessThan(40);
  }
});

const JITTER = jitterMs('e', HOUR);

test.each([
  ['on time', 0, true, HOUR],
  ['a little late: keeps its place', 10 * MINUTE, true, HOUR],
  ['late by less than a slot', HOUR - 1, true, HOUR],
  ['late by a slot: begins anew', HOUR, true, HOUR + HOUR + JITTER],
  ['late by days: runs once', 72 * HOUR, true, 73 * HOUR + JITTER],
  ['out of turn', 10 * MINUTE, false, 70 * MINUTE + JITTER],
])('the build after one that is %s', (_, startedAtMs, isPlanned, next) => {
  expect(nextRunMs({ endpointId: 'e', intervalMs: HOUR, nextRunAtMs: 0 }, startedAtMs, isPlanned)).toBe(next);
});

test('waits longer after each failure, never longer than the interval', () => {
  const minutes = [1, 2, 3, 4, 5, 6, 7, 100].map((failures) => retryDelayMs(failures, HOUR) / MINUTE);
  expect(minutes).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
});

test('takes a lost build over at once, unless its process is lost again and again', () => {
  expect([1, 2, 3, 4].map((lost) => takeoverDelayMs(lost, HOUR) / MINUTE)).toEqual([0, 0, 1, 2]);
});
