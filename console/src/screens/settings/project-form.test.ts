import { expect, test } from 'vitest';
import { ApiProblem } from '../../api/problem.ts';
import { changeOf, losesEvents, type ProjectForm, refusalOf } from './project-form.ts';

const before: ProjectForm = {
  name: 'Notes',
  timezone: 'UTC',
  week_start_day: 1,
  event_retention_days: '',
  test_account_filters: [],
  path_cleaning_filters: [{ regex: '\\d+', alias: ':id' }],
};

test('only what differs is sent, and an empty number of days means for ever', () => {
  expect(changeOf({ ...before }, before)).toEqual({});
  expect(changeOf({ ...before, timezone: 'Asia/Tokyo' }, before)).toEqual({ timezone: 'Asia/Tokyo' });
  expect(changeOf({ ...before, event_retention_days: ' 30 ' }, before)).toEqual({ event_retention_days: 30 });
  const kept = { ...before, event_retention_days: '30' };
  expect(changeOf({ ...kept, event_retention_days: '' }, kept)).toEqual({ event_retention_days: null });
  expect(changeOf({ ...before, event_retention_days: 'long' }, before)).toEqual({
    event_retention_days: 'long',
  });
  expect(changeOf({ ...before, path_cleaning_filters: [] }, before)).toEqual({ path_cleaning_filters: [] });
});

test('fewer days throw events away, more days do not', () => {
  const days = (text: string) => ({ ...before, event_retention_days: text });
  expect(losesEvents(days('30'), before)).toBe(true);
  expect(losesEvents(days('30'), days('31'))).toBe(true);
  expect(losesEvents(days('31'), days('30'))).toBe(false);
  expect(losesEvents(days(''), days('30'))).toBe(false);
});

test('a refusal belongs to the member that it names', () => {
  const problem = new ApiProblem(400, { attr: 'path_cleaning_filters.1.regex', detail: 'no' });
  expect(refusalOf(problem, 'path_cleaning_filters.1')).toBe('no');
  expect(refusalOf(problem, 'path_cleaning_filters.10')).toBeNull();
  expect(refusalOf(null, 'name')).toBeNull();
});
