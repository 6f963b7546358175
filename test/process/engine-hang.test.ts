import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../fixtures/start-service.ts';

// An engine that hangs is noticed and replaced. [ENG-1.6]

let service: TestService;

beforeAll(async () => {
  service = await startTestService({ executionTimeoutMs: 1_000 });
});
afterAll(() => service.close());

function engineProcess(): number {
  const processId = service.engine.processId();
  if (processId === undefined) throw new Error('there is no child');
  return processId;
}

const isReady = async (): Promise<number> => (await service.call('GET', '/_readyz', { key: null })).status;

const run = (text: string) =>
  service.call('POST', 'query/', { body: { query: { kind: 'HogQLQuery', query: text } } });

test('a stopped engine answers 503 and not 400, is not ready within 10 s, and is replaced', async () => {
  expect((await run('select 1')).status).toBe(200);
  const before = engineProcess();
  process.kill(before, 'SIGSTOP');
  const running = Promise.all(Array.from({ length: 9 }, (_, i) => run(`select ${i}`)));
  await expect.poll(isReady, { timeout: 10_000 }).toBe(503);
  const calls = await running;
  const codes = new Set(calls.map(({ status, json }) => `${status} ${json.code}`));
  // Those that hold the key's four places fail with the engine; the others were told before, when they had waited, that
  // all is taken, and not that their own share is.
  expect(codes).toEqual(new Set(['503 engine_unavailable', '503 query_capacity']));
  const waited = calls.find(({ json }) => json.code === 'query_capacity');
  expect(Number(waited?.headers['retry-after'])).toBeGreaterThan(0);
  await expect.poll(async () => (await run('select 3')).status, { timeout: 20_000 }).toBe(200);
  expect(engineProcess()).not.toBe(before);
  await expect.poll(isReady, { timeout: 20_000 }).toBe(200);
}, 60_000);
