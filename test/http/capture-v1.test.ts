import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newUuid } from '../../src/base/ids.ts';
import { startTestService, type TestAnswer, type TestService } from '../fixtures/start-service.ts';

// [CAP-1.2], [CAP-2.11], [CAP-3.2], [CAP-3.3], [CAP-3.4], [CAP-4.2].

const NOW = '2026-01-05T09:00:00Z';
const PATH = '/i/v1/analytics/events';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ maxCaptureBytes: 100_000 });
});
afterAll(() => service.close());

const sdkHeaders = {
  'content-type': 'application/json',
  'posthog-sdk-info': 'posthog-test/1.2.3',
  'posthog-attempt': '1',
  'posthog-request-id': newUuid(),
  'posthog-request-timestamp': NOW,
};

function eventNamed(event: string, more: object = {}) {
  return { event, uuid: newUuid(), distinct_id: 'ada', timestamp: NOW, options: {}, properties: {}, ...more };
}

function send(body: unknown, call: { key?: string | null; headers?: object; path?: string } = {}) {
  const { key = service.captureToken, headers = {}, path = PATH } = call;
  const all = { ...sdkHeaders, ...headers };
  return service.call('POST', `${path}?wait=true`, { key, body, headers: all, now: NOW });
}

async function select(columns: string, event: string): Promise<unknown> {
  const query = `select ${columns} from events where event = '${event}'`;
  const answer = await service.call('POST', 'query', { body: { query: { kind: 'HogQLQuery', query } } });
  return answer.json.results;
}

const refusalOf = ({ status, json }: TestAnswer) => [status, json.error];

test.each([PATH, `${PATH}/`, '/i/v1/general/events'])('%s takes a batch', async (path) => {
  const event = eventNamed(`on ${path}`);
  const answer = await send({ created_at: NOW, batch: [event] }, { path });
  expect([answer.status, answer.json]).toEqual([200, { results: { [event.uuid]: { result: 'ok' } } }]);
  expect(await select('count()', event.event)).toEqual([[1]]);
});

test('each event gets its own answer', async () => {
  const good = eventNamed('judged');
  const odd = eventNamed('judged', { timestamp: 'yesterday' });
  const bad = eventNamed('judged', { distinct_id: '' });
  const badUuid = eventNamed('judged', { uuid: 'seven' });
  const { uuid: _, ...nameless } = eventNamed('judged');
  const answer = await send({ created_at: NOW, batch: [good, odd, bad, badUuid, nameless, 7] });
  expect(answer.status).toBe(200);
  expect(answer.json.results).toEqual({
    [good.uuid]: { result: 'ok' },
    [odd.uuid]: { result: 'warning', details: 'timestamp_unreadable' },
    [bad.uuid]: { result: 'drop', details: 'missing_distinct_id' },
    seven: { result: 'drop', details: 'invalid_uuid' },
    'batch.4': { result: 'drop', details: 'invalid_uuid' },
    'batch.5': { result: 'drop', details: 'not_an_object' },
  });
  expect(await select('count()', 'judged')).toEqual([[2]]);
});

test('an event that is sent again is ok, and counts once', async () => {
  const batch = { created_at: NOW, batch: [eventNamed('again')] };
  const results = [await send(batch), await send(batch)].map(({ json }) => json.results);
  expect(results[1]).toEqual(results[0]);
  expect(await select('count()', 'again')).toEqual([[1]]);
});

// [CAP-3.1]
test('options, session and library are the properties that v0 clients send', async () => {
  const event = eventNamed('typed', {
    distinct_id: 'nobody',
    session_id: '0199e0a2-7c1f-7d3e-9a55-0c8f5b1d2e3f',
    window_id: 'w',
    options: { process_person_profile: false, product_tour_id: 'tour' },
    properties: { $lib: 'of the page', words: 3 },
  });
  await send({ created_at: NOW, batch: [event] });
  const columns = 'properties.$session_id, properties.$window_id, properties.$lib, properties.$lib_version';
  expect(await select(columns, 'typed')).toEqual([
    ['0199e0a2-7c1f-7d3e-9a55-0c8f5b1d2e3f', 'w', 'posthog-test', '1.2.3'],
  ]);
  expect(await select('$session_id, properties.$product_tour_id, properties.words', 'typed')).toEqual([
    ['0199e0a2-7c1f-7d3e-9a55-0c8f5b1d2e3f', 'tour', 3],
  ]);
  const query = "select count() from persons where properties.$lib = 'posthog-test'";
  const persons = await service.call('POST', 'query', { body: { query: { kind: 'HogQLQuery', query } } });
  expect(persons.json.results).toEqual([[0]]);
});

// The client's clock is ten minutes late: it sent at 08:50 what arrived at 09:00.
const late = { 'posthog-request-timestamp': '2026-01-05T08:50:00Z' };

