import { request as httpRequest } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newUuid } from '../../src/base/ids.ts';
import { startTestService, type TestService } from '../fixtures/start-service.ts';

// [CAP-1.5], [CAP-2.1], [CAP-2.2], [SPEC-9.1].

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ maxCaptureBytes: 100_000, metricsPort: 0 });
});
afterAll(() => service.close());

const TEXT = { 'content-type': 'text/plain' };

function batch(event: string, more: object = {}) {
  return { api_key: service.captureToken, batch: [{ event, distinct_id: 'a', uuid: newUuid(), ...more }] };
}

async function count(event: string): Promise<number> {
  const query = { kind: 'HogQLQuery', query: `select count() from events where event = '${event}'` };
  const answer = await service.call('POST', 'query', { body: { query } });
  return answer.json.results[0][0];
}

test.each(['/batch', '/batch/', '/capture/', '/e/', '/i/v0/e/', '/track/'])(
  '%s takes a batch',
  async (path) => {
    const event = `on ${path}`;
    const answer = await service.call('POST', `${path}?wait=true`, { key: null, body: batch(event) });
    expect([answer.status, answer.text]).toEqual([200, '{"status":1}']);
    expect(await count(event)).toBe(1);
  },
);

test('gzip as text/plain, as browsers send it, is recognised', async () => {
  const body = gzipSync(JSON.stringify(batch('gzip')));
  expect((await service.call('POST', '/e/?wait=true', { key: null, body, headers: TEXT })).status).toBe(200);
  expect(await count('gzip')).toBe(1);
});

test('a beacon is answered without a body', async () => {
  const answer = await service.call('POST', '/e/?beacon=1&wait=true', { key: null, body: batch('beacon') });
  expect([answer.status, answer.text]).toEqual([204, '']);
});

test('an event may come in the query string', async () => {
  const data = Buffer.from(
    JSON.stringify({ ...batch('get').batch[0], token: service.captureToken }),
  ).toString('base64');
  const answer = await service.call('GET', `/e/?wait=true&data=${encodeURIComponent(data)}`, { key: null });
  expect(answer.status).toBe(200);
  expect(await count('get')).toBe(1);
});

test('the clock of the test decides what now is', async () => {
  await service.call('POST', '/batch/?wait=true', {
    key: null,
    body: batch('clock'),
    now: '2024-02-03T04:05:06Z',
  });
  const query = { kind: 'HogQLQuery', query: "select toString(timestamp) from events where event = 'clock'" };
  const answer = await service.call('POST', 'query', { body: { query } });
  expect(answer.json.results[0][0]).toMatch(/^2024-02-03 04:05:06/);
});

test.each([
  ['no token', () => ({ batch: [{ event: 'x', distinct_id: 'a' }] }), 401],
  ['an unknown token', () => ({ api_key: 'slc_nobody', batch: [{ event: 'x', distinct_id: 'a' }] }), 401],
  ['a personal key', () => ({ api_key: service.rootKey, batch: [{ event: 'x', distinct_id: 'a' }] }), 401],
  ['broken JSON', () => '{"api_key":', 400],
  ['no event', () => ({ api_key: service.captureToken, batch: [] }), 400],
  ['a body that is too large', () => batch('x', { properties: { text: 'x'.repeat(100_000) } }), 413],
  ['a bomb', () => gzipSync(Buffer.alloc(5_000_000, 0x20)), 413],
])('refused as plain text: %s', async (_name, body, status) => {
  const answer = await service.call('POST', '/batch/', { key: null, body: body(), headers: TEXT });
  expect(answer.status).toBe(status);
  expect(answer.headers['content-type']).toMatch(/^text\/plain/);
  expect(answer.text.length).toBeGreaterThan(10);
  expect(answer.text).not.toContain('slc_');
});

test('a body that is cut off is not taken', async () => {
  const { port } = new URL(service.url);
  const outcome = await new Promise((resolve) => {
    const headers = { 'content-length': '1000' };
    const request = httpRequest({ port, method: 'POST', path: '/batch/', headers });
    request.on('response', (response) => resolve(response.statusCode));
    request.on('error', () => resolve('closed'));
    request.write(JSON.stringify(batch('cut')).slice(0, 50), () => request.destroy());
  });
  expect(outcome).toBe('closed');
  expect(await count('cut')).toBe(0);
});

test('another project does not see the events', async () => {
  const made = await service.call('POST', '/api/projects/', { body: { name: 'other' } });
  await service.call('POST', '/batch/?wait=true', { key: null, body: batch('mine') });
  const query = { kind: 'HogQLQuery', query: 'select count() from events' };
  const answer = await service.call('POST', `/api/projects/${made.json.id}/query/`, { body: { query } });
  expect(answer.json.results[0][0]).toBe(0);
});

test('the catalogue knows what came in, how often, when and of which type', async () => {
  const { json } = await service.call('POST', '/api/projects/', { body: { name: 'catalogue' } });
  const send = (batch: readonly object[], now: string) =>
    service.call('POST', '/batch/?wait=true', { key: null, now, body: { api_key: json.api_token, batch } });
  const note = (words: unknown) => ({
    event: 'note',
    distinct_id: 'a',
    uuid: newUuid(),
    properties: { words },
  });
  // Sent twice, counted once.
  const repeated = note(1);
  await send([repeated, note(2), { ...note('many'), $set: { plan: 'pro' } }], '2026-01-05T09:00:00Z');
  await send([repeated, note('2026-01-05')], '2026-01-06T09:00:00Z');
  const list = async (kind: string) =>
    (await service.call('GET', `/api/projects/${json.id}/${kind}_definitions/`)).json.results;
  expect(await list('event')).toMatchObject([{ name: 'note', volume: 4 }]);
  expect(await list('property')).toMatchObject([
    { type: 'event', name: '$set', property_type: 'String', volume: 1 },
    {
      type: 'event',
      name: 'words',
      property_type: 'Numeric',
      seen_types: ['String', 'Numeric', 'DateTime'],
      volume: 4,
    },
    { type: 'person', name: 'plan', property_type: 'String', seen_types: ['String'], volume: 1 },
  ]);
});

test('duplicates, the lag and what waits are metrics', async () => {
  const duplicates = await metric('sluice_captured_events_total{outcome="duplicate"}');
  const body = batch('measured');
  for (let turn = 0; turn < 3; turn += 1)
    await service.call('POST', '/batch/?wait=true', { key: null, body });
  expect(await metric('sluice_captured_events_total{outcome="duplicate"}')).toBe(duplicates + 2);
  expect(await metric('sluice_spool_bytes')).toBe(0);
  expect(await metric('sluice_capture_lag_seconds')).toBe(0);

  await service.services.writeLock.hold(1, async () => {
    await service.call('POST', '/batch/', { key: null, body: batch('waiting') });
    expect(await metric('sluice_spool_bytes')).toBeGreaterThan(100);
    expect(await metric('sluice_capture_lag_seconds')).toBeGreaterThan(0);
  });
});

/** The value of one line of the metrics; 0 when it is not there. */
async function metric(name: string): Promise<number> {
  const text = await (await fetch(service.metricsUrl ?? '')).text();
  const line = text.split('\n').find((each) => each.startsWith(`${name} `));
  return Number(line?.slice(name.length + 1) ?? 0);
}
