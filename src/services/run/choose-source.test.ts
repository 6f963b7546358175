import { describe, expect, test } from 'vitest';
import type { SnapshotRecord } from '../../adapters/store/snapshot-store.ts';
import type { RefreshMode } from '../../schema/run-request.ts';
import { chooseSource, judgeSnapshot, type SnapshotStanding, type SourceQuestion } from './choose-source.ts';

// [SPEC-3.5.1], [SPEC-3.6.2].

const PLAIN: SourceQuestion = {
  refresh: 'blocking',
  isMaterialized: false,
  hasParameters: false,
  isOldVersion: false,
  snapshot: 'materialized_not_built',
  cached: 'absent',
  isCachedNewer: false,
  isNewerElsewhere: false,
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

describe('the standing of a snapshot', () => {
  const HOUR_MS = 3_600_000;
  const SNAPSHOT: SnapshotRecord = {
    buildId: 'b',
    endpointId: 'e',
    projectId: 1,
    version: 2,
    fencingToken: 1,
    objectPrefix: 'snapshots/1/e/b',
    builtAtMs: 100 * HOUR_MS,
    dataTimeMs: 100 * HOUR_MS - 1000,
    durationMs: 1000,
    rows: 1,
    bytes: 1,
    columns: null,
    conditions: 'as they are',
    verified: true,
    mismatchesInARow: 0,
    unusableAtMs: null,
  };

  test.each<[string, Partial<SnapshotRecord> | null, number, SnapshotStanding]>([
    ['none', null, 100, 'materialized_not_built'],
    ['of the version before', { version: 1 }, 100, 'materialized_not_built'],
    ['just built', {}, 100, 'current'],
    ['a build was missed', {}, 101.9, 'current'],
    ['twice its interval old', {}, 102, 'materialized_outdated'],
    ['a day old', {}, 124, 'materialized_outdated'],
    ['built later than this call by its own clock', {}, 50, 'current'],
    ['under other settings', { conditions: 'as they were' }, 100, 'materialized_outdated'],
    ['reported', { unusableAtMs: 1 }, 100, 'materialized_failed_read'],
    ['one mismatch', { mismatchesInARow: 1 }, 100, 'current'],
    ['two mismatches', { mismatchesInARow: 2 }, 100, 'materialized_unverified'],
  ])('%s', (_, change, hour, standing) => {
    const question = {
      endpoint: { currentVersion: 2, syncFrequency: '1hour' },
      snapshot: change === null ? undefined : { ...SNAPSHOT, ...change },
      conditions: 'as they are',
      nowMs: hour * HOUR_MS,
      latestMs: Number.POSITIVE_INFINITY,
    };
    expect(judgeSnapshot(question)).toBe(standing);
  });

  test.each([
    [0, 'current'],
    [-60_000, 'current'],
    [-60_001, 'materialized_outdated'],
  ])('by a clock that is %i ms later than the build it is %s', (ms, standing) => {
    const endpoint = { currentVersion: 2, syncFrequency: '1hour' };
    const nowMs = SNAPSHOT.builtAtMs + ms;
    const question = { endpoint, snapshot: SNAPSHOT, conditions: 'as they are', nowMs, latestMs: nowMs };
    expect(judgeSnapshot(question)).toBe(standing);
  });
});
