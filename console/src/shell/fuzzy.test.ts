import { expect, test } from 'vitest';
import { rankEntries } from './fuzzy.ts';

const ENTRIES = ['Endpoints', 'usage-by-day', 'weekly-active-users', 'sign-up-funnel', 'Sign out'].map(
  (text) => ({ text }),
);

test.each([
  ['', ['Endpoints', 'usage-by-day', 'weekly-active-users', 'sign-up-funnel', 'Sign out']],
  ['ubd', ['usage-by-day']],
  ['wau', ['weekly-active-users']],
  ['sign', ['Sign out', 'sign-up-funnel']],
  ['us', ['usage-by-day', 'weekly-active-users']],
  ['zz', []],
])('%j finds %j', (typed, found) => {
  expect(rankEntries(ENTRIES, typed).map(({ text }) => text)).toEqual(found);
});
