import { expect, test } from 'vitest';
import type { SnapshotRecord } from '../../adapters/store/snapshot-store.ts';
import { judgeSnapshot, type SnapshotStanding } from './judge-snapshot.ts';

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
