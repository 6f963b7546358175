import { connect } from 'node:net';
import { afterAll, describe, expect, test } from 'vitest';
import type { GivenSettings } from '../../src/app/config.ts';
import { startTestService, type TestService } from '../fixtures/start-service.ts';

// Whoever sends a request must not choose where the links of its answer lead.
// [SPEC-7.9].

const services: TestService[] = [];
afterAll(() => Promise.all(services.map((service) => service.close())));

async function serviceWith(settings: GivenSettings): Promise<TestService> {
  const service = await startTestService(settings);
  services.push(service);
  const query = { kind: 'HogQLQuery', query: 'select 1' };
  for (const name of ['one', 'two', 'three'])
    await service.call('POST', 'endpoints', { body: { name, query } });
  return service;
}

/** Every link of the answers of a service, as it is called with these headers. */
async function linksOf(service: TestService, headers: Readonly<Record<string, string>>) {
  const get = (path: string) => service.call('GET', path, { headers });
  const list = (await get('endpoints?limit=1&offset=1')).json;
  const docs = (await get('/docs')).text;
  return {
    next: list.next,
    previous: list.previous,
    url: (await get('endpoints/one')).json.url,
    listed: list.results[0].url,
    server: (await get('/openapi.json')).json.servers[0].url,
    endpointServer: (await get('endpoints/one/openapi.json')).json.servers[0].url,
    error: (await get('endpoints/absent')).json.docs,
    badUrl: (await get('/api/%zz')).json.docs,
    call: /curl -s (\S+)\/api\/projects\S*/.exec(docs)?.[1],
  };
}

/** The same links behind `base`. */
function linksBehind(base: string) {
  const list = `${base}/api/projects/1/endpoints`;
  return {
    next: `${list}?limit=1&offset=2`,
    previous: `${list}?limit=1&offset=0`,
    url: `${list}/one/run`,
    listed: `${list}/two/run`,
    server: base === '' ? '/' : base,
    endpointServer: base === '' ? '/' : base,
    error: `${base}/docs/errors#not_found`,
    badUrl: `${base}/docs/errors#bad_request`,
    call: base === '' ? '$SLUICE_URL' : base,
  };
}

const FORWARDED = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'a.example' };

describe('links', () => {
  test('are paths, whatever Host and forwarded headers say', async () => {
    const service = await serviceWith({});
    const headers = { host: 'evil.example', ...FORWARDED };
    expect(await linksOf(service, headers)).toEqual(linksBehind(''));
    for (const path of ['/docs', '/openapi.json', '/api/projects/1/endpoints', '/api/projects'])
      expect((await service.call('GET', path, { headers })).text).not.toMatch(/(evil|a)\.example/);
  });

  test('name what a trusted proxy was called by', async () => {
    const service = await serviceWith({ trustedProxies: '10.0.0.0/8, 127.0.0.1' });
    expect(await linksOf(service, { host: 'evil.example', ...FORWARDED })).toEqual(
      linksBehind('https://a.example'),
    );
    expect(await linksOf(service, { host: 'evil.example' })).toEqual(linksBehind(''));
  });

  test('name the public address', async () => {
    const service = await serviceWith({
      trustedProxies: '127.0.0.1',
      publicUrl: 'https://b.example/sluice/',
    });
    expect(await linksOf(service, { host: 'evil.example', ...FORWARDED })).toEqual(
      linksBehind('https://b.example/sluice'),
    );
  });

  test('do not name the host of a request target in its absolute form', async () => {
    const service = await serviceWith({});
    const head = (target: string) =>
      `GET ${target} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${service.rootKey}\r\nConnection: close\r\n\r\n`;
    const answer = await exchange(service, head('http://evil.example/api/projects/1/endpoints?limit=1'));
    expect(answer).toContain('"next":"/api/projects/1/endpoints?limit=1&offset=1"');
    expect(answer).not.toContain('evil.example');
    const root = await exchange(service, head('http://evil.example'));
    expect(root).toMatch(/^HTTP\/1\.1 200 /);
    expect(root).not.toContain('evil.example');
    const doubled = await exchange(service, head('//evil.example/api/projects/1/endpoints'));
    expect(doubled).toMatch(/^HTTP\/1\.1 404 /);
  });
});

/** Sends bytes as they are and gives all that comes back until the server hangs up. */
function exchange(service: TestService, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = '';
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1', () => void socket.write(bytes));
    socket.on('data', (chunk) => {
      received += chunk.toString();
    });
    socket.on('close', () => resolve(received));
    socket.on('error', reject);
  });
}
