import { expect, test } from 'vitest';
import type { Endpoint } from '../../data/shapes.ts';
import type { EndpointUsage } from '../../data/usage.ts';
import { judgeHealth } from './endpoint-health.ts';

const NOW = Date.parse('2026-11-23T12:00:00Z');

const endpoint = {
  is_active: true,
  is_materialized: false,
  sync_frequency: '1hour',
  materialization: { state: null, last_error: null, last_materialized_at: null },
  last_executed_at: '2026-11-23T11:00:00Z',
  created_at: '2026-01-01T00:00:00Z',
} as unknown as Endpoint;

const usage = { runs: 1000, errors: 0, p95Ms: 20 } as EndpointUsage;

const built = (state: string, at: string) =>
  ({
    ...endpoint,
    is_materialized: true,
    materialization: { state, last_error: 'memory', last_materialized_at: at },
  }) as Endpoint;

test.each([
  ['well', endpoint, usage, 'healthy'],
  ['before its figures are read', endpoint, undefined, 'healthy'],
  ['one error in a hundred', endpoint, { ...usage, errors: 10 }, 'healthy'],
  ['more errors than that', endpoint, { ...usage, errors: 11 }, 'failing'],
  ['inactive before all', { ...endpoint, is_active: false }, { ...usage, errors: 500 }, 'inactive'],
  ['a p95 of a second', endpoint, { ...usage, p95Ms: 1000 }, 'healthy'],
  ['a p95 above it', endpoint, { ...usage, p95Ms: 1001 }, 'slow'],
  ['a build that failed', built('Failed', '2026-11-23T11:30:00Z'), usage, 'stale'],
  ['a snapshot of two intervals', built('Completed', '2026-11-23T10:00:00Z'), usage, 'healthy'],
  ['an older snapshot', built('Completed', '2026-11-23T09:59:59Z'), usage, 'stale'],
  ['unused for 30 days', { ...endpoint, last_executed_at: '2026-10-24T11:59:59Z' }, undefined, 'unused'],
  [
    'new and never run',
    { ...endpoint, last_executed_at: null, created_at: '2026-11-20T00:00:00Z' },
    undefined,
    'healthy',
  ],
])('%s', (_, of, figures, state) => {
  expect(judgeHealth(of, figures, NOW).state).toBe(state);
});
