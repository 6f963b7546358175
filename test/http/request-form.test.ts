import { connect } from 'node:net';
import { beforeAll, describe, expect, test } from 'vitest';
import { shareService } from '../fixtures/share-service.ts';
import type { TestProject } from '../fixtures/start-service.ts';

// [SPEC-2.0.1], [SPEC-2.0.3], [SPEC-3.0.1], [SPEC-3.0.2], [SPEC-8.2].

let service: TestProject;
beforeAll(async () => {
  service = await shareService();
  await service.call('POST', 'endpoints', {
    body: { name: 'one', query: { kind: 'HogQLQuery', query: 'select 1 as a' } },
  });
});

const RUN = 'endpoints/one/run';

describe('the form of a request', () => {
  test.each([
    ['an empty body', { body: '' }],
    ['no body', {}],
    ['an object', { body: {} }],
    ['white space around it', { body: ' {} \n' }],
    ['a charset', { body: '{}', headers: { 'content-type': 'application/json; charset=UTF-8' } }],
    ['every member null', { body: { variables: null, refresh: null, limit: null, debug: null } }],
  ])('takes %s', async (_name, call) => {
    expect(await service.call('POST', RUN, call)).toMatchObject({ status: 200, json: { results: [[1]] } });
  });

  test.each([
    ['not JSON', '{', 400, 'invalid_json', null],
    ['a repeated member', '{"limit":1,"limit":2}', 400, 'invalid_json', null],
    ['__proto__', '{"__proto__":{"limit":1}}', 400, 'invalid_json', null],
    ['1e999', '{"limit":1e999}', 400, 'invalid_json', null],
    ['NaN', '{"limit":NaN}', 400, 'invalid_json', null],
    ['invalid UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), 400, 'invalid_json', null],
    ['65 levels', `{"variables":${'['.repeat(64)}${']'.repeat(64)}}`, 400, 'invalid_json', null],
    ['an array', '[]', 400, 'invalid_value', null],
    ['text', '"x"', 400, 'invalid_value', null],
    ['null', 'null', 400, 'invalid_value', null],
    ['an unknown member', '{"refrsh":"blocking"}', 400, 'unknown_member', 'refrsh'],
    ['a number past 2^53', '{"limit":9007199254740993}', 400, 'invalid_value', 'limit'],
    ['a limit of 0', '{"limit":0}', 400, 'invalid_value', 'limit'],
    ['a limit of 1.5', '{"limit":1.5}', 400, 'invalid_value', 'limit'],
    ['a limit as text', '{"limit":"1"}', 400, 'invalid_value', 'limit'],
    ['an unknown refresh', '{"refresh":"always"}', 400, 'invalid_value', 'refresh'],
    ['variables as a list', '{"variables":[]}', 400, 'invalid_value', 'variables'],
    ['a version of 0', '{"version":0}', 400, 'invalid_value', 'version'],
    [
      'a long client_query_id',
      `{"client_query_id":"${'x'.repeat(129)}"}`,
      400,
      'invalid_value',
      'client_query_id',
    ],
    ['an unknown version', '{"version":7}', 404, 'not_found', 'version'],
    ['direct without materialization', '{"refresh":"direct"}', 400, 'combination_not_allowed', 'refresh'],
  ])('refuses %s', async (_name, body, status, code, attr) => {
    const answer = await service.call('POST', RUN, { body });
    expect(answer.json).toMatchObject({ status, code, docs: `/docs/errors#${code}` });
    expect(answer.json.attr || null).toBe(attr);
    expect(answer.status).toBe(status);
    expect(answer.json.request_id).toBe(answer.headers['x-request-id']);
  });

  test.each([
    ['text/plain', { 'content-type': 'text/plain' }],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['another charset', { 'content-type': 'application/json; charset=latin1' }],
    ['a compressed body', { 'content-encoding': 'gzip' }],
  ])('answers 415 to %s, also when an equal body was served before', async (_name, headers) => {
    await service.call('POST', RUN, { body: '{}' });
    const answer = await service.call('POST', RUN, { body: '{}', headers });
    expect(answer).toMatchObject({ status: 415, json: { code: 'unsupported_media_type' } });
  });

  test('answers 413 to a body over the limit', async () => {
    const answer = await service.call('POST', RUN, {
      body: `{"variables":{"a":"${'x'.repeat(1_100_000)}"}}`,
    });
    expect(answer).toMatchObject({ status: 413, json: { code: 'payload_too_large' } });
  });

  test.each([RUN, 'query/', 'endpoints'])(
    'answers 413 to very many values, before %s parses them',
    async (route) => {
      const call = (values: number) =>
        service.call('POST', route, { body: `{"a":[${'1,'.repeat(values - 3)}1]${' '.repeat(50_000)}` });
      expect(await call(30_001)).toMatchObject({ status: 413, json: { code: 'payload_too_large' } });
      expect((await call(30_001)).json.detail).toContain('30000 values');
      expect(await call(30_000)).toMatchObject({ status: 400, json: { code: 'invalid_json' } });
    },
  );

  test.each([
    ['?x=1', 400, 'unknown_member', 'x'],
    ['?version=one', 400, 'invalid_value', 'version'],
    ['?version=1&version=2', 400, 'invalid_value', 'version'],
    ['?limit=1', 400, 'unknown_member', 'limit'],
    ['?version=9', 404, 'not_found', 'version'],
    ['?format=xml', 406, 'not_acceptable', 'format'],
    ['?format=json&format=csv', 400, 'invalid_value', 'format'],
  ])('refuses the query string %s of a POST', async (query, status, code, attr) => {
    expect(await service.call('POST', RUN + query)).toMatchObject({ status, json: { code, attr } });
  });

  test('answers 406 to an Accept without a format of ours, also when an equal body was served before', async () => {
    await service.call('POST', RUN, { body: '{}' });
    const answer = await service.call('POST', RUN, { body: '{}', headers: { accept: 'text/html' } });
    expect(answer).toMatchObject({ status: 406, json: { code: 'not_acceptable', attr: null } });
    expect(answer.json.detail).toContain('json');
  });

  test('lets the version of the body win over that of the query string', async () => {
    expect((await service.call('POST', `${RUN}?version=9`, { body: { version: 1 } })).status).toBe(200);
  });

  test.each([
    ['?limit=x', 400, 'invalid_value', 'limit'],
    ['?debug=maybe', 400, 'invalid_value', 'debug'],
    ['?variables={', 400, 'invalid_json', 'variables'],
    ['?variables=[]', 400, 'invalid_value', 'variables'],
    ['?nothing=1', 400, 'unknown_member', 'nothing'],
  ])('refuses GET %s', async (query, status, code, attr) => {
    expect(await service.call('GET', RUN + query)).toMatchObject({ status, json: { code, attr } });
  });

  test('GET and POST give the same answer under the same cache key', async () => {
    const posted = await service.call('POST', RUN, { body: { limit: 1, refresh: 'force_blocking' } });
    const got = await service.call('GET', `${RUN}?limit=1`);
    expect(got.json).toMatchObject({ is_cached: true, execution_id: posted.json.execution_id });
    expect(got.headers['etag']).toBe(posted.headers['etag']);
  });
});

describe('paths', () => {
  const withId = (path: string) => path.replace('{id}', String(service.projectId));

  test.each([
    '/api/projects/{id}/endpoints/one/run',
    '/api/projects/{id}/endpoints/one/run/',
    '/api/environments/{id}/endpoints/one/run',
    '/api/environments/{id}/endpoints/one/run/',
  ])('%s is the run, without a redirect', async (path) => {
    expect((await service.call('POST', withId(path))).status).toBe(200);
  });

  test.each([
    ['/api/projects/{id}/endpoints/none/run', 404, 'not_found'],
    ['/api/projects/{id}/endpoints/One/run', 404, 'not_found'],
    ['/api/projects/{id}/endpoints/one%00/run', 404, 'not_found'],
    ['/api/projects/{id}/endpoints//run', 404, 'not_found'],
    [`/api/projects/{id}/endpoints/${'x'.repeat(200)}/run`, 404, 'not_found'],
    ['/api/projects/{id}//endpoints/one/run', 404, 'not_found'],
    ['/api/projects/999999999/endpoints/one/run', 403, 'permission_denied'],
    ['/api/projects/0{id}/endpoints/one/run', 403, 'permission_denied'],
    ['/api/projects/x/endpoints/one/run', 403, 'permission_denied'],
    ['/nothing', 404, 'not_found'],
    ['/api/projects/{id}/endpoints/%E0%A4%A/run', 400, 'bad_request'],
  ])('%s is answered with %i %s', async (path, status, code) => {
    expect(await service.call('POST', withId(path))).toMatchObject({ status, json: { code } });
  });

  test('a wrong method names the right ones', async () => {
    const answer = await service.call('DELETE', RUN);
    expect(answer).toMatchObject({ status: 405, json: { code: 'method_not_allowed' } });
    expect(answer.headers['allow']).toBe('OPTIONS, POST, GET');
  });

  test('an error is problem+json when asked for', async () => {
    const answer = await service.call('POST', '/nothing', {
      headers: { accept: 'application/problem+json' },
    });
    expect(answer.headers['content-type']).toContain('application/problem+json');
  });

  test('the request id of the caller comes back when it is usable', async () => {
    const given = await service.call('POST', RUN, { headers: { 'x-request-id': 'abc-1.2_X' } });
    expect(given.headers['x-request-id']).toBe('abc-1.2_X');
    const unusable = await service.call('POST', RUN, { headers: { 'x-request-id': 'a b' } });
    expect(unusable.headers['x-request-id']).toMatch(/^[\w-]{10,}$/);
  });
});

describe('authentication', () => {
  test.each([
    ['no key', null, {}],
    ['an unknown key', `slp_${'0'.repeat(49)}`, {}],
    ['another scheme', null, { authorization: 'Basic abc' }],
    ['a key in a header of its own', null, { 'x-api-key': 'abc' }],
  ])('%s is answered 401 before anything else is looked at', async (_name, key, headers) => {
    const answer = await service.call('POST', 'endpoints/none/run?x=1', { key, headers, body: '{' });
    expect(answer).toMatchObject({ status: 401, json: { code: 'authentication_failed' } });
    expect(answer.headers['www-authenticate']).toBe('Bearer');
  });

  test('the 404 of an endpoint goes before the 400 of a body', async () => {
    expect(await service.call('POST', 'endpoints/none/run', { body: '{' })).toMatchObject({ status: 404 });
  });
});

describe('HTTP itself', () => {
  const head = (key: string) =>
    `Host: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\n`;
  test.each([
    [
      'Content-Length and Transfer-Encoding together',
      400,
      'bad_request',
      'Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['headers over 16 KiB', 431, 'headers_too_large', `X-Long: ${'x'.repeat(20_000)}\r\n\r\n`],
    [
      'two Authorization headers',
      401,
      'authentication_failed',
      'Authorization: Bearer other\r\nContent-Length: 0\r\n\r\n',
    ],
    ['an unknown transfer encoding', 400, 'bad_request', 'Transfer-Encoding: brotli\r\n\r\n'],
  ])('%s is answered with %i %s', async (_name, status, code, rest) => {
    const text = await sendRaw(
      `POST /api/projects/${service.projectId}/${RUN} HTTP/1.1\r\n${head(service.rootKey)}${rest}`,
    );
    expect(text).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(text).toContain(`"code":"${code}"`);
  });

  test('a request line without HTTP is answered and cut', async () => {
    expect(await sendRaw('hello\r\n\r\n')).toContain('"code":"bad_request"');
  });
});

/** Sends text over a socket and gives what comes back until the server or 2 s of silence ends it. */
function sendRaw(text: string): Promise<string> {
  const { port } = new URL(service.url);
  return new Promise((resolve, reject) => {
    let received = '';
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(text));
    socket.setTimeout(2_000, () => socket.destroy());
    socket.on('data', (chunk) => {
      received += chunk.toString();
      if (received.includes('"docs"')) socket.destroy();
    });
    socket.on('close', () => resolve(received));
    socket.on('error', reject);
  });
}
