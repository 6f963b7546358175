import { expect, test } from 'vitest';
import { completeQuery } from './complete-query.ts';
import { SOME_NAMES } from './names-of-tests.ts';

/** The options at `|`, as they are written. */
function at(marked: string): string[] {
  const position = marked.indexOf('|');
  const found = completeQuery(marked.replace('|', ''), position, SOME_NAMES);
  return found?.options.map(({ apply }) => apply) ?? [];
}

test('tables and nothing else behind FROM', () => {
  expect(at('SELECT 1 FROM |')).toEqual(['events', 'persons', 'numbers(']);
});

test('columns of the table in scope, functions, keywords', () => {
  const found = at('SELECT | FROM events');
  expect(found).toEqual([
    'timestamp',
    'event',
    '$group_0',
    'properties',
    'person',
    'events',
    'count(',
    'SELECT',
    'FROM',
  ]);
  expect(at('SELECT | FROM persons')).toContain('is_identified');
  expect(at('SELECT | FROM persons')).not.toContain('timestamp');
});

test('columns of one table behind its alias', () => {
  expect(at('SELECT p.| FROM events e JOIN persons p ON 1')).toEqual(['id', 'is_identified', 'properties']);
});

test('properties by volume, odd names quoted, persons behind person', () => {
  expect(at('SELECT properties.| FROM events')).toEqual(['$browser', 'plan', '`a "b\\` c`']);
  expect(at('SELECT e.person.properties.| FROM events e')).toEqual(['email']);
  expect(at('SELECT person.| FROM events')).toEqual(['id', 'is_identified', 'properties']);
});

test('variables, placeholders, events in a text', () => {
  expect(at('SELECT {variables.|')).toEqual(['organization']);
  expect(at('SELECT {|')).toEqual(['filters}', 'variables.']);
  expect(at("SELECT 1 FROM events WHERE event = '|'")).toEqual(["'$pageview'", "'it\\'s'"]);
});

test('an event replaces the text with its quotes', () => {
  expect(completeQuery("event = 'no'", 11, SOME_NAMES)).toMatchObject({ from: 8, to: 12 });
});

test('an unknown place offers nothing', () => {
  expect(at('SELECT nowhere.| FROM events')).toEqual([]);
  expect(at('SELECT properties.a.| FROM events')).toEqual([]);
});
