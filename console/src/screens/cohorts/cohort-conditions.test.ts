import { expect, test } from 'vitest';
import type { CohortCondition, CohortGroup } from '../../data/cohorts.ts';
import {
  type BehaviorCondition,
  conditionsWords,
  firstCondition,
  oftenOf,
  withDates,
  withOften,
} from './cohort-conditions.ts';

const NAMES = { actions: new Map([[3, 'Interested']]), cohorts: new Map([[7, 'Buyers']]) };
const DID: BehaviorCondition = {
  type: 'behavioral',
  key: 'purchase',
  value: 'performed_event',
  time_value: 30,
  time_interval: 'day',
};

const words = (values: CohortCondition[], type: CohortGroup['type'] = 'AND') =>
  conditionsWords({ properties: { type, values } }, NAMES);

test.each<readonly [string, string]>([
  [conditionsWords(null, NAMES), 'a list of persons'],
  [words([]), 'nobody'],
  [words([DID]), 'did purchase in 30 days'],
  [words([{ ...DID, negation: true, time_value: '1' }]), 'did not do purchase in 1 day'],
  [words([withOften(DID, 'gte')]), 'did purchase at least 2 times in 30 days'],
  [words([{ ...DID, key: 3, event_type: 'actions' }]), 'did Interested in 30 days'],
  [words([{ ...DID, key: 4, event_type: 'actions' }]), 'did action 4 in 30 days'],
  [words([withDates(DID, true)]), 'did purchase from -30d to now'],
  [
    words([{ ...DID, event_filters: [{ key: 'price', operator: 'gt', value: 9 }] }]),
    'did purchase where price > 9 in 30 days',
  ],
  [
    words([{ type: 'person', key: 'plan', value: 'pro' }, DID], 'OR'),
    'plan = pro or did purchase in 30 days',
  ],
  [words([{ type: 'person', key: 'plan', value: 'pro', negation: true }]), 'not plan = pro'],
  [words([{ type: 'cohort', key: 'id', value: 7 }]), 'in Buyers'],
  [words([{ type: 'cohort', key: 'id', value: '8', operator: 'not_in' }]), 'not in cohort 8'],
  [words([{ type: 'cohort', key: 'id', value: 7, operator: 'not_in', negation: true }]), 'in Buyers'],
  [
    words([DID, { type: 'OR', values: [DID, { type: 'person', key: 'a', operator: 'is_set' }] }]),
    'did purchase in 30 days and (did purchase in 30 days or a is set)',
  ],
])('%s', (told, expected) => {
  expect(told).toBe(expected);
});

test('how often and how long change without a trace of what they were', () => {
  const often = withOften({ ...DID, operator_value: 5 }, 'lt');
  expect(often).toEqual({ ...DID, value: 'performed_event_multiple', operator: 'lt', operator_value: 5 });
  expect(oftenOf(often)).toBe('lt');
  expect(withOften(often, 'once')).toEqual(DID);
  expect(oftenOf({ ...often, operator: 'exact' })).toBe('eq');
  expect(withDates(withDates(DID, true), false)).toEqual(DID);
});

test('a first condition asks for what is chosen next', () => {
  expect(firstCondition('behavioral', '$pageview')).toMatchObject({
    key: '$pageview',
    value: 'performed_event',
  });
  expect(firstCondition('group', '')).toEqual({ type: 'OR', values: [] });
});
