import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../fixtures/start-service.ts';

// What was computed before a clock was set back has a time in the future. Nobody knows how old it is.
// [SPEC-4.3.2], [SPEC-9.1].

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
  service.setNow('2026-01-10T00:00:00Z');
  const query = { kind: 'HogQLQuery', query: 'select now() as at' };
  const stale = { stale_while_revalidate_seconds: 86_400, stale_if_error_seconds: 86_400 };
  for (const [name, more] of [
    ['plain', {}],
    ['stale', stale],
    ['built', { is_materialized: true }],
  ] as const)
    expect((await service.call('POST', 'endpoints', { body: { name, query, ...more } })).status).toBe(201);
  await service.call('POST', 'endpoints/built/materialize?wait=true');
});
afterAll(() => service.close());

async function run(name: string, body: object = {}) {
  const { status, headers, json } = await service.call('POST', `endpoints/${name}/run`, { body });
  expect(status).toBe(200);
  expect(Number(headers['age'] ?? 0)).toBeGreaterThanOrEqual(0);
  const { served_reason, last_refresh } = json;
  return { served_reason, last_refresh };
}

test.each(['plain', 'stale'])('a cached answer of the future is expired and replaced: %s', async (name) => {
  service.setNow('2026-01-10T00:00:00Z');
  await run(name);
  expect(await run(name)).toEqual({ served_reason: 'cache_fresh', last_refresh: '2026-01-10T00:00:00.000Z' });
  service.setNow('2026-01-09T00:00:00Z');
  const last_refresh = '2026-01-09T00:00:00.000Z';
  expect(await run(name)).toEqual({ served_reason: 'cache_expired', last_refresh });
  expect(await run(name)).toEqual({ served_reason: 'cache_fresh', last_refresh });
});

test('a forced answer replaces one of the future', async () => {
  service.setNow('2026-01-10T00:00:00Z');
  await run('plain', { refresh: 'force_blocking' });
  service.setNow('2026-01-09T12:00:00Z');
  const last_refresh = '2026-01-09T12:00:00.000Z';
  expect(await run('plain', { refresh: 'force_blocking' })).toEqual({
    served_reason: 'refresh_forced',
    last_refresh,
  });
  expect(await run('plain')).toEqual({ served_reason: 'cache_fresh', last_refresh });
});

test('a snapshot of the future is outdated, and built anew', async () => {
  service.setNow('2026-01-10T01:00:00Z');
  await service.call('POST', 'endpoints/built/materialize?wait=true');
  expect((await run('built')).served_reason).toBe('materialized_current');
  service.setNow('2026-01-02T00:00:00Z');
  expect((await run('built')).served_reason).toBe('materialized_outdated');
  const reason = async () => (await run('built', { refresh: 'force' })).served_reason;
  await expect.poll(reason, { timeout: 30_000 }).toBe('materialized_current');
});

test('a call with a clock of its own sees the past of an answer as its present', async () => {
  const body = { body: {}, now: '2026-01-01T00:00:00Z' };
  service.setNow('2026-01-10T00:00:00Z');
  await run('plain', { refresh: 'force_blocking' });
  expect((await service.call('POST', 'endpoints/plain/run', body)).json.served_reason).toBe('cache_fresh');
});
