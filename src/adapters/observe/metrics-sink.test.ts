import { expect, test } from 'vitest';
import type { BuildObservation } from '../../base/observation.ts';
import { metricsSink } from './metrics-sink.ts';

const BUILD: BuildObservation = {
  kind: 'build',
  projectId: 1,
  endpointId: 'e',
  buildId: 'b',
  version: 1,
  cause: 'schedule',
  outcome: 'built',
  durationMs: 2_000,
  lagMs: 7_000,
  startedAtMs: 0,
  verified: true,
};

test('builds are counted by outcome, with how long they took and how late they were', async () => {
  const metrics = metricsSink();
  metrics.observe(BUILD);
  metrics.observe({ ...BUILD, verified: false });
  metrics.observe({ ...BUILD, outcome: 'failed', verified: null, error: 'no' });
  metrics.observe({ ...BUILD, outcome: 'superseded', durationMs: 90_000 });
  const lines = (await metrics.render()).split('\n').filter((line) => /^sluice_build/.test(line));
  expect(lines).toEqual(
    expect.arrayContaining([
      'sluice_builds_total{outcome="built"} 2',
      'sluice_builds_total{outcome="failed"} 1',
      'sluice_builds_total{outcome="superseded"} 1',
      'sluice_build_seconds_sum{outcome="built"} 4',
      'sluice_build_seconds_count{outcome="failed"} 1',
      'sluice_build_lag_seconds_sum 28',
      'sluice_build_mismatches_total 1',
    ]),
  );
  expect(lines.join()).not.toContain('sluice_build_seconds_count{outcome="superseded"}');
});

test('folds of persons are counted once, when their events are rewritten', async () => {
  const metrics = metricsSink();
  metrics.observe({ kind: 'person_fold', step: 'rewritten', projectId: 1, overrides: 30, durationMs: 2_000 });
  metrics.observe({ kind: 'person_fold', step: 'removed', projectId: 1, overrides: 5 });
  expect((await metrics.render()).split('\n')).toEqual(
    expect.arrayContaining([
      'sluice_folded_person_overrides_total 30',
      'sluice_person_fold_seconds_count 1',
      'sluice_person_fold_seconds_sum 2',
    ]),
  );
});

test('runs are counted by project and endpoint, of at most 1,000 endpoints', async () => {
  const metrics = metricsSink();
  const run = { kind: 'run', requestId: 'r', endpointName: 'canary', durationMs: 1, startedAtMs: 0 } as const;
  for (let id = 0; id < 1_200; id += 1)
    metrics.observe({ ...run, projectId: 7, endpointId: `e${id}`, status: 200 });
  metrics.observe({ ...run, projectId: 7, endpointId: 'e0', status: 429 });
  metrics.observe({ ...run, projectId: 7, endpointId: 'e0', status: 503 });
  metrics.observe({ ...run, projectId: 8, status: 404 });
  const text = await metrics.render();
  const lines = text.split('\n').filter((line) => line.startsWith('sluice_endpoint_runs_total{'));
  expect(lines).toEqual(
    expect.arrayContaining([
      'sluice_endpoint_runs_total{project="7",endpoint="e0",outcome="answered"} 1',
      'sluice_endpoint_runs_total{project="7",endpoint="e0",outcome="refused"} 1',
      'sluice_endpoint_runs_total{project="7",endpoint="e0",outcome="failed"} 1',
      'sluice_endpoint_runs_total{project="other",endpoint="other",outcome="answered"} 200',
      'sluice_endpoint_runs_total{project="other",endpoint="other",outcome="refused"} 1',
    ]),
  );
  expect(lines).toHaveLength(1_004);
  expect(text).not.toContain('canary');
});
