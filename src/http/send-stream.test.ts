import { once } from 'node:events';
import { connect } from 'node:net';
import { Writable } from 'node:stream';
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Observation } from '../base/observation.ts';
import { Stages } from '../services/execution/stages.ts';
import type { StreamedAnswer } from '../services/run/stream-answer.ts';
import { sendStream } from './send-stream.ts';

// A client that reads too slowly is told after a bounded time. [SPEC-8.5].

// Sockets stay real; the minutes of a slow client do not.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

const KIB = 1024;
const CHUNK = Buffer.alloc(64 * KIB, 'x');

/** An answer of that many chunks. */
function answerOf(chunks: number): StreamedAnswer {
  async function* bytes() {
    for (let index = 0; index < chunks; index += 1) yield CHUNK;
  }
  return {
    kind: 'stream',
    format: 'ndjson',
    endpointName: 'large',
    stages: new Stages(),
    deliver: (send) => send(bytes(), new AbortController().signal),
  };
}

/** What a client that takes `bytesPerSecond` makes of an answer of 64 chunks of 64 KiB (4 MiB). */
function readBy(bytesPerSecond: number): { ended: () => string | undefined; seen: Observation[] } {
  let isReset = false;
  const raw = Object.assign(
    new Writable({
      highWaterMark: 16 * KIB,
      write: (chunk: Buffer, _encoding, taken) => {
        setTimeout(taken, (chunk.length / bytesPerSecond) * 1_000);
      },
    }),
    {
      writeHead: () => undefined,
      socket: {
        resetAndDestroy: () => {
          isReset = true;
        },
      },
    },
  );
  const reply = { getHeaders: () => ({}), hijack: () => undefined, raw } as unknown as FastifyReply;
  const request = { id: 'r-1', headers: {} } as FastifyRequest;
  const seen: Observation[] = [];
  let ended: string | undefined;
  sendStream(request, reply, { answer: answerOf(64), observe: (observation) => seen.push(observation) }).then(
    () => {
      ended = 'whole';
    },
    (error) => {
      ended = `${error.code}, ${isReset ? 'reset' : 'left open'}`;
    },
  );
  return { ended: () => ended, seen };
}

const passSeconds = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1_000);

test('a client that takes nothing is cut off after 30 s', async () => {
  const { ended, seen } = readBy(1);
  await passSeconds(29.9);
  expect(ended()).toBeUndefined();
  await passSeconds(0.2);
  expect(ended()).toBe('query_cancelled, reset');
  expect(seen).toEqual([{ kind: 'slow_reader', requestId: 'r-1' }]);
});

test('a client that takes 16 KiB a second is cut off within two minutes', async () => {
  const { ended, seen } = readBy(16 * KIB);
  await passSeconds(30);
  expect(ended()).toBeUndefined();
  await passSeconds(90);
  expect(ended()).toBe('query_cancelled, reset');
  expect(seen).toHaveLength(1);
});

test('a client that takes 40 KiB a second gets the whole answer', async () => {
  const { ended, seen } = readBy(40 * KIB);
  await passSeconds(110);
  expect(ended()).toBe('whole');
  expect(seen).toEqual([]);
});

test('over the network the connection ends, and never looks like a whole answer', async () => {
  const seen: Observation[] = [];
  const ended = Promise.withResolvers<string>();
  const server = Fastify();
  server.get('/', (request, reply) =>
    // More than the buffers of two sockets hold.
    sendStream(request, reply, { answer: answerOf(1_000), observe: (each) => seen.push(each) }).then(
      () => ended.resolve('whole'),
      (error) => ended.resolve(error.code),
    ),
  );
  const { port } = new URL(await server.listen({ host: '127.0.0.1', port: 0 }));
  const socket = connect(Number(port), '127.0.0.1');
  const closed = once(socket, 'error').then(([error]) => error.code);
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await once(socket, 'readable');
  // The client looks at its first bytes, and then at none.
  socket.read(1);
  for (let turns = 0; turns < 100 && seen.length === 0; turns += 1) await passSeconds(1);
  expect(await ended.promise).toBe('query_cancelled');
  expect(seen).toEqual([{ kind: 'slow_reader', requestId: expect.any(String) }]);
  socket.resume();
  expect(await closed).toBe('ECONNRESET');
  vi.useRealTimers();
  await server.close();
});
