import { expect, test } from 'vitest';
import { SOME_NAMES } from './names-of-tests.ts';
import { marksOfProblems, marksOfUnknown } from './query-marks.ts';

test('an unknown property is a hint with the nearest name, a known one is not', () => {
  const query = 'SELECT properties.$browsr, properties.plan FROM events';
  expect(marksOfUnknown(query, SOME_NAMES)).toEqual([
    {
      from: 18,
      to: 25,
      severity: 'hint',
      message: 'No property named $browsr came in so far; did you mean $browser?',
      code: null,
      fix: '$browser',
    },
  ]);
});

test.each([
  ['SELECT person.properties.emial FROM events', 'email'],
  ["SELECT 1 FROM events WHERE event = '$pagevew'", "'$pageview'"],
  ["SELECT 1 FROM events WHERE event = 'its'", "'it\\'s'"],
  ["SELECT 1 FROM events WHERE event = '$pageview'", undefined],
  ['SELECT properties.email FROM persons', undefined],
  ['SELECT properties. FROM events', undefined],
  ["SELECT 1 FROM events WHERE distinct_id = 'nobody'", undefined],
])('%s', (query, fix) => expect(marksOfUnknown(query, SOME_NAMES)[0]?.fix).toBe(fix));

test('nothing is said before the catalogue is there', () => {
  expect(marksOfUnknown('SELECT properties.nope FROM events', { ...SOME_NAMES, isComplete: false })).toEqual(
    [],
  );
});

test('an error stands where the service says, with the nearest name', () => {
  const query = 'SELECT 1 FROM evnts';
  const problem = { code: 'unknown_table', detail: 'No table evnts', position: { offset: 14, length: 5 } };
  expect(marksOfProblems(query, [problem], 'error', SOME_NAMES)).toEqual([
    { from: 14, to: 19, severity: 'error', message: 'No table evnts', code: 'unknown_table', fix: 'events' },
  ]);
});

test('a position behind the text or none at all stays inside of the text', () => {
  const at = (position: { offset: number; length: number } | null) =>
    marksOfProblems('SELECT', [{ code: 'syntax_error', detail: '', position }], 'error', SOME_NAMES)[0];
  expect(at({ offset: 99, length: 1 })).toMatchObject({ from: 6, to: 6, fix: null });
  expect(at(null)).toMatchObject({ from: 0, to: 1 });
});
