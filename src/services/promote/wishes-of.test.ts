import { expect, test } from 'vitest';
import { type WishFacts, wishesOf } from './wishes-of.ts';

const DAY_MS = 86_400_000;
const NOW_MS = 100 * DAY_MS;
const MILLION = 1_000_000;

const NONE: WishFacts = {
  reads: new Map(),
  saved: new Map(),
  promoted: new Set(),
  events: 2 * MILLION,
  tableRows: 20 * MILLION,
  nowMs: NOW_MS,
};

const read = (rows: number): Partial<WishFacts> => ({ reads: new Map([['a', rows]]) });
const saved = (daysAgo: number): Partial<WishFacts> => ({
  saved: new Map([['a', NOW_MS - daysAgo * DAY_MS]]),
});

test.each<[string, Partial<WishFacts>, number | undefined]>([
  ['nothing', {}, undefined],
  ['an endpoint that was saved now: as if it had run once', saved(0), 2 * MILLION],
  ['an endpoint that did not run for seven days', saved(7), undefined],
  ['an old endpoint that runs', { ...saved(7), ...read(5) }, 5],
  ['a new endpoint that ran often', { ...saved(0), ...read(9 * MILLION) }, 9 * MILLION],
  ['other queries: as many rows as the column has', read(20 * MILLION), 20 * MILLION],
  ['other queries: fewer rows', read(20 * MILLION - 1), undefined],
  [
    'other queries of a small table: a few seconds of parsing',
    { ...read(10 * MILLION), tableRows: 5 },
    10 * MILLION,
  ],
  ['other queries of a small table: less', { ...read(10 * MILLION - 1), tableRows: 5 }, undefined],
  ['a column that is read at all stays', { ...read(1), promoted: new Set(['a']) }, 1],
  ['a column that is not read goes', { promoted: new Set(['a']) }, undefined],
])('%s', (_, facts, expected) => {
  expect(wishesOf({ ...NONE, ...facts }).get('a')).toBe(expected);
});
