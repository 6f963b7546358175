import { expect, test } from 'vitest';
import { withoutEmptyFilters } from './without-empty-filters.ts';

const mac = { key: 'os', value: 'Mac' };
const or = (...values: readonly unknown[]) => ({ type: 'OR', values });

// [P-23]
test.each([
  ['an object of nothing', [mac, {}], [mac], ['query.properties.1']],
  ['by its type', [{ type: 'empty' }, mac], [mac], ['query.properties.0']],
  ['null is absent', [{ type: 'empty', key: null }], [], ['query.properties.0']],
  ['in a group', or(mac, {}), or(mac), ['query.properties.values.1']],
  ['a group of nothing else', [or(or({}), mac)], [or(mac)], ['query.properties.0.values.0.values.0']],
  ['a group that was empty before stays', [or(), {}], [or()], ['query.properties.1']],
])('%s', (_, properties, expected, removed) => {
  expect(withoutEmptyFilters({ properties })).toMatchObject({ query: { properties: expected }, removed });
});

test('a group that held nothing else is named apart', () => {
  const { query, emptied } = withoutEmptyFilters({ properties: [or(or({}), mac)] });
  expect(query).toEqual({ properties: [or(mac)] });
  expect(emptied).toEqual(['query.properties.0.values.0']);
});

test.each([
  ['a filter without operator', [mac]],
  ['a type and a key', [{ type: 'empty', key: 'os' }]],
  ['another type', [{ type: 'event' }]],
  ['no list', {}],
  ['no object', [[], 'x', null]],
])('%s stays for the check to judge', (_, properties) => {
  const query = { kind: 'TrendsQuery', properties };
  expect(withoutEmptyFilters(query)).toEqual({ query, removed: [], emptied: [] });
});

test('wherever filters stand', () => {
  const query = {
    kind: 'InsightVizNode',
    source: { series: [{ event: 'view', fixedProperties: [{}] }], breakdownFilter: {}, properties: [mac] },
  };
  expect(withoutEmptyFilters(query)).toEqual({
    query: {
      kind: 'InsightVizNode',
      source: { series: [{ event: 'view', fixedProperties: [] }], breakdownFilter: {}, properties: [mac] },
    },
    removed: ['query.source.series.0.fixedProperties.0'],
    emptied: [],
  });
});
