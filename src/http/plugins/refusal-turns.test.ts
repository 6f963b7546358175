import { fastify } from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { registerCallers } from '../callers.ts';
import { registerRefusalTurns } from './refusal-turns.ts';

// [SPEC-7.13].

let answered: string[] = [];
const server = fastify();
registerCallers(server, { trustedProxies: [] });
registerRefusalTurns(server);
server.addHook('onSend', async ({ ip }) => void answered.push(ip));
server.get('/refused', async () => {
  throw new Error('refused');
});
server.register(async (scope) => {
  scope.setErrorHandler((_error, _request, reply) => reply.code(503).send('another form'));
  scope.addHook('onRequest', async () => {
    throw new Error('refused early');
  });
  scope.get('/refused-early', async () => 'never');
});
server.get('/good', async () => 'good');

afterEach(() => {
  answered = [];
});

const ask = (remoteAddress: string, url: string) => server.inject({ url, remoteAddress });
const turn = () => new Promise((resolve) => setImmediate(resolve));

test.each(['/refused', '/refused-early'])('%s: one refusal in each turn of the event loop', async (url) => {
  await server.ready();
  const asked = Array.from({ length: 20 }, () => ask('10.0.0.1', url));
  const counts = [];
  while (answered.length < 20) {
    await turn();
    counts.push(answered.length);
  }
  for (const [index, count] of counts.entries())
    expect(count - (counts[index - 1] ?? 0), counts.join()).toBeLessThanOrEqual(1);
  expect((await Promise.all(asked)).every(({ statusCode }) => statusCode >= 500)).toBe(true);
});

test('callers take turns, and whoever is not refused does not wait', async () => {
  const refused = Array.from({ length: 20 }, () => ask('10.0.0.1', '/refused'));
  refused.push(ask('10.0.0.2', '/refused'));
  await Promise.race(refused);
  await ask('10.0.0.3', '/good');
  expect(answered.length).toBeLessThan(20);
  await Promise.all(refused);
  expect(answered.indexOf('10.0.0.2')).toBeLessThan(5);
});
