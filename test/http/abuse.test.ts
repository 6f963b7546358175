import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from '../fixtures/start-service.ts';

// What no well-meaning client sends. Bytes go over real sockets where the framework's own test calls would mend them.

let service: TestService;
const RUN = '/api/projects/1/endpoints/one/run';

beforeAll(async () => {
  service = await startTestService({ headersTimeoutMs: 500, bodyTimeoutMs: 500, maxCaptureBytes: 1_000_000 });
  const query = 'select {variables.a} as a';
  await service.call('POST', 'endpoints', { body: { name: 'one', query: { kind: 'HogQLQuery', query } } });
});
afterAll(() => service.close());

/** Sends the pieces, one turn of the event loop apart, and gives all that comes back until the server hangs up. */
function exchange(...pieces: readonly (string | Buffer)[]): Promise<string> {
  const { port } = new URL(service.url);
  return new Promise((resolve, reject) => {
    let received = '';
    const socket = connect(Number(port), '127.0.0.1', async () => {
      for (const piece of pieces) {
        socket.write(piece);
        await new Promise((next) => setImmediate(next));
      }
    });
    socket.setTimeout(10_000, () => socket.destroy());
    socket.on('data', (chunk) => {
      received += chunk.toString();
    });
    socket.on('close', () => resolve(received));
    // The server may hang up while we still write.
    socket.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EPIPE' || error.code === 'ECONNRESET' ? resolve(received) : reject(error),
    );
  });
}

function head(method: string, path: string, ...headers: readonly string[]): string {
  const all = ['Host: x', `Authorization: Bearer ${service.rootKey}`, 'Connection: close', ...headers];
  return `${method} ${path} HTTP/1.1\r\n${all.join('\r\n')}\r\n\r\n`;
}

const JSON_BODY = 'Content-Type: application/json';

/** Statuses of all answers in `text`, and the codes of errors. */
function answersIn(text: string): readonly string[] {
  return [...text.matchAll(/HTTP\/1\.1 (\d+)|"code":"(\w+)"/g)].map(
    ([, status, code]) => status ?? code ?? '',
  );
}

describe('over a socket', () => {
  test.each([
    [
      'headers that never end',
      () => [`POST ${RUN} HTTP/1.1\r\nHost: x\r\nX-Slow: `],
      ['408', 'request_timeout'],
    ],
    [
      'a body that never ends',
      () => [head('POST', RUN, JSON_BODY, 'Content-Length: 100'), '{"variables"'],
      ['408', 'request_timeout'],
    ],
    [
      'chunks that never end',
      () => [head('POST', RUN, JSON_BODY, 'Transfer-Encoding: chunked'), '2\r\n{"\r\n'],
      ['408', 'request_timeout'],
    ],
    [
      'chunks over the limit of a body, which announce no length',
      () => [
        head('POST', RUN, JSON_BODY, 'Transfer-Encoding: chunked'),
        `180000\r\n${' '.repeat(0x180000)}\r\n0\r\n\r\n`,
      ],
      ['413', 'payload_too_large'],
    ],
    [
      'a request hidden behind a second length',
      () => [
        head('POST', RUN, JSON_BODY, 'Content-Length: 2', 'Content-Length: 40'),
        '{}GET /health HTTP/1.1\r\n\r\n',
      ],
      ['400', 'bad_request'],
    ],
    [
      'a request hidden behind Content-Length and Transfer-Encoding',
      () => [
        head('POST', RUN, JSON_BODY, 'Content-Length: 4', 'Transfer-Encoding: chunked'),
        '0\r\n\r\nGET /health HTTP/1.1\r\nHost: x\r\n\r\n',
      ],
      ['400', 'bad_request'],
    ],
    [
      'a header with a line break of its own',
      () => [head('POST', RUN, 'X-A: b\n Transfer-Encoding: chunked', 'Content-Length: 0')],
      ['400', 'bad_request'],
    ],
    ['a NUL in the path', () => [head('GET', `${RUN}\0`)], ['400', 'bad_request']],
    [
      'an encoded NUL in the path',
      () => [head('GET', '/api/projects/1/endpoints/one%00/run')],
      ['404', 'not_found'],
    ],
    ['two slashes', () => [head('GET', '//api/projects/1/endpoints/one/run')], ['404', 'not_found']],
    ['a whole URL of another host', () => [head('GET', 'http://other/nothing')], ['404', 'not_found']],
    [
      'dots in the path',
      () => [head('GET', '/api/projects/1/endpoints/../../../etc/passwd')],
      ['404', 'not_found'],
    ],
    [
      'two Authorization headers',
      () => [head('GET', `${RUN}?variables={"a":1}`, 'Authorization: Bearer other')],
      ['401', 'authentication_failed'],
    ],
    [
      'the same Authorization header twice',
      () => [head('GET', `${RUN}?variables={"a":1}`, `Authorization: Bearer ${service.rootKey}`)],
      ['401', 'authentication_failed'],
    ],
    ['a method that does not exist', () => [head('FOO', RUN)], ['400', 'bad_request']],
    ['a method of another protocol', () => [head('PROPFIND', RUN)], ['405', 'method_not_allowed']],
    ['OPTIONS', () => [head('OPTIONS', '/api/projects/1/endpoints/one')], ['405', 'method_not_allowed']],
    ['HEAD, whose answer has no body', () => [head('HEAD', RUN)], ['405']],
    ['CONNECT', () => [head('CONNECT', 'other:443')], []],
    [
      'an upgrade',
      () => [head('POST', '/nothing', 'Upgrade: h2c', 'Connection: Upgrade')],
      ['404', 'not_found'],
    ],
    [
      'a name that is far too long',
      () => [head('GET', `/api/projects/1/endpoints/${'x'.repeat(5_000)}/run`)],
      ['404', 'not_found'],
    ],
    [
      'a URL over the limit of the head',
      () => [head('GET', `${RUN}?variables=${'x'.repeat(20_000)}`)],
      ['431', 'headers_too_large'],
    ],
    [
      'more headers than anyone needs',
      () => [head('GET', '/nothing', ...Array.from({ length: 1_990 }, (_, i) => `X${i}: 1`))],
      ['431', 'headers_too_large'],
    ],
    ['no Host, which Node refuses before us', () => ['GET /_livez HTTP/1.1\r\n\r\n'], ['400']],
    [
      'an expectation that nobody meets',
      () => [head('POST', RUN, 'Expect: a-miracle', 'Content-Length: 2')],
      ['417'],
    ],
  ])('%s is refused, and nothing else is answered', async (_name, pieces, expected) => {
    expect(answersIn(await exchange(...pieces()))).toEqual(expected);
  });

  test('a client that hangs up in its body leaves a server that answers', async () => {
    const { port } = new URL(service.url);
    const socket = connect(Number(port), '127.0.0.1');
    socket.write(head('POST', RUN, JSON_BODY, 'Content-Length: 100'), () => socket.resetAndDestroy());
    await new Promise((closed) => socket.once('close', closed));
    expect((await service.call('POST', RUN, { body: { variables: { a: 1 } } })).status).toBe(200);
  });
});

