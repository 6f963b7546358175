import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { brotliCompressSync, gunzipSync } from 'node:zlib';
import { type FastifyInstance, fastify } from 'fastify';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { ConsoleFiles } from '../../src/http/console/console-files.ts';
import { registerConsoleRoutes } from '../../src/http/routes/console-routes.ts';
import { shareService } from '../fixtures/share-service.ts';
import { startTestService, type TestProject } from '../fixtures/start-service.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

// How pages and files of the console are served. [CON-20.1], [CON-20.2], [CON-20.3], [CON-20.4], [CON-20.5] and
// [CON-20.6].

const BUILD = '0123456789abcdef';
const SCRIPT = `${'export const text = "<b>";\n'.repeat(200)}`;
const PAGE =
  '<!doctype html><meta property="csp-nonce" nonce="SLUICE-NONCE"><script nonce="SLUICE-NONCE">1</script>';

/** Serves a folder as the service serves its own. */
function serve(folder: string): FastifyInstance {
  const server = fastify();
  registerConsoleRoutes(server, new ConsoleFiles(folder));
  onTestFinished(() => server.close());
  return server;
}

function tellState(folder: string, state: object): void {
  writeFileSync(join(folder, 'state.json'), JSON.stringify(state));
}

function builtFolder(): string {
  const folder = temporaryFolder();
  const assets = join(folder, BUILD, 'assets');
  mkdirSync(assets, { recursive: true });
  writeFileSync(join(folder, BUILD, 'index.html'), PAGE);
  writeFileSync(join(folder, BUILD, 'ready.json'), '{}');
  writeFileSync(join(assets, 'main-a1.js'), SCRIPT);
  writeFileSync(join(assets, 'main-a1.js.br'), brotliCompressSync(SCRIPT));
  writeFileSync(join(assets, 'plex-a1.woff2'), 'w'.repeat(5_000));
  writeFileSync(join(assets, 'notes.md'), 'not served');
  tellState(folder, { state: 'ready', build: BUILD });
  return folder;
}

describe('the page', () => {
  test.each(['/console', '/console/7/endpoints', '/console/sign-in?a=1'])(
    '%s is the one page',
    async (url) => {
      const { statusCode, headers, body } = await serve(builtFolder()).inject(url);
      expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'cross-origin-opener-policy': 'same-origin',
        'referrer-policy': 'no-referrer',
      });
      const policy = String(headers['content-security-policy']);
      const [, nonce = ''] = /script-src 'nonce-([\w+/=]{24})' 'strict-dynamic';/.exec(policy) ?? [];
      expect(nonce).not.toBe('');
      expect(policy).toContain(`style-src 'self' 'nonce-${nonce}';`);
      expect(policy).toContain("require-trusted-types-for 'script'; trusted-types 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(body).toBe(PAGE.replaceAll('SLUICE-NONCE', nonce));
    },
  );

  test('no two responses have one nonce', async () => {
    const server = serve(builtFolder());
    const [first, second] = [await server.inject('/console'), await server.inject('/console')];
    expect(first.body).not.toBe(second.body);
  });
});

describe('assets', () => {
  const NAME = '/console/assets/main-a1.js';

  test.each([
    ['br, gzip', 'br'],
    ['gzip, deflate', 'gzip'],
    ['br;q=0, gzip;q=0', undefined],
    ['', undefined],
  ])('who takes "%s" gets %s', async (accepted, coding) => {
    const answer = await serve(builtFolder()).inject({ url: NAME, headers: { 'accept-encoding': accepted } });
    expect(answer.headers['content-encoding']).toBe(coding);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'Accept-Encoding',
    });
    if (coding === 'gzip') expect(gunzipSync(answer.rawPayload).toString()).toBe(SCRIPT);
    if (coding === 'br') expect(answer.rawPayload).toEqual(brotliCompressSync(SCRIPT));
    if (coding === undefined) expect(answer.body).toBe(SCRIPT);
  });

  test('what nothing makes smaller is sent as it is', async () => {
    const url = '/console/assets/plex-a1.woff2';
    const answer = await serve(builtFolder()).inject({ url, headers: { 'accept-encoding': 'br, gzip' } });
    expect(answer.headers).toMatchObject({ 'content-type': 'font/woff2', 'content-length': '5000' });
    expect(answer.headers['content-encoding']).toBeUndefined();
  });

  test.each([
    'main-b2.js',
    'notes.md',
    'main-a1.js.br',
    '..%2Findex.html',
    '..%2F..%2Fstate.json',
    '%2Fetc%2Fpasswd',
  ])('%s is no file', async (name) => {
    const { statusCode } = await serve(builtFolder()).inject(`/console/assets/${name}`);
    expect(statusCode).toBe(404);
  });
});

