import { expect, test } from 'vitest';
import { didYouMean } from './nearest-name.ts';

test.each([
  ['evnt', ['event', 'uuid'], ' Did you mean "event"?'],
  ['EVENT', ['event'], ' Did you mean "event"?'],
  ['something', ['event'], ''],
  ['event', [], ''],
  ['variables_values', ['query', 'variables'], ' Did you mean "variables"?'],
  ['person_id_of_merge', ['person', 'person_id'], ' Did you mean "person_id"?'],
  ['variablesvalues', ['variables'], ''],
  // Comparing texts of thousands of letters with many names takes seconds.
  [`${'e'.repeat(101)}`, ['e'.repeat(100)], ''],
])('%s of %s', (name, known, expected) => {
  expect(didYouMean(name, known)).toBe(expected);
});
