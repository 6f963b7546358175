import { expect, test } from 'vitest';
import { type LiveEvents, NOTHING, type RecentEvent, withEvents } from './live-events.ts';

const events = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => ({ uuid: String(from + index) }) as RecentEvent);
const ids = (live: LiveEvents) => live.events.map(({ uuid }) => uuid);

test('the newest stand first', () => {
  expect(ids(withEvents(withEvents(NOTHING, events(1, 2), false), events(3, 2), false))).toEqual([
    '4',
    '3',
    '2',
    '1',
  ]);
});

test('at most 500 are kept, and the oldest go', () => {
  const live = withEvents(withEvents(NOTHING, events(1, 400), false), events(401, 400), false);
  expect(live.events.length).toBe(500);
  expect(ids(live).at(-1)).toBe('301');
});

test('a gap is marked at the oldest event behind it', () => {
  const live = withEvents(withEvents(NOTHING, events(1, 1), false), events(7, 2), true);
  expect([...live.gaps]).toEqual(['7']);
});
