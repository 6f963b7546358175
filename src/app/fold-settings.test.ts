import { expect, test } from 'vitest';
import { MAX_TIMEOUT_SECONDS } from '../schema/endpoint.ts';
import { foldSettings } from './fold-settings.ts';
import { readSettings } from './read-settings.ts';

const settingsOf = (flags: object) => foldSettings(readSettings({ environment: {}, flags }));

test('folding waits longer than any query waits and runs, also one with a time of its endpoint', () => {
  const short = { executionTimeoutMs: 10, streamTimeoutMs: 10, buildTimeoutMs: 10, queueTimeoutMs: 7 };
  const longest = 3_600_000;
  expect(settingsOf(short).settleMs).toBe(MAX_TIMEOUT_SECONDS * 1000 + 7);
  for (const name of ['executionTimeoutMs', 'streamTimeoutMs', 'buildTimeoutMs'])
    expect(settingsOf({ ...short, [name]: longest }).settleMs, name).toBe(longest + 7);
});

test('folding looks often enough for the time that overrides may wait, and never without a pause', () => {
  expect(settingsOf({}).pollMs).toBe(30_000);
  expect(settingsOf({ foldAfterMs: 1_000 }).pollMs).toBe(1_000);
  expect(settingsOf({ foldAfterMs: 1 }).pollMs).toBe(100);
});
