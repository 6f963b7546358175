import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { fastify } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { registerCallers } from '../callers.ts';
import { registerCaptureRoom } from './capture-room.ts';

// [CAP-6.8].

const LARGEST = 2 * 1024 * 1024;
const server = fastify({ bodyLimit: LARGEST });
const sockets: Socket[] = [];
let read = 0;
let release = Promise.withResolvers<void>();

beforeAll(async () => {
  registerCallers(server, { trustedProxies: ['127.0.0.1'] });
  server.addContentTypeParser('*', { parseAs: 'buffer' }, async (_: unknown, body: Buffer) => body);
  registerCaptureRoom(server, LARGEST);
  server.setErrorHandler((error: { code?: string }, _request, reply) =>
    reply.code(error.code === 'capture_capacity' ? 503 : 413).send(),
  );
  server.post('/', async (request) => {
    read += 1;
    await release.promise;
    return `${(request.body as Buffer).length} bytes`;
  });
  await server.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await server.close();
});

/** Sends the head and as much of the body as given, and says the status. */
function send(
  address: string,
  announce: string,
  bytes: number,
  end = '',
): { socket: Socket; status: Promise<string> } {
  const { port } = server.server.address() as { port: number };
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  const head = `POST / HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: ${address}\r\nContent-Type: a/b\r\n${announce}\r\n\r\n`;
  socket.write(head);
  if (end !== '') socket.write(`${bytes.toString(16)}\r\n`);
  socket.write(Buffer.alloc(bytes));
  socket.write(end);
  socket.on('error', () => undefined);
  return { socket, status: once(socket, 'data').then(([data]) => String(data).slice(9, 12)) };
}

const sized = (address: string, bytes: number) => send(address, `Content-Length: ${bytes}`, bytes);
const chunked = (address: string, bytes: number) =>
  send(address, 'Transfer-Encoding: chunked', bytes, '\r\n0\r\n\r\n');
const isRead = async (count: number): Promise<void> => {
  while (read < count) await new Promise((resolve) => setTimeout(resolve, 5));
};

test.each([
  ['announced', sized],
  ['in chunks', chunked],
])('large bodies %s: so many of an address and of all; small ones always', async (_name, one) => {
  read = 0;
  release = Promise.withResolvers<void>();
  const ofOne = Array.from({ length: 8 }, () => one('10.0.0.1', LARGEST));
  await isRead(8);
  expect(await one('10.0.0.1', LARGEST).status).toBe('503');
  const others = Array.from({ length: 8 }, (_, index) => one(`10.0.1.${index}`, LARGEST));
  await isRead(16);
  expect(await one('10.0.0.3', LARGEST).status).toBe('503');
  const small = one('10.0.0.1', 64 * 1024);
  await isRead(17);
  // Who leaves gives its room back, and so does every answer.
  others[0]?.socket.destroy();
  let status: Promise<string> | undefined;
  while (read < 18) {
    ({ status } = one('10.0.0.3', LARGEST));
    await Promise.race([status, isRead(18)]);
  }
  release.resolve();
  expect(await status).toBe('200');
  const all = [...ofOne, ...others.slice(1), small];
  expect(new Set(await Promise.all(all.map((each) => each.status)))).toEqual(new Set(['200']));
  expect(await one('10.0.0.1', LARGEST).status).toBe('200');
});

test('a body that is refused is not read, and one beyond the limit is told so', async () => {
  read = 0;
  release = Promise.withResolvers<void>();
  const ofOne = Array.from({ length: 8 }, () => sized('10.0.0.1', LARGEST));
  await isRead(8);
  const refused = send('10.0.0.1', `Content-Length: ${LARGEST}`, 1);
  expect(await refused.status).toBe('503');
  expect(await sized('10.0.0.2', 100 * LARGEST).status).toBe('413');
  release.resolve();
  await Promise.all(ofOne.map(({ status }) => status));
  expect(read).toBe(8);
});
