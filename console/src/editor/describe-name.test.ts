import { expect, test } from 'vitest';
import { describeName } from './describe-name.ts';
import { SOME_NAMES } from './names-of-tests.ts';

test.each([
  ['SELECT co|unt() FROM events', 'count([x])', 'Counts rows.'],
  ['SELECT time|stamp FROM events', 'timestamp DateTime64(6)', 'Column of events.'],
  ['SELECT properties.$bro|wser FROM events', '$browser String', 'Came in 900 times with events.'],
  ['SELECT person.properties.em|ail FROM events', 'email String', 'Came in 10 times with events.'],
  ['SELECT 1 FROM ev|ents', 'events', 'Table of 4 columns.'],
])('%s', (marked, title, sentence) => {
  const found = describeName(marked.replace('|', ''), marked.indexOf('|'), SOME_NAMES);
  expect(found).toMatchObject({ title, sentence });
});

test.each(['SELECT no|pe FROM events', "SELECT 'co|unt' FROM events", 'SELECT 1|2'])(
  '%s says nothing',
  (marked) => {
    expect(describeName(marked.replace('|', ''), marked.indexOf('|'), SOME_NAMES)).toBeNull();
  },
);
