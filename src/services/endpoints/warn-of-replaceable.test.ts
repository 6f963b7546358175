import { expect, test } from 'vitest';
import { warnOfReplaceable } from './warn-of-replaceable.ts';

// [SPEC-2.1.8]

const filter = { key: 'plan', type: 'event', value: ['pro'], operator: 'exact' };
const trend = (more: object) => ({
  kind: 'TrendsQuery',
  series: [{ kind: 'EventsNode', event: 'x' }],
  ...more,
});
const filteredSeries = [{ kind: 'EventsNode', event: 'x', properties: [filter] }];

test.each([
  ['no filter', trend({}), null, null],
  ['an empty filter', trend({ properties: [], filterTestAccounts: false }), null, null],
  ['a filter, everything allowed', trend({ properties: [filter] }), null, '"properties"'],
  ['a filter of a series', trend({ series: filteredSeries }), null, '"series"'],
  ['test accounts', trend({ filterTestAccounts: true }), ['filterTestAccounts'], '"filterTestAccounts"'],
  ['several', trend({ series: filteredSeries, properties: [filter] }), null, '"series", "properties"'],
  ['a filter that is kept', trend({ properties: [filter] }), ['interval', 'dateRange'], null],
  ['nothing allowed', trend({ properties: [filter] }), [], null],
  ['SQL', { kind: 'HogQLQuery', query: 'select 1', filters: { properties: [filter] } }, null, null],
])('%s', (_, query, allowed, named) => {
  const expected =
    named === null
      ? []
      : [
          {
            code: 'replaceable_filter',
            attr: 'allowed_overrides',
            detail: expect.stringContaining(`in ${named};`),
          },
        ];
  expect(warnOfReplaceable(query, allowed)).toEqual(expected);
});
