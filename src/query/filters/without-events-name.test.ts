import { expect, test } from 'vitest';
import { parseExpression } from '../language/parse.ts';
import { printExpression } from '../language/print-hogql.ts';
import { withoutEventsName } from './without-events-name.ts';

// [N-7].

test.each([
  ['e.properties.a', 'properties.a'],
  ['events.person.properties.a', 'person.properties.a'],
  ['sum(e.properties.a) / count(events.uuid)', 'sum(properties.a) / count(uuid)'],
  ['ev.properties.a', 'ev.properties.a'],
  ['e', 'e'],
  ['arrayMap(e -> e.1, [(1, 2)])', 'arrayMap(e -> e.1, [(1, 2)])'],
  ['arrayMap(x -> x + e.n, [1])', 'arrayMap(x -> x + n, [1])'],
  [
    'person_id IN (SELECT e.person_id FROM events AS e)',
    'person_id IN (SELECT e.person_id FROM events AS e)',
  ],
])('%s', (given, wanted) => {
  expect(printExpression(withoutEventsName(parseExpression(given)))).toBe(
    printExpression(parseExpression(wanted)),
  );
});
