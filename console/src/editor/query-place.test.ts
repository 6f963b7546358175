import { expect, test } from 'vitest';
import { placeAt, tablesOf } from './query-place.ts';

/** `|` marks the place. */
function at(marked: string) {
  const position = marked.indexOf('|');
  return placeAt(marked.replace('|', ''), position);
}

test.each([
  ['SELECT a FROM |', 'table'],
  ['SELECT a FROM ev|', 'table'],
  ['SELECT a FROM events, per|', 'table'],
  ['SELECT a, | FROM events', 'expression'],
  ['SELECT a FROM events WHERE f(a, |', 'expression'],
  ['SELECT e.| FROM events e', 'member'],
  ['SELECT properties.$br| FROM events', 'member'],
  ['SELECT {variables.|', 'variable'],
  ['SELECT {|', 'placeholder'],
  ["SELECT 1 FROM events WHERE event = '|", 'event'],
  ["SELECT 1 FROM events WHERE event IN ('a', 'b|'", 'event'],
  ["SELECT 1 FROM events WHERE event != 'x|", 'event'],
  ["SELECT 1 FROM events WHERE distinct_id = '|", 'nothing'],
  ['SELECT 1 -- from |', 'nothing'],
  ['SELECT /* from |', 'nothing'],
  ['SELECT 12|', 'nothing'],
  ['SELECT count() AS |', 'nothing'],
])('%s', (marked, kind) => expect(at(marked).kind).toBe(kind));

test('a member has its whole path, a quoted name too', () => {
  expect(at('SELECT person.properties.pl| FROM events')).toMatchObject({
    path: ['person', 'properties'],
    from: 25,
  });
  expect(at('SELECT `my table`.| FROM x')).toMatchObject({ path: ['my table'] });
});

test('an event replaces its closing quote, and no other text', () => {
  const query = "SELECT 1 FROM events WHERE event = 'note' AND a = 'b'";
  expect(placeAt(query, query.indexOf('te') + 2)).toEqual({ kind: 'event', from: 35, to: 41 });
});

test('tables of the statement around the place', () => {
  expect(tablesOf('SELECT 1 FROM events AS e LEFT JOIN persons p ON 1')).toEqual([
    { table: 'events', alias: 'e' },
    { table: 'persons', alias: 'p' },
  ]);
  expect(tablesOf('SELECT 1 FROM events WHERE 1')).toEqual([{ table: 'events', alias: 'events' }]);
  const inner = 'SELECT x FROM (SELECT id FROM persons) AS q JOIN events USING x';
  expect(tablesOf(inner, inner.indexOf('id')).map(({ table }) => table)).toEqual(['persons']);
  expect(tablesOf(inner, 8).map(({ table }) => table)).toEqual(['events']);
});
