import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { captureOperations } from '../../src/http/operations/capture-operations.ts';
import { capturePreflights } from '../../src/http/operations/operations.ts';
import { shareService } from '../fixtures/share-service.ts';
import type { TestProject } from '../fixtures/start-service.ts';

// What scripts in web pages need: calls across sites, and answers to everything that SDKs ask.
// [CAP-1.1], [CAP-1.3], [CAP-1.4], [CAP-1.6].

const ORIGIN = 'https://shop.example';

let service: TestProject;
beforeAll(async () => {
  service = await shareService();
});

const places = capturePreflights.flatMap(({ path }) => {
  const place = path.replace('{token}', 'slc_x');
  return [place, `${place}/`];
});

test.each(places)('%s may be called from every page', async (place) => {
  const headers = {
    origin: ORIGIN,
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'content-type,x-mine',
  };
  const answer = await service.call('OPTIONS', place, { key: null, headers });
  expect([answer.status, answer.text]).toEqual([200, '']);
  expect(answer.headers).toMatchObject({
    'access-control-allow-origin': ORIGIN,
    'access-control-allow-credentials': 'true',
    'access-control-allow-methods': 'GET, POST, OPTIONS',
    'access-control-allow-headers': 'content-type,x-mine',
    vary: 'Origin',
  });
});

test('a refusal says so to the page too', async () => {
  const answer = await service.call('POST', '/e/', { key: null, body: '{', headers: { origin: ORIGIN } });
  expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([400, ORIGIN]);
});

test('a caller that is no page gets no headers for pages', async () => {
  const answer = await service.call('POST', '/flags/', { key: null, body: '{}' });
  expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
});

test.each(['/api/projects', '/api/projects/1/query', '/_readyz'])('%s is not for pages', async (place) => {
  const headers = { origin: ORIGIN };
  const got = await service.call('GET', place, { headers });
  const asked = await service.call('OPTIONS', place, { headers });
  for (const answer of [got, asked]) expect(answer.headers['access-control-allow-origin']).toBeUndefined();
  expect(asked.status).toBe(405);
});

test('/engage takes a person without the name of an event', async () => {
  const body = {
    api_key: service.captureToken,
    batch: [{ $distinct_id: 'ada', $set: { plan: 'pro' } }],
  };
  expect((await service.call('POST', '/engage?wait=true', { key: null, body })).status).toBe(200);
  const query = "select event, distinct_id, person.properties.plan from events where event = '$identify'";
  const answer = await service.call('POST', 'query', { body: { query: { kind: 'HogQLQuery', query } } });
  expect(answer.json.results).toEqual([['$identify', 'ada', 'pro']]);
  const nameless = await service.call('POST', '/e', { key: null, body });
  expect(nameless.status).toBe(400);
});

describe('what SDKs ask besides', () => {
  test.each(['/flags/?v=2', '/decide/?v=3'])('%s: no flags', async (place) => {
    const now = '2026-01-05T09:00:00Z';
    const answer = await service.call('POST', place, { key: null, body: 'data=eyJ9', now });
    expect(answer.json).toEqual({
      flags: {},
      featureFlags: {},
      featureFlagPayloads: {},
      errorsWhileComputingFlags: false,
      requestId: answer.headers['x-request-id'],
      evaluatedAt: Date.parse(now),
    });
  });

  test('definitions of flags: none, and group types for who may read them', async () => {
    const event = { event: 'paid', distinct_id: 'ada', properties: { $groups: { company: 'acme' } } };
    await service.capture([event]);
    const place = `/flags/definitions?token=${service.captureToken}&send_cohorts`;
    const asRoot = await service.call('GET', place);
    expect(asRoot.json).toEqual({ flags: [], group_type_mapping: { 0: 'company' }, cohorts: {} });
    for (const key of [null, service.captureToken, 'slp_nobody'])
      expect((await service.call('GET', place, { key })).json.group_type_mapping).toEqual({});
  });

  test('settings: everything is off', async () => {
    const answer = await service.call('GET', '/array/slc_x/config', { key: null });
    expect(answer.json).toMatchObject({
      token: 'slc_x',
      sessionRecording: false,
      surveys: false,
      heatmaps: false,
      hasFeatureFlags: false,
    });
  });

  test('settings as a script that cannot be made to run anything else', async () => {
    const token = `slc_"]};alert(1)//`;
    const place = `/array/${encodeURIComponent(token)}/config.js`;
    const { headers, text } = await service.call('GET', place, { key: null });
    expect(headers['content-type']).toBe('application/javascript; charset=utf-8');
    const page: { _POSTHOG_REMOTE_CONFIG?: Record<string, { config: { token: string } }> } = {};
    new Function('window', 'alert', text)(page, () => expect.unreachable());
    expect(page._POSTHOG_REMOTE_CONFIG?.[token]?.config.token).toBe(token);
  });

  test('recordings are taken and dropped', async () => {
    const answer = await service.call('POST', '/s/', { key: null, body: Buffer.from([0x1f, 0x8b, 0]) });
    expect([answer.status, answer.text]).toEqual([200, '{"status":1}']);
  });
});

describe('posthog-js for the HTML snippet', () => {
  const packageFile = (file: string) => readFileSync(path.join('node_modules/posthog-js', file));
  const ask = (headers: Readonly<Record<string, string>>, place = '/static/array.js') =>
    fetch(`${service.url}${place}`, { headers });

  test.each(['identity', 'gzip', 'br'])('the bundle of the package, as %s', async (coding) => {
    const answer = await ask({ origin: ORIGIN, 'accept-encoding': coding });
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'access-control-allow-origin': ORIGIN,
      'cache-control': 'public, max-age=3600',
      'content-type': 'text/javascript; charset=utf-8',
      vary: 'Origin, Accept-Encoding',
    });
    expect(answer.headers.get('content-encoding')).toBe(coding === 'identity' ? null : coding);
    const body = Buffer.from(await answer.arrayBuffer());
    expect(body.equals(packageFile('dist/array.js')), 'mend: node scripts/copy-posthog-js.ts').toBe(true);
  });

  test('a page that has it gets 304', async () => {
    const etag = (await ask({})).headers.get('etag') ?? '';
    const again = await ask({ 'if-none-match': etag });
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag]);
  });

  test.each([
    '/static/surveys.js',
    '/static/array.js.map',
    '/static/../package.json',
    '/static',
    '/static/LICENSE',
  ])('%s is not here', async (place) => {
    expect((await ask({ origin: ORIGIN }, place)).status).toBe(404);
  });

  test('its licence lies beside it (mend: node scripts/copy-posthog-js.ts)', () => {
    expect(readFileSync('assets/posthog-js/LICENSE').equals(packageFile('LICENSE'))).toBe(true);
  });
});

test('every path takes POST and GET, with and without slash, and redirects nobody', async () => {
  for (const { method, path } of captureOperations)
    for (const place of [path, `${path}/`]) {
      const answer = await service.call(method, place, { key: null });
      expect(`${place} ${answer.status}`).toBe(`${place} 400`);
    }
});
