import { expect, test } from 'vitest';
import type { RunObservation } from '../../base/observation.ts';
import { classDurationMs, durationClass } from '../store/usage-store.ts';
import { UsageTallies } from './usage-tallies.ts';

const RUN: RunObservation = {
  kind: 'run',
  requestId: 'r',
  projectId: 7,
  endpointName: 'x',
  status: 200,
  durationMs: 10,
  startedAtMs: Date.UTC(2026, 0, 5, 9, 59, 59),
  rows: 3,
};

test.each([0.004, 0.01, 0.37, 1, 9.99, 123, 60_000])(
  'the class of %d ms is within 5% of it',
  (durationMs) => {
    const shown = classDurationMs(durationClass(durationMs));
    expect(Math.abs(shown / durationMs - 1)).toBeLessThan(0.05);
  },
);

test('runs are summed by endpoint, minute and duration, and again by hour', () => {
  const tallies = new UsageTallies();
  tallies.add({ ...RUN, cacheState: 'hit' }, 'a');
  tallies.add({ ...RUN, durationMs: 10.1, errorCode: 'invalid_value', cacheState: 'hit' }, 'a');
  tallies.add({ ...RUN, startedAtMs: RUN.startedAtMs + 1000, rowsRead: 5, bytesRead: 6 }, 'a');
  tallies.add(RUN, 'b');
  const seen = tallies
    .list()
    .map(({ endpointId, spanMs, startMs, runs, errors, hits, rows }) =>
      [
        endpointId,
        spanMs / 60_000,
        new Date(startMs).toISOString().slice(11, 16),
        runs,
        errors,
        hits,
        rows,
      ].join(' '),
    );
  expect(seen).toEqual([
    'a 1 09:59 2 1 1 6',
    'a 1 10:00 1 0 0 3',
    'b 1 09:59 1 0 0 3',
    'a 60 09:00 2 1 1 6',
    'a 60 10:00 1 0 0 3',
    'b 60 09:00 1 0 0 3',
  ]);
  expect(tallies.listByKey(), 'calls without a key have none').toEqual([]);
});

test('runs are summed by endpoint, hour and key', () => {
  const tallies = new UsageTallies();
  for (const [keyId, endpointId] of [
    ['k', 'a'],
    ['k', 'a'],
    ['l', 'a'],
    ['k', 'b'],
  ] as const)
    tallies.add({ ...RUN, keyId }, endpointId);
  tallies.add({ ...RUN, keyId: 'k', startedAtMs: RUN.startedAtMs + 1000 }, 'a');
  const seen = tallies
    .listByKey()
    .map(({ endpointId, keyId, startMs, runs, rows }) =>
      [endpointId, keyId, new Date(startMs).toISOString().slice(11, 16), runs, rows].join(' '),
    );
  expect(seen).toEqual(['a k 09:00 2 6', 'a l 09:00 1 3', 'b k 09:00 1 3', 'a k 10:00 1 3']);
});
