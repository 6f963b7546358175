import { expect, test } from 'vitest';
import { type ProjectContext, SEMANTICS_REVISION } from '../../query/plan.ts';
import { snapshotConditions } from './snapshot-conditions.ts';

const PROJECT: ProjectContext = {
  projectId: 1,
  timezone: 'UTC',
  weekStartDay: 0,
  testAccountFilters: [],
  pathCleaningFilters: [],
  propertyTypes: { event: new Map([['price', 'Numeric']]), person: new Map(), group: new Map() },
  groupTypes: [],
  hasPersonOverrides: false,
  actions: new Map([[7, { id: 7, name: 'a', revision: 1, steps: [] }]]),
  dataEpoch: 0,
  revision: '1.0',
};
const QUERY = { kind: 'HogQLQuery', query: 'select properties.price from events' };
const OF_ACTION = { kind: 'TrendsQuery', series: [{ kind: 'ActionsNode', id: 7 }] };
const withType = (name: string): Partial<ProjectContext> => ({
  propertyTypes: { ...PROJECT.propertyTypes, event: new Map([[name, 'String']]) },
});

test.each<[string, Partial<ProjectContext>, boolean]>([
  ['another revision alone', { revision: '2.0', hasPersonOverrides: true }, false],
  ['another zone', { timezone: 'Asia/Tokyo' }, true],
  ['another first day of the week', { weekStartDay: 1 }, true],
  ['deleted events', { dataEpoch: 1 }, true],
  ['another type of a property in it', withType('price'), true],
])('%s changes them: %j %s', (_, change, isChanged) => {
  const before = snapshotConditions(QUERY, PROJECT);
  expect(snapshotConditions(QUERY, { ...PROJECT, ...change }) !== before).toBe(isChanged);
});

test('a release in which queries mean something else changes them', () => {
  expect(snapshotConditions(QUERY, PROJECT, SEMANTICS_REVISION)).toBe(snapshotConditions(QUERY, PROJECT));
  expect(snapshotConditions(QUERY, PROJECT, SEMANTICS_REVISION + 1)).not.toBe(
    snapshotConditions(QUERY, PROJECT),
  );
});

test('properties and actions that it does not name change nothing', () => {
  const event = new Map([...PROJECT.propertyTypes.event, ['pri', 'Numeric'] as const]);
  const more = { ...PROJECT, propertyTypes: { ...PROJECT.propertyTypes, event } };
  expect(snapshotConditions(QUERY, more)).toBe(snapshotConditions(QUERY, PROJECT));
  const other = { ...PROJECT, actions: new Map([[7, { id: 7, name: 'a', revision: 2, steps: [] }]]) };
  expect(snapshotConditions(QUERY, other)).toBe(snapshotConditions(QUERY, PROJECT));
  expect(snapshotConditions(OF_ACTION, other)).not.toBe(snapshotConditions(OF_ACTION, PROJECT));
});
