import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Front, listenFront } from '../../src/adapters/engine/embedded/front.ts';
import { FrontGates } from '../../src/adapters/engine/embedded/front-gates.ts';
import type { QueryRunner } from '../../src/adapters/engine/embedded/query-runner.ts';
import { WrongSecrets } from '../../src/adapters/engine/embedded/wrong-secrets.ts';
import { stopwatchMs } from '../../src/base/clock.ts';

// [ENG-14.3]: the time for a request is bounded, for who knows a secret and for who does not.

const PATIENCE = { headMs: 300, requestMs: 700, lookMs: 50 };
const LONG_MS = 10 * PATIENCE.requestMs;
const secrets = { reader: 'of the reader', writer: 'of the writer' };

let front: Front;
let statements = 0;

beforeAll(async () => {
  const network = {
    announced: '0.0.0;schema=1;shards=1',
    gates: new FrontGates({ read: 1, long: 1 }),
    wrongSecrets: new WrongSecrets(),
    check: () => {
      statements += 1;
    },
    patience: PATIENCE,
  };
  // Nothing comes as far as the engine.
  front = await listenFront({} as QueryRunner, { secrets, host: '127.0.0.1', port: 0, network });
});
afterAll(() => front.close());

const HEAD = 'POST / HTTP/1.1\r\nHost: engine\r\nX-ClickHouse-User: writer\r\n';
const KEY = `X-ClickHouse-Key: ${secrets.writer}\r\n`;

/** Sends the beginning of a request, and then a byte now and then. Answers what came back, and after how long. */
async function trickle(start: string): Promise<{ readonly answer: string; readonly ms: number }> {
  const startedMs = stopwatchMs();
  const socket: Socket = connect(front.port, '127.0.0.1');
  let answer = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    answer += text;
  });
  socket.on('error', () => undefined);
  socket.write(start);
  const more = setInterval(() => socket.writable && socket.write('x'), 40);
  const gaveUp = setTimeout(() => socket.destroy(), LONG_MS);
  await once(socket, 'close');
  clearInterval(more);
  clearTimeout(gaveUp);
  return { answer, ms: stopwatchMs() - startedMs };
}

test.each([
  ['who never ends the head', `${HEAD}X-More: `, PATIENCE.headMs],
  ['who knows a secret and never ends the head', `${HEAD}${KEY}X-More: `, PATIENCE.headMs],
  ['who says nothing that is a request', '', PATIENCE.headMs],
])('%s is cut off', async (_, start, afterMs) => {
  const { answer, ms } = await trickle(start);
  expect(ms).toBeLessThan(LONG_MS);
  if (start !== '') expect(ms).toBeGreaterThan(afterMs / 2);
  expect(answer).toMatch(/^HTTP\/1\.1 40[08] /);
  expect(answer).not.toContain('schema=');
});

test('who knows a secret and never ends the body is cut off, and nothing is done', async () => {
  const { answer, ms } = await trickle(`${HEAD}${KEY}Content-Length: 100000\r\n\r\nSELECT`);
  expect(ms).toBeGreaterThan(PATIENCE.headMs);
  expect(ms).toBeLessThan(LONG_MS);
  expect(answer).toMatch(/^(?:HTTP\/1\.1 408 |$)/);
  expect(statements).toBe(0);
});

test('the body of a stranger is not waited for', async () => {
  const { answer, ms } = await trickle(
    `${HEAD}X-ClickHouse-Key: wrong\r\nContent-Length: 100000\r\n\r\nSELECT`,
  );
  expect(answer).toMatch(/^HTTP\/1\.1 403 /);
  expect(ms).toBeLessThan(LONG_MS);
});
