import { expect, test } from 'vitest';
import { namedIn } from './named-in.ts';

const CASES: readonly (readonly [
  name: string,
  value: unknown,
  actions: readonly unknown[],
  cohorts: readonly unknown[],
])[] = [
  ['nothing', { kind: 'TrendsQuery', series: [{ kind: 'EventsNode', event: 'cohort' }] }, [], []],
  ['a series', { series: [{ kind: 'ActionsNode', id: 3 }] }, [3], []],
  ['an entity of retention', { retentionFilter: { targetEntity: { type: 'actions', id: '4' } } }, [4], []],
  ['a call by name', { kind: 'HogQLQuery', query: "select 1 where matchesAction('It''s')" }, ["It's"], []],
  ['a call by number', { query: 'where MATCHESACTION ( 12 )' }, [12], []],
  ['a comment', { query: 'select 1 -- matchesAction(12), in cohort 3' }, [], []],
  ['a text', { query: "select 'matchesAction(1)'" }, [], []],
  ['SQL', { query: "where person_id NOT IN COHORT 'Pro' or id in cohort 7" }, [], ['Pro', 7]],
  ['a filter', [{ type: 'AND', values: [{ type: 'cohort', key: 'id', value: 3 }] }], [], [3]],
  ['a breakdown', { breakdown_type: 'cohort', breakdown: [3, '4', 'all'] }, [], [3, 4]],
  ['a breakdown of several', { breakdowns: [{ type: 'cohort', property: 5 }] }, [], [5]],
  ['a condition', { values: [{ type: 'behavioral', event_type: 'actions', key: 9 }] }, [9], []],
  ['a condition on an event', { values: [{ type: 'behavioral', key: '9' }] }, [], []],
  ['an expression', [{ type: 'hogql', key: 'matchesAction(2)' }], [2], []],
];

test.each(CASES)('%s', (_, value, actions, cohorts) => {
  const named = namedIn(value);
  expect([...named.actions]).toEqual(actions);
  expect([...named.cohorts]).toEqual(cohorts);
});
