import { expect, test } from 'vitest';
import type { RunAnswer, ShownEndpoint } from '../../data/shapes.ts';
import { explainReason, GATE_OF, gateWords, NEXT_ACTION } from './served-reasons.ts';

const NOW = Date.parse('2026-11-23T12:00:00Z');

const answer = {
  served_from: 'cache',
  served_reason: 'cache_fresh',
  last_refresh: '2026-11-23T11:59:19Z',
  cache_target_age: '2026-11-23T17:59:19Z',
  endpoint_version: 2,
  endpoint_materialized_at: '2026-11-23T09:00:00Z',
} as RunAnswer;
const endpoint = { current_version: 3, is_materialized: true } as ShownEndpoint;

test.each([
  ['cache_fresh', 'Computed 41 seconds ago and younger than its cache age of 6 hours, so nothing ran.'],
  ['materialized_current', 'From the snapshot built 3 hours ago; the cache has nothing newer.'],
  ['old_version', 'Version 2 was asked; the snapshot is of version 3.'],
  ['materialized_not_built', 'The first build of version 2 has not ended.'],
  ['cache_expired', 'The cached answer was older than its cache age of 6 hours.'],
] as const)('%s is explained with its figures', (served_reason, sentence) => {
  expect(explainReason({ ...answer, served_reason }, endpoint, NOW)).toBe(sentence);
});

test('every reason has a sentence, a next action and words for the gate that decided', () => {
  for (const [reason, action] of Object.entries(NEXT_ACTION)) {
    const served_reason = reason as RunAnswer['served_reason'];
    expect(explainReason({ ...answer, served_reason }, endpoint, NOW), reason).toMatch(/^[A-Z].*\.$/);
    expect(action.label.length, reason).toBeGreaterThan(0);
    const from = /^(cache_fresh|stale)/.test(reason)
      ? 'cache'
      : reason === 'materialized_current'
        ? 'materialized'
        : 'direct';
    expect(gateWords(served_reason, true)[GATE_OF[from]], reason).not.toBe('');
  }
});
