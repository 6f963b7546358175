import { expect, test } from 'vitest';
import { hasProperty, type LiveEvents, NOTHING, type RecentEvent, withEvents } from './live-events.ts';

const events = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => ({ uuid: String(from + index) }) as RecentEvent);
const first = (more: readonly RecentEvent[]) =>
  withEvents(NOTHING, { events: more, isFirst: true, isCut: false });
const next = (before: LiveEvents, more: readonly RecentEvent[], isCut = false) =>
  withEvents(before, { events: more, isFirst: false, isCut });
const ids = (live: LiveEvents) => live.events.map(({ uuid }) => uuid);

test('the newest stand first', () => {
  expect(ids(next(first(events(1, 2)), events(3, 2)))).toEqual(['4', '3', '2', '1']);
});

test('the first answer is shown whole, each later one adds 20 at most and says how many it leaves out', () => {
  const live = next(first(events(1, 400)), events(401, 360));
  expect(live.events.length).toBe(420);
  expect(ids(live).slice(18, 22)).toEqual(['742', '741', '400', '399']);
  expect([...live.skipped]).toEqual([['741', 340]]);
});

test('at most 500 are kept, and the oldest go with what is said of them', () => {
  let live = next(first(events(1, 490)), events(500, 30), true);
  expect([[...live.gaps], [...live.skipped]]).toEqual([['510'], [['510', 10]]]);
  for (let from = 1_000; from < 1_500; from += 20) live = next(live, events(from, 20));
  expect(live.events.length).toBe(500);
  expect([live.gaps.size, live.skipped.size]).toEqual([0, 0]);
});

test('a gap is marked at the oldest event behind it', () => {
  expect([...next(first(events(1, 1)), events(7, 2), true).gaps]).toEqual(['7']);
});

test.each([
  ['', true],
  ['plan', true],
  [' plan = team ', true],
  ['plan=te*', true],
  ['plan=te', false],
  ['amount=12', true],
  ['nested={"a":1}', true],
  ['a=b=c', true],
  ['plans', false],
  ['toString', false],
])('the property filter "%s" lets the event through: %s', (filter, fits) => {
  const properties = { plan: 'team', amount: 12, nested: { a: 1 }, a: 'b=c' };
  expect(hasProperty({ properties }, filter)).toBe(fits);
});
