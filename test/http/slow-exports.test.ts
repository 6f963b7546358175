import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../fixtures/start-service.ts';
import { makeKey, makeProject } from './operation-calls.ts';

// Exports stand in line with runs: they take a place and are charged, and never stand before the writer.

let service: TestService;
let events: { readonly id: number; readonly api_token: string };

beforeAll(async () => {
  service = await startTestService({ queueTimeoutMs: 1_000, drainTimeoutMs: 100 });
  events = await makeProject(service);
  // More than sockets and pipes hold, so that a reader who stops makes the engine wait.
  const text = 'x'.repeat(100_000);
  const batch = Array.from({ length: 150 }, () => ({ event: 'a', distinct_id: 'p', properties: { text } }));
  for (let round = 0; round < 4; round += 1)
    await service.call('POST', '/batch?wait=true', { body: { api_key: events.api_token, batch }, key: null });
});
afterAll(() => service.close());

const READER = { scopes: ['query:read'] };

interface SlowReader {
  readonly status: number;
  readonly head: string;
  readonly socket: Socket;
}

/** Reads the head of an export and nothing else. */
function readSlowly(key: string): Promise<SlowReader> {
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
  socket.write(
    `GET /api/projects/${events.id}/export/ HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`,
  );
  return new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.once('data', (chunk) => {
      socket.pause();
      const head = chunk.toString().slice(0, 2_000);
      resolve({ status: Number(/HTTP\/1\.1 (\d+)/.exec(head)?.[1]), head, socket });
    });
  });
}

test('twenty slow readers hold the places of one key; the others, the writer and the engine go on', async () => {
  const [{ value: slow }, { value: other }] = await Promise.all([
    makeKey(service, READER),
    makeKey(service, READER),
  ]);
  const readers = await Promise.all(Array.from({ length: 20 }, () => readSlowly(slow)));
  try {
    const statuses = readers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(0);
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(2);
    const refused = readers.filter(({ status }) => status !== 200);
    expect([...new Set(refused.map(({ status }) => status))]).toEqual([429]);
    expect(refused.every(({ head }) => /retry-after: 1\r\n/i.test(head))).toBe(true);
    const body = { query: { kind: 'HogQLQuery', query: 'select count() from events' } };
    const run = await service.call('POST', `/api/projects/${events.id}/query`, { body, key: other });
    expect(run.json.results).toEqual([[600]]);
    const batch = [{ event: 'b', distinct_id: 'p' }];
    const capture = { body: { api_key: events.api_token, batch }, key: null };
    expect((await service.call('POST', '/batch?wait=true', capture)).status).toBe(200);
    const exported = await service.call('GET', '/api/projects/1/export/', { key: other });
    expect([exported.status, (await service.call('GET', '/_readyz', { key: null })).status]).toEqual([
      200, 200,
    ]);
  } finally {
    for (const { socket } of readers) socket.destroy();
  }
  const { admission } = service.services;
  await expect.poll(() => [admission.running, admission.waiting], { timeout: 15_000 }).toEqual([0, 0]);
});

test('an export is charged like a run', async () => {
  const limited = await startTestService({ rateLimits: '0,2,0,0' });
  try {
    const statuses = [];
    for (let round = 0; round < 3; round += 1) statuses.push((await limited.call('GET', 'export/')).status);
    expect(statuses).toEqual([200, 200, 429]);
  } finally {
    await limited.close();
  }
});