describe('bodies of a run', () => {
  const bomb = gzipSync(Buffer.alloc(50_000_000, ' '));
  test.each([
    ['nothing where a variable is needed', '', {}, 400, 'missing_variable'],
    ['text/plain', '{}', { 'content-type': 'text/plain' }, 415, 'unsupported_media_type'],
    ['no type', '{}', { 'content-type': '' }, 415, 'unsupported_media_type'],
    ['gzip that would be 50 MB', bomb, { 'content-encoding': 'gzip' }, 415, 'unsupported_media_type'],
    ['an unknown encoding', '{}', { 'content-encoding': 'x' }, 415, 'unsupported_media_type'],
    ['a repeated member inside', '{"variables":{"a":1,"a":2}}', {}, 400, 'invalid_json'],
    [
      'a repeated member in another spelling',
      '{"variables":{},"v\\u0061riables":{}}',
      {},
      400,
      'invalid_json',
    ],
    ['__proto__ inside', '{"variables":{"__proto__":{"a":1}}}', {}, 400, 'invalid_json'],
    ['constructor as a variable', '{"variables":{"a":1,"constructor":1}}', {}, 400, 'unknown_variable'],
    ['1e999 inside', '{"variables":{"a":1e999}}', {}, 400, 'invalid_json'],
    ['25,000 brackets', '['.repeat(25_000), {}, 400, 'invalid_json'],
    ['100,000 brackets', '['.repeat(100_000), {}, 413, 'payload_too_large'],
    ['a byte order mark, which counts for nothing', Buffer.from('\ufeff{}'), {}, 400, 'missing_variable'],
    ['UTF-16', Buffer.from('{}', 'utf16le'), {}, 400, 'invalid_json'],
    [
      'invalid UTF-8 in a value',
      Buffer.from([...Buffer.from('{"variables":{"a":"'), 0xff, 0x22, 0x7d, 0x7d]),
      {},
      400,
      'invalid_json',
    ],
    ['two documents', '{}{}', {}, 400, 'invalid_json'],
    ['a comment', '{/* */}', {}, 400, 'invalid_json'],
  ])('%s', async (_name, body, headers, status, code) => {
    const answer = await service.call('POST', RUN, { body, headers });
    expect(answer.json).toMatchObject({ status, code });
    expect(answer.status).toBe(status);
  });

  test.each([
    ['9007199254740993', '9007199254740993'],
    ['-9223372036854775808', '-9223372036854775808'],
  ])('the whole number %s keeps all its digits', async (number, text) => {
    const answer = await service.call('POST', `${RUN}?int64=string`, {
      body: `{"variables":{"a":${number}}}`,
    });
    expect(answer.json.results, answer.text).toEqual([[text]]);
  });
});

test('a capture body that inflates past its limit is refused', async () => {
  const body = gzipSync(`{"api_key":"${service.captureToken}","batch":[${' '.repeat(5_000_000)}]}`);
  const answer = await service.call('POST', '/batch/', {
    body,
    key: null,
    headers: { 'content-encoding': 'gzip' },
  });
  expect(answer.status).toBe(413);
});
