import { expect, test } from 'vitest';
import { errorPlace } from './error-place.ts';

const at = (line: number, column: number, length: number, attr = 'query.query') => ({
  attr,
  position: { line, column, offset: 0, length },
});
const sent = (query: string) => ({ query: { kind: 'HogQLQuery', query } });

test.each([
  [
    'a word',
    at(1, 8, 4),
    sent('select nope from events'),
    '  line 1, column 8\n  select nope from events\n         ^^^^',
  ],
  ['a later line', at(2, 3, 1), sent('select\n\t, 1'), '  line 2, column 3\n   , 1\n    ^'],
  ['the end of the text', at(1, 7, 0), sent('select'), '  line 1, column 7\n  select\n        ^'],
  [
    'what goes on in the next line',
    at(1, 8, 9),
    sent("select 'a\nb'"),
    "  line 1, column 8\n  select 'a\n         ^^",
  ],
  [
    'a long line',
    at(1, 201, 2),
    sent(`${'a'.repeat(200)}!!${'b'.repeat(200)}`),
    `  line 1, column 201\n  ${'a'.repeat(60)}!!${'b'.repeat(58)}\n  ${' '.repeat(60)}^^`,
  ],
  [
    'a member of a list',
    at(1, 1, 1, 'filters_override.properties.0.key'),
    { filters_override: { properties: [{ key: ')' }] } },
    '  line 1, column 1\n  )\n  ^',
  ],
  ['a stored text', at(1, 8, 4), {}, '  line 1, column 8'],
  ['no text', at(1, 8, 4), undefined, '  line 1, column 8'],
  ['a member of every object', at(1, 1, 1, 'constructor.name'), {}, '  line 1, column 1'],
] as const)('%s', (_, refusal, body, expected) => {
  expect(errorPlace(refusal, body)).toBe(expected);
});

test('a refusal without a place', () => {
  expect(errorPlace({ attr: 'name', detail: 'x' }, {})).toBeNull();
});
