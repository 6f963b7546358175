import { expect, test } from 'vitest';
import {
  cohortsOf,
  compileVersion,
  type ProjectContext,
  SEMANTICS_REVISION,
  type StoredQuery,
} from '../../query/plan.ts';
import { snapshotConditions } from './compiled-versions.ts';

const PROJECT: ProjectContext = {
  projectId: 1,
  timezone: 'UTC',
  weekStartDay: 0,
  testAccountFilters: [],
  pathCleaningFilters: [],
  propertyTypes: { event: new Map([['price', 'Numeric']]), person: new Map(), group: new Map() },
  groupTypes: ['company'],
  hasPersonOverrides: false,
  actions: new Map([[7, { id: 7, name: 'a', revision: 1, steps: [] }]]),
  dataEpoch: 0,
  revision: '1.0',
};
const PRICE = { kind: 'HogQLQuery', query: 'select properties.price, company.key from events' };
const SERIES = { kind: 'TrendsQuery', series: [{ kind: 'ActionsNode', id: 7 }] };
const BY_WEEK = { ...SERIES, interval: 'week' };
const MEMBERS = { kind: 'HogQLQuery', query: "select count() from persons where id in cohort 'one'" };
const PEOPLE = { ...SERIES, filterTestAccounts: true };
const PATHS = { kind: 'PathsQuery', pathsFilter: { pathReplacements: true } };

function conditions(query: StoredQuery, change: Partial<ProjectContext> = {}): string {
  return snapshotConditions(compileVersion(query, {}, { ...PROJECT, ...change }).reads);
}

const events = (...types: readonly (readonly [string, 'String' | 'Numeric'])[]): Partial<ProjectContext> => ({
  propertyTypes: { ...PROJECT.propertyTypes, event: new Map(types) },
});
const action = (id: number): Partial<ProjectContext> => ({
  actions: new Map([
    [7, { id: 7, name: 'a', revision: id === 7 ? 2 : 1, steps: [] }],
    [8, { id: 8, name: 'b', revision: 2, steps: [] }],
  ]),
});
/** Cohort 1 names cohort 2; cohort 3 stands alone. */
const cohorts = (changed: number, name = 'one'): Partial<ProjectContext> => {
  const revisionOf = (id: number) => (id === changed ? 2 : 1);
  const properties = { type: 'AND', values: [{ type: 'cohort', value: 2 }] } as const;
  return {
    cohorts: cohortsOf(
      new Map([
        [1, { id: 1, name, revision: revisionOf(1), filters: { properties } }],
        [2, { id: 2, name: 'two', revision: revisionOf(2), filters: null }],
        [3, { id: 3, name: 'three', revision: revisionOf(3), filters: null }],
      ]),
    ),
  };
};
const testAccountFilters = [{ type: 'event', key: 'email', value: 'a', operator: 'exact' }] as const;
const pathCleaningFilters = [{ regex: 'a', alias: 'b' }];

test.each<[string, StoredQuery, Partial<ProjectContext>]>([
  ['another zone', PRICE, { timezone: 'Asia/Tokyo' }],
  ['deleted events', PRICE, { dataEpoch: 1 }],
  ['another type of a property in it', PRICE, events(['price', 'String'])],
  ['a property in it that is no longer known', PRICE, events()],
  ['another index of a group type in it', PRICE, { groupTypes: ['team', 'company'] }],
  ['another first day of the week', BY_WEEK, { weekStartDay: 1 }],
  ['a changed action in it', SERIES, action(7)],
  ['other test accounts', PEOPLE, { testAccountFilters }],
  ['other rules for paths', PATHS, { pathCleaningFilters }],
])('%s changes them', (_, query, change) => {
  expect(conditions(query, change)).not.toBe(conditions(query));
});

test.each<[string, StoredQuery, Partial<ProjectContext>]>([
  ['another revision alone', PRICE, { revision: '2.0' }],
  [
    'another way to keep persons and properties',
    PRICE,
    {
      hasPersonOverrides: true,
      promoted: { events: new Map([['price', 'p_1']]), revision: '1' },
      lookups: { ready: new Map([['number price', 1]]), revision: '1' },
    },
  ],
  ['a new property', PRICE, events(['price', 'Numeric'], ['pri', 'Numeric'], ['prices', 'String'])],
  ['a new group type', PRICE, { groupTypes: ['company', 'team'] }],
  ['a changed action of others', SERIES, action(8)],
  ['the first day of the week', PRICE, { weekStartDay: 1 }],
  ['the first day of the week of days', SERIES, { weekStartDay: 1 }],
  ['test accounts of others', SERIES, { testAccountFilters }],
  ['rules for the paths of others', SERIES, { pathCleaningFilters }],
])('%s changes nothing', (_, query, change) => {
  expect(conditions(query, change)).toBe(conditions(query));
});

test('a release in which queries mean something else changes them', () => {
  const { reads } = compileVersion(PRICE, {}, PROJECT);
  expect(snapshotConditions(reads, SEMANTICS_REVISION)).toBe(snapshotConditions(reads));
  expect(snapshotConditions(reads, SEMANTICS_REVISION + 1)).not.toBe(snapshotConditions(reads));
});

test.each([
  ['the cohort in it', 1, false],
  ['a cohort behind it', 2, false],
  ['a cohort of others', 3, true],
])('a change of %s [CO-12]', (_, changed, isSame) => {
  const before = conditions(MEMBERS, cohorts(0));
  expect(conditions(MEMBERS, cohorts(changed)) === before).toBe(isSame);
});
