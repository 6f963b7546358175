import { expect, test } from 'vitest';
import { propertyWords, valueText } from './property-words.ts';

test('the first properties are told in a line, and how many more there are', () => {
  expect(propertyWords({})).toBe('');
  expect(propertyWords({ email: 'a@b', plan: 'pro', seats: 3, empty: '' })).toBe(
    'plan pro · seats 3 · empty ""',
  );
  expect(propertyWords({ a: 1, b: 2, c: 3, d: 4, e: 5 })).toBe('a 1 · b 2 · c 3 · d 4 · 1 more');
  expect(propertyWords({ long: 'x'.repeat(50) })).toBe(`long ${'x'.repeat(40)}…`);
});

test('a value that is no text is told as JSON', () => {
  expect([valueText(null), valueText(undefined), valueText({ a: [1] }), valueText('a')]).toEqual([
    'null',
    'null',
    '{"a":[1]}',
    'a',
  ]);
});
