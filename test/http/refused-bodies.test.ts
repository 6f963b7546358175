import { connect } from 'node:net';
import { PostHog } from 'posthog-node';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../fixtures/start-service.ts';

// Answers that come before the body is there: over real sockets, with clients that go on sending.

const MIB = 1024 * 1024;
let service: TestService;
beforeAll(async () => {
  service = await startTestService({ maxCaptureBytes: 100_000, bodyTimeoutMs: 2_000 });
});
afterAll(() => service.close());

interface Sent {
  /** All that came back until the service hung up, or we did after the answers. */
  readonly received: string;
  readonly sentBytes: number;
}

/** Sends `head`, then `bytes` of a body as fast as it is taken, then `after`; reads to the end. */
function exchange(head: string, bytes: number, after = ''): Promise<Sent> {
  const piece = Buffer.alloc(64 * 1024, 0x20);
  return new Promise((resolve) => {
    let received = '';
    let sentBytes = 0;
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1', () => {
      socket.write(head);
      pump();
    });
    const pump = (): void => {
      while (sentBytes < bytes) {
        sentBytes += piece.length;
        if (!socket.write(piece)) return void socket.once('drain', pump);
      }
      if (after !== '') socket.write(after);
    };
    socket.on('data', (chunk) => {
      received += chunk.toString();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve({ received, sentBytes }));
  });
}

const statusesIn = ({ received }: Sent) =>
  [...received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);
const head = (path: string, length: number, ...more: readonly string[]) =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n${more.map((line) => `${line}\r\n`).join('')}\r\n`;
const LAST = 'GET /_livez HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';

test.each([
  ['a 413 of capture', '/batch/', '413'],
  ['a 401 of v1, before the body', '/i/v1/analytics/events', '401'],
  ['a 401 of the API, before the body', '/api/projects/1/query', '401'],
])('%s reaches who sends all before it reads, and the connection goes on', async (_name, path, status) => {
  const sent = await exchange(head(path, 16 * MIB), 16 * MIB, LAST);
  expect(statusesIn(sent)).toEqual([status, '200']);
});

test('who wanted the connection closed gets the answer first', async () => {
  const sent = await exchange(head('/batch/', 16 * MIB, 'Connection: close'), 16 * MIB);
  expect(statusesIn(sent)).toEqual(['413']);
});

test('so does a client of HTTP/1.0', async () => {
  const sent = await exchange(head('/batch/', 16 * MIB).replace('HTTP/1.1', 'HTTP/1.0'), 16 * MIB);
  expect(statusesIn(sent)).toEqual(['413']);
});

// [SPEC-6.5]
test('a chunked body is refused when it is too long, and the answer reaches its sender', async () => {
  const chunk = `10000\r\n${' '.repeat(0x10000)}\r\n`;
  const body = `${chunk.repeat(40)}0\r\n\r\n`;
  const start = 'POST /batch/ HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n';
  expect(statusesIn(await exchange(start + body + LAST, 0))).toEqual(['413', '200']);
});

test('a body without end is dropped up to a bound', async () => {
  const { received, sentBytes } = await exchange(head('/batch/', 1024 * MIB), 1024 * MIB);
  expect(received).toContain('413');
  expect(sentBytes).toBeLessThan(512 * MIB);
});

test('a body that stops coming is waited for, and not for ever', async () => {
  expect(statusesIn(await exchange(head('/batch/', MIB), 0))).toEqual(['413']);
});

test('fetch gets each 413', async () => {
  const body = Buffer.alloc(8 * MIB, 0x20);
  const statuses: number[] = [];
  for (let call = 0; call < 8; call += 1) {
    const answer = await fetch(`${service.url}/batch/`, { method: 'POST', body });
    statuses.push(answer.status);
    await answer.text();
  }
  expect(statuses).toEqual(Array(8).fill(413));
});

test('posthog-node sends in halves what is too large, and all of it arrives', async () => {
  const client = new PostHog(service.captureToken, {
    host: service.url,
    flushAt: 1_000,
    flushInterval: 60_000,
    disableCompression: true,
  });
  for (let index = 0; index < 40; index += 1)
    client.capture({ distinctId: 'a', event: 'halved', properties: { text: 'x'.repeat(20_000) } });
  await client.shutdown();
  const query = { kind: 'HogQLQuery', query: "select count() from events where event = 'halved'" };
  const count = async () => (await service.call('POST', 'query', { body: { query } })).json.results;
  await expect.poll(count, { timeout: 20_000 }).toEqual([[40]]);
});
