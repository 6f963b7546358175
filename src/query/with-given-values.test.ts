import { expect, test } from 'vitest';
import { parseSelect } from './language/parse.ts';
import { printHogql } from './language/print-hogql.ts';
import { withGivenValues } from './with-given-values.ts';

// [SQL-7.7].

test.each([
  ['select {a}, {b}', { a: "it's", b: 2 }, "SELECT 'it''s', 2"],
  [
    'select 1 where x in {a} or {b} or y = {from}',
    { a: [1, 'b'], b: true, from: null },
    "SELECT 1 WHERE x IN [1, 'b'] OR true OR y IS NULL",
  ],
  ['select {variables.a}, 1.5 * {a}, {filters}', { a: 0.5 }, 'SELECT {variables.a}, 1.5 * 0.5, {filters}'],
])('%s', (text, values, printed) => {
  expect(printHogql(withGivenValues(parseSelect(text), values))).toBe(printed);
});

test('a name without a value is refused with the nearest, and without values nothing changes', () => {
  expect(() => withGivenValues(parseSelect('select {evnt}'), { event: 1 })).toThrow('Did you mean "event"?');
  expect(printHogql(withGivenValues(parseSelect('select {evnt}'), undefined))).toBe('SELECT {evnt}');
});
