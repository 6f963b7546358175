import { expect, test } from 'vitest';
import { ApiProblem } from '../../api/problem.ts';
import { changeOf, isAbout, type SettingsForm } from './settings-form.ts';

const before: SettingsForm = {
  description: 'Usage',
  tags: 'billing',
  cacheAge: '',
  revalidate: '0',
  ifError: '0',
  timeout: '10',
  maxRows: '',
  maxBytes: '',
};

test('only what differs is sent, and empty fields mean their default', () => {
  expect(changeOf(before, before)).toEqual({});
  expect(changeOf({ ...before, tags: ' billing,, daily, daily ' }, before)).toEqual({
    tags: ['billing', 'daily'],
  });
  expect(changeOf({ ...before, cacheAge: '600', revalidate: '' }, before)).toEqual({
    cache_age_seconds: 600,
    stale_while_revalidate_seconds: 0,
  });
});

test('limits are sent together, because they are one member', () => {
  expect(changeOf({ ...before, maxRows: '5' }, before)).toEqual({
    limits: { timeout_seconds: 10, max_rows: 5 },
  });
  expect(changeOf({ ...before, timeout: '' }, before)).toEqual({ limits: {} });
});

test('what is no number goes to the service, whose refusal lands at its field', () => {
  expect(changeOf({ ...before, cacheAge: 'soon' }, before)).toEqual({ cache_age_seconds: 'soon' });
  const refusal = new ApiProblem(400, { attr: 'limits.timeout_seconds' });
  expect(isAbout(refusal, 'timeout')).toBe(true);
  expect(isAbout(refusal, 'cacheAge')).toBe(false);
});