describe('before there is a console', () => {
  test('the page tells for how long it is being built, and asks again', async () => {
    const folder = temporaryFolder();
    tellState(folder, { state: 'building', since: new Date(Date.now() - 4_000).toISOString() });
    const { statusCode, headers, body } = await serve(folder).inject('/console/1/endpoints');
    expect([statusCode, headers['cache-control']]).toEqual([200, 'no-store']);
    expect(body).toMatch(/The console is being built \([4-9] s\)/);
    const [, nonce = ''] =
      /<script nonce="([\w+/=]{24})">setTimeout\(\(\) => location.reload/.exec(body) ?? [];
    expect(nonce).not.toBe('');
    expect(headers['content-security-policy']).toContain(`default-src 'none'`);
    expect(headers['content-security-policy']).toContain(`script-src 'nonce-${nonce}'`);
  });

  test('the page turns into the console once that is built', async () => {
    const folder = builtFolder();
    tellState(folder, { state: 'building', since: new Date().toISOString() });
    const server = serve(folder);
    expect((await server.inject('/console')).body).toContain('being built');
    expect((await server.inject('/console/assets/main-a1.js')).statusCode).toBe(404);
    tellState(folder, { state: 'ready', build: BUILD });
    expect((await server.inject('/console')).body).toContain('csp-nonce');
    expect((await server.inject('/console/assets/main-a1.js')).statusCode).toBe(200);
  });

  test('a failure is told as text', async () => {
    const folder = temporaryFolder();
    tellState(folder, { state: 'failed', reason: 'no network <script>alert(1)</script>' });
    const { statusCode, headers, body } = await serve(folder).inject('/console');
    expect([statusCode, headers['content-security-policy']]).toEqual([
      200,
      expect.not.stringContaining('script-src'),
    ]);
    expect(body).toContain('no network &lt;script&gt;');
  });

  test.each([
    ['never built', undefined],
    ['its files gone', { state: 'ready', build: 'ffffffffffffffff' }],
  ])('%s: the page tells how to build it', async (_, state) => {
    const folder = temporaryFolder();
    if (state !== undefined) tellState(folder, state);
    const { body } = await serve(folder).inject('/console');
    expect(body).toContain('<code>npm run console:build</code>');
  });
});

describe('a service', () => {
  let service: TestProject;
  beforeAll(async () => {
    service = await shareService();
  });
  const root = (accept: string) => service.call('GET', '/', { key: null, headers: { accept } });

  test('its root leads people to the console, and tells programs where it is', async () => {
    const forPeople = await root('text/html,application/xhtml+xml,*/*;q=0.8');
    expect([forPeople.status, forPeople.headers['location']]).toEqual([303, '/console/']);
    const forPrograms = await root('application/json');
    expect(forPrograms).toMatchObject({
      status: 200,
      json: { name: 'sluice', version: expect.stringMatching(/^\d/), docs: '/docs', console: '/console/' },
    });
  });

  test('no browser guesses what an answer is', async () => {
    const answers = [
      await root('*/*'),
      await service.call('GET', '/docs', { key: null }),
      await service.call('GET', '/console', { key: null }),
      await service.call('GET', '/no/such/path', { key: null }),
      await service.call('GET', '/%zz', { key: null }),
      await service.call('GET', 'endpoints', { key: null }),
      await service.call('POST', 'query', {
        body: { query: { kind: 'HogQLQuery', query: 'select 1' }, format: 'csv' },
      }),
    ];
    expect(new Set(answers.map(({ status }) => status)).size).toBeGreaterThan(2);
    for (const { headers } of answers) expect(headers['x-content-type-options']).toBe('nosniff');
  });

  test('nor what an answer past the framework is', async () => {
    await service.call('POST', 'endpoints', {
      body: { name: 'sniffed', query: { kind: 'HogQLQuery', query: 'select 1' } },
    });
    const url = `${service.url}/api/projects/${service.projectId}/endpoints/sniffed/run`;
    const headers = { authorization: `Bearer ${service.rootKey}` };
    for (const state of ['miss', 'hit']) {
      const answer = await fetch(url, { headers });
      expect(answer.headers.get('cache-status')).toContain(state);
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    }
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1', () =>
      socket.write('no HTTP\r\n\r\n'),
    );
    const [answer] = await once(socket.setEncoding('utf8'), 'data');
    expect(answer).toMatch(/^HTTP\/1\.1 400 [\s\S]*x-content-type-options: nosniff/);
    socket.destroy();
  });
});

test('a service with SLUICE_CONSOLE=off has no console', async () => {
  const service = await startTestService({ console: 'off' });
  onTestFinished(() => service.close());
  const paths = ['/console', '/console/1/endpoints', '/console/assets/main-a1.js'];
  for (const path of paths) expect((await service.call('GET', path, { key: null })).status).toBe(404);
  const { status, headers } = await service.call('GET', '/', { key: null, headers: { accept: 'text/html' } });
  expect([status, headers['location']]).toEqual([303, '/docs']);
  expect((await service.call('GET', '/', { key: null })).json).toMatchObject({ console: null });
});