test.each([
  ['is corrected', {}, {}, '2026-01-05T08:55:00Z'],
  [
    'is kept when the event says so',
    { options: { disable_skew_correction: true } },
    {},
    '2026-01-05T08:45:00Z',
  ],
  ['is kept when the batch is old on purpose', {}, { historical_migration: true }, '2026-01-05T08:45:00Z'],
])('the time of a client whose clock is wrong %s', async (name, more, envelope, expected) => {
  const event = eventNamed(name, { timestamp: '2026-01-05T08:45:00Z', ...more });
  await send({ created_at: NOW, batch: [event], ...envelope }, { headers: late });
  expect(await select('timestamp', name)).toEqual([[expect.stringContaining(expected.slice(0, 19))]]);
});

test.each([
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
  ['zstd', zstdCompressSync],
])('a body in %s', async (coding, compress) => {
  const text = JSON.stringify({ created_at: NOW, batch: [eventNamed(`in ${coding}`)] });
  const answer = await send(compress(Buffer.from(text)), { headers: { 'content-encoding': coding } });
  expect(answer.status).toBe(200);
  expect(await select('count()', `in ${coding}`)).toEqual([[1]]);
});

test('refusals carry the names that SDKs know', async () => {
  const batch = [eventNamed('refused')];
  const large = [eventNamed('refused', { properties: { text: 'x'.repeat(100_000) } })];
  const empty = (name: string) => ({ headers: { [name]: '' } });
  const refusals = {
    'no token': refusalOf(await send({ batch }, { key: null })),
    'an unknown token': refusalOf(await send({ batch }, { key: 'slc_nobody' })),
    'a personal key': refusalOf(await send({ batch }, { key: service.rootKey })),
    'no SDK': refusalOf(await send({ batch }, empty('posthog-sdk-info'))),
    'no attempt': refusalOf(await send({ batch }, empty('posthog-attempt'))),
    'an empty batch': refusalOf(await send({ batch: [] })),
    'a uuid twice': refusalOf(await send({ batch: [...batch, ...batch] })),
    'broken JSON': refusalOf(await send('{"batch":')),
    'no batch': refusalOf(await send({ events: batch })),
    'a large body': refusalOf(await send({ batch: large })),
    'a bomb': refusalOf(await send(gzipSync(JSON.stringify({ batch: large })))),
    'another coding': refusalOf(await send({ batch }, { headers: { 'content-encoding': 'compress' } })),
  };
  expect(refusals).toEqual({
    'no token': [401, 'invalid_api_token'],
    'an unknown token': [401, 'invalid_api_token'],
    'a personal key': [401, 'invalid_api_token'],
    'no SDK': [400, 'missing_required_headers'],
    'no attempt': [400, 'missing_required_headers'],
    'an empty batch': [400, 'empty_batch'],
    'a uuid twice': [400, 'duplicate_event_uuid'],
    'broken JSON': [400, 'request_parsing_error'],
    'no batch': [400, 'request_parsing_error'],
    'a large body': [413, 'payload_too_large'],
    'a bomb': [413, 'payload_too_large'],
    'another coding': [415, 'unsupported_encoding'],
  });
  expect(await select('count()', 'refused')).toEqual([[0]]);
});

test('it is not for GET', async () => {
  expect((await service.call('GET', PATH)).status).toBe(405);
});

test('overload asks to send everything again, in both protocols', async () => {
  const full = await startTestService({ spoolMaxBytes: 1_048_576 });
  const event = eventNamed('full', { properties: { text: 'x'.repeat(1_048_576) } });
  const headers = sdkHeaders;
  const v1 = await full.call('POST', PATH, { key: full.captureToken, body: { batch: [event] }, headers });
  expect(refusalOf(v1)).toEqual([503, 'service_unavailable']);
  const v0 = await full.call('POST', '/batch', {
    key: null,
    body: { api_key: full.captureToken, batch: [event] },
  });
  expect([v0.status, v0.text]).toEqual([503, 'The event spool is full.']);
  for (const answer of [v0, v1]) expect(answer.headers['retry-after']).toBe('5');
  await full.close();
});

test('who is refused again and again is told to wait, and a good token works all the time', async () => {
  const limited = await startTestService({ rateLimits: '0,0,0,2' });
  limited.setNow('2026-01-05T09:00:00Z');
  const batch = [eventNamed('limited')];
  const v0 = (api_key: string) => limited.call('POST', '/batch', { key: null, body: { api_key, batch } });
  const v1 = (key: string) => limited.call('POST', PATH, { key, body: { batch }, headers: sdkHeaders });
  expect((await v0('slc_nobody')).status).toBe(401);
  expect((await v1('slc_nobody')).status).toBe(401);
  const [late0, late1] = [await v0('slc_nobody'), await v1('slc_nobody')];
  expect([late0.status, late0.text]).toEqual([429, 'More than 2 per 60 s (limit "refusals").']);
  expect(refusalOf(late1)).toEqual([429, 'throttled']);
  for (const answer of [late0, late1]) expect(answer.headers['retry-after']).toBe('60');
  expect([(await v0(limited.captureToken)).status, (await v1(limited.captureToken)).status]).toEqual([
    200, 200,
  ]);
  expect((await limited.call('GET', 'endpoints')).status).toBe(200);
  limited.setNow('2026-01-05T09:01:00Z');
  expect((await v0('slc_nobody')).status).toBe(401);
  await limited.close();
});
