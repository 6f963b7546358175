import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../fixtures/start-service.ts';
import { writeMmdb } from '../fixtures/write-mmdb.ts';

// [CAP-2.13]

const country = (iso_code: string) => ({ country: { iso_code } });

const folder = mkdtempSync(join(tmpdir(), 'sluice-test-places-'));
let service: TestService;
beforeAll(async () => {
  const geoipFile = join(folder, 'city.mmdb');
  writeFileSync(geoipFile, writeMmdb({ '127.0.0.0/8': country('DE'), '81.2.69.0/24': country('GB') }));
  service = await startTestService({ geoipFile });
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true });
});

async function stored(prefix: string): Promise<unknown> {
  const query = `select event, properties.$geoip_country_code, properties.$ip, properties.x from events
    where startsWith(event, '${prefix}') order by event limit 3`;
  const { json } = await service.call('POST', 'query', { body: { query: { kind: 'HogQLQuery', query } } });
  return json.results;
}

const eventsOf = (prefix: string, more: object, count: number) =>
  Array.from({ length: count }, (_, at) => ({
    event: `${prefix}${String(at).padStart(5, '0')}`,
    distinct_id: 'u',
    uuid: crypto.randomUUID(),
    timestamp: '2026-01-05T09:00:00Z',
    properties: { x: 'y', ...(at === 1 && { $ip: '81.2.69.7' }), ...(at === 2 && { $geoip_disable: true }) },
    ...more,
  }));

const ROWS = (prefix: string) => [
  [`${prefix}00000`, 'DE', null, 'y'],
  [`${prefix}00001`, 'GB', null, 'y'],
  [`${prefix}00002`, null, null, 'y'],
];

// A large body is judged by another thread.
test.each([
  ['a', 3],
  ['b', 6_000],
])('places come from the address, which is not stored: %s', async (prefix, count) => {
  const batch = eventsOf(prefix, {}, count);
  const body = { api_key: service.captureToken, batch };
  expect((await service.call('POST', '/batch?wait=true', { body, key: null })).status).toBe(200);
  expect(await stored(prefix)).toEqual(ROWS(prefix));
});

test.each([
  ['c', 3],
  ['d', 6_000],
])('places of protocol v1: %s', async (prefix, count) => {
  const { status, text } = await service.call('POST', '/i/v1/analytics/events?wait=true', {
    key: service.captureToken,
    body: { batch: eventsOf(prefix, {}, count) },
    headers: {
      'posthog-sdk-info': 'posthog-node/5.70.0',
      'posthog-attempt': '1',
      'posthog-request-id': 'a',
      'posthog-request-timestamp': '2026-01-05T09:00:00Z',
    },
  });
  expect(status, text.slice(0, 200)).toBe(200);
  expect(await stored(prefix)).toEqual(ROWS(prefix));
});

test('a file that is none keeps the service from starting', async () => {
  const geoipFile = join(folder, 'none.mmdb');
  writeFileSync(geoipFile, 'none');
  await expect(startTestService({ geoipFile })).rejects.toThrow('SLUICE_GEOIP_FILE');
});
