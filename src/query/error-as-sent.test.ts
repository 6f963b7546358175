import { expect, test } from 'vitest';
import { AppError } from '../base/errors.ts';
import { errorAsSent } from './error-as-sent.ts';

const bare = { kind: 'TrendsQuery' };
const wrapped = { kind: 'InsightVizNode', source: bare };
const gone = (...removed: readonly string[]) => ({ removed, emptied: [] });

test.each([
  ['behind one', 'query.properties.0.value', bare, gone('query.properties.0'), 'query.properties.1.value'],
  ['before one', 'query.properties.0', bare, gone('query.properties.1'), 'query.properties.0'],
  [
    'behind and between several',
    'query.properties.1',
    bare,
    gone('query.properties.0', 'query.properties.2', 'query.properties.10'),
    'query.properties.3',
  ],
  [
    'in a group behind an emptied one',
    'query.properties.values.0.values.0.key',
    bare,
    { removed: ['query.properties.values.1.values.0'], emptied: ['query.properties.values.0'] },
    'query.properties.values.1.values.1.key',
  ],
  [
    'in another list',
    'query.series.0.properties.1',
    bare,
    gone('query.properties.0'),
    'query.series.0.properties.1',
  ],
  [
    'a name of digits',
    'query.99999999999999999999',
    bare,
    gone('query.properties.0'),
    'query.99999999999999999999',
  ],
  ['in a wrapper', 'query.dateRange.date_from', wrapped, gone(), 'query.source.dateRange.date_from'],
  ['the query in a wrapper', 'query', wrapped, gone(), 'query.source'],
  [
    'in a wrapper, behind one',
    'query.properties.0',
    wrapped,
    gone('query.source.properties.0'),
    'query.source.properties.1',
  ],
  ['already told from the wrapper', 'query.source.kind', wrapped, gone(), 'query.source.kind'],
  ['not of the query', 'variables.x', wrapped, gone(), 'variables.x'],
])('%s', (_, attr, sent, cleaned, expected) => {
  const error = new AppError('invalid_filter', 'No.', { attr });
  expect(errorAsSent(error, sent, cleaned)).toMatchObject({
    code: 'invalid_filter',
    attr: expected,
    message: 'No.',
  });
});

test.each([
  ['query.properties.0: No.', 'query.properties.1: No.'],
  ['"query.properties.0" does not exist here.', '"query.properties.1" does not exist here.'],
  ['Not so.', 'Not so.'],
])('%s', (message, expected) => {
  const error = new AppError('invalid_value', message, { attr: 'query.properties.0' });
  expect(errorAsSent(error, bare, gone('query.properties.0')).message).toBe(expected);
});

test('an error of no member stays as it is', () => {
  const error = new AppError('query_too_large', 'No.');
  expect(errorAsSent(error, wrapped, gone())).toBe(error);
});
