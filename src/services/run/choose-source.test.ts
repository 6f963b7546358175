import { describe, expect, test } from 'vitest';
import type { RefreshMode } from '../../schema/run-request.ts';
import { chooseSource, type SourceQuestion } from './choose-source.ts';

// [SPEC-3.5.1], [SPEC-3.6.2].

const PLAIN: SourceQuestion = {
  refresh: 'blocking',
  isMaterialized: false,
  hasParameters: false,
  isOldVersion: false,
  snapshot: 'materialized_not_built',
  cached: 'absent',
  isCachedNewer: false,
  mayServeStale: false,
};
const MATERIALIZED: SourceQuestion = { ...PLAIN, isMaterialized: true, snapshot: 'current' };
const FRESH = { cached: 'fresh', isCachedNewer: false } as const;
const NEWER = { cached: 'fresh', isCachedNewer: true } as const;

const reasonOf = (question: SourceQuestion): string => {
  const { from, reason } = chooseSource(question);
  return `${from} ${reason}`;
};

describe('not materialized', () => {
  test.each<[string, Partial<SourceQuestion>, string]>([
    ['nothing cached', {}, 'direct cache_miss'],
    ['a fresh result', FRESH, 'cache cache_fresh'],
    ['an expired result', { cached: 'expired' }, 'direct cache_expired'],
    [
      'an expired result that may be served',
      { cached: 'expired', mayServeStale: true },
      'cache stale_while_revalidate',
    ],
    ['an old version', { isOldVersion: true }, 'direct old_version'],
    ['parameters', { hasParameters: true }, 'direct cache_miss'],
    ['force', { ...FRESH, refresh: 'force' }, 'direct refresh_forced'],
    ['force_blocking', { ...FRESH, refresh: 'force_blocking' }, 'direct refresh_forced'],
  ])('%s', (_, question, expected) => {
    expect(reasonOf({ ...PLAIN, ...question })).toBe(expected);
  });

  test('direct is refused', () => {
    expect(() => chooseSource({ ...PLAIN, refresh: 'direct' })).toThrow('only for materialized');
  });
});

describe('materialized, no parameters', () => {
  test.each<[RefreshMode, Partial<SourceQuestion>, string]>([
    ['blocking', {}, 'materialized materialized_current'],
    ['cache', {}, 'materialized materialized_current'],
    ['blocking', FRESH, 'materialized materialized_current'],
    ['blocking', NEWER, 'cache cache_fresh'],
    ['blocking', { cached: 'expired', mayServeStale: true }, 'materialized materialized_current'],
    ['force', NEWER, 'materialized materialized_current'],
    ['force_blocking', NEWER, 'direct refresh_forced'],
    ['direct', NEWER, 'direct refresh_forced'],
    ['force', { snapshot: 'materialized_not_built' }, 'direct refresh_forced'],
    ['blocking', { snapshot: 'materialized_not_built' }, 'direct materialized_not_built'],
    ['blocking', { snapshot: 'materialized_outdated', cached: 'expired' }, 'direct materialized_outdated'],
    ['blocking', { snapshot: 'materialized_failed_read' }, 'direct materialized_failed_read'],
    ['blocking', { snapshot: 'materialized_unverified' }, 'direct materialized_unverified'],
    ['blocking', { ...FRESH, snapshot: 'materialized_outdated' }, 'cache cache_fresh'],
    ['blocking', { isOldVersion: true }, 'direct old_version'],
    ['blocking', { ...FRESH, isOldVersion: true }, 'cache cache_fresh'],
  ])('%s %j', (refresh, question, expected) => {
    expect(reasonOf({ ...MATERIALIZED, ...question, refresh })).toBe(expected);
  });
});

describe('materialized, with parameters', () => {
  test.each<[RefreshMode, Partial<SourceQuestion>, string]>([
    ['blocking', {}, 'direct has_parameters'],
    ['blocking', FRESH, 'cache cache_fresh'],
    ['blocking', { isOldVersion: true }, 'direct old_version'],
    ['force', FRESH, 'direct refresh_forced'],
    ['force_blocking', FRESH, 'direct refresh_forced'],
    ['direct', FRESH, 'direct refresh_forced'],
  ])('%s %j', (refresh, question, expected) => {
    expect(reasonOf({ ...MATERIALIZED, ...question, hasParameters: true, refresh })).toBe(expected);
  });
});
