import { expect, test } from 'vitest';
import { rateOf, tellRate } from './progress.ts';

test('rate and time left come from two looks', () => {
  const rate = rateOf({ done: 1000, atMs: 0 }, { done: 5000, atMs: 2000 });
  expect(rate).toBe(2000);
  expect(tellRate(rate, 60_000, 'rows')).toBe('2,000 rows/s, 30 seconds left');
  expect(tellRate(rate, null, 'rows')).toBe('2,000 rows/s');
});

test('nothing is told before anything is known', () => {
  expect(rateOf({ done: 0, atMs: 0 }, { done: 10, atMs: 100 })).toBeNull();
  expect(rateOf({ done: 10, atMs: 0 }, { done: 10, atMs: 9000 })).toBeNull();
  expect(tellRate(null, 5, 'rows')).toBe('');
});
