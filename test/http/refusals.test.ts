import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newSecret } from '../../src/services/access/secret.ts';
import { startTestService, type TestService } from '../fixtures/start-service.ts';

// [SPEC-7.7], [SPEC-7.13].

let service: TestService;
let minute = 0;
const RUN = 'endpoints/one/run';
const QUOTA = 5;

beforeAll(async () => {
  service = await startTestService({ rateLimits: `0,0,0,${QUOTA}`, trustedProxies: '127.0.0.1' });
  const query = { kind: 'HogQLQuery', query: 'select 1 as one' };
  await service.call('POST', 'endpoints', { body: { name: 'one', query, cache_age_seconds: 86_400 } });
  await service.call('POST', RUN, { body: {} });
});
afterAll(() => service.close());
beforeEach(() => {
  // Each test has the windows for itself.
  minute += 2;
  service.setNow(new Date(Date.parse('2026-01-05T09:00:00Z') + minute * 60_000).toISOString());
});

/** The status of a call, and its code when it is refused. */
async function statusOf(
  key: string | null,
  address = '198.51.100.1',
  path = RUN,
): Promise<readonly unknown[]> {
  const headers = { 'x-forwarded-for': address };
  const { status, json } = await service.call('POST', path, { key, headers, body: {} });
  return status === 200 ? [status] : [status, json.code];
}

async function useUpRefusals(address?: string): Promise<void> {
  for (let call = 0; call < QUOTA; call += 1)
    expect(await statusOf(newSecret('slp_'), address)).toEqual([401, 'authentication_failed']);
}

describe('refusals beyond the limit of an address', () => {
  test('are answered 429, whatever the wrong key', async () => {
    await useUpRefusals();
    for (const key of [newSecret('slp_'), newSecret('slp_'), 'nonsense', null])
      expect(await statusOf(key)).toEqual([429, 'throttled']);
  });

  test('never put off a right key: cached answers, computed ones, and keys not seen for a while', async () => {
    const body = { label: 'other', scopes: ['endpoint:read', 'query:read'], projects: [1] };
    const { value } = (await service.call('POST', '/api/personal_api_keys', { body })).json;
    await useUpRefusals();
    // Keys are read again when any of them has changed.
    await service.services.database.query.updateTable('keys').set({ label: 'other' }).execute();
    for (const key of [service.rootKey, value, service.rootKey]) {
      expect(await statusOf(key)).toEqual([200]);
      expect(await statusOf(newSecret('slp_'))).toEqual([429, 'throttled']);
    }
    const query = { query: { kind: 'HogQLQuery', query: `select ${minute}` } };
    const headers = { 'x-forwarded-for': '198.51.100.1' };
    expect(await service.call('POST', 'query', { key: value, headers, body: query })).toMatchObject({
      status: 200,
    });
  });

  test('count what a right key may not do, and say when to come again', async () => {
    const { value } = (
      await service.call('POST', '/api/personal_api_keys', {
        body: { label: 'reader', scopes: ['project:read'], projects: [1] },
      })
    ).json;
    for (let call = 0; call < QUOTA; call += 1)
      expect(await statusOf(value)).toEqual([403, 'permission_denied']);
    const headers = { 'x-forwarded-for': '198.51.100.1' };
    const late = await service.call('POST', RUN, { key: value, headers, body: {} });
    expect([late.status, late.headers['retry-after']]).toEqual([429, '60']);
    expect((await service.call('GET', '/api/projects/1', { key: value, headers })).status).toBe(200);
  });

  test('count for each address behind a trusted proxy, in all spellings', async () => {
    await useUpRefusals('198.51.100.1');
    expect(await statusOf(null, '::ffff:198.51.100.1')).toEqual([429, 'throttled']);
    expect(await statusOf(null, '192.0.2.1, 198.51.100.1')).toEqual([429, 'throttled']);
    expect(await statusOf(null, '198.51.100.2')).toEqual([401, 'authentication_failed']);
  });

  test('are refusals: what is wrong with a call of a right key is not counted', async () => {
    await service.call('POST', '/api/projects', { body: { name: 'second' } });
    for (let call = 0; call <= QUOTA; call += 1)
      expect(await statusOf(service.rootKey, undefined, '/api/projects/@current/query')).toEqual([
        400,
        'invalid_value',
      ]);
  });
});

test('many refusals at once: one in each turn of the event loop, and others are served between them', async () => {
  const done: string[] = [];
  const note = (name: string) => () => void done.push(name);
  const refused = Array.from({ length: 40 }, () => statusOf('nonsense').then(note('refused')));
  const served = statusOf(service.rootKey).then(note('served'));
  const counts = [0];
  while (done.length < 41) {
    await new Promise((resolve) => setImmediate(resolve));
    counts.push(done.filter((name) => name === 'refused').length);
  }
  await Promise.all([...refused, served]);
  const steps = counts.slice(1).map((count, turn) => count - (counts[turn] ?? 0));
  expect(Math.max(...steps), steps.join()).toBeLessThanOrEqual(2);
  expect(done.indexOf('served')).toBeLessThan(20);
});
