import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ServiceProcess, startServiceProcess } from '../fixtures/start-process.ts';

// An `error` of the log wakes somebody up, so that nothing which callers or restarts do all day may be one.
// [SPEC-6.3].

let service: ServiceProcess;

beforeAll(async () => {
  service = await startServiceProcess({
    SLUICE_ROOT_KEY: 'slp_rootkey0123456789',
    SLUICE_LOG_LEVEL: 'debug',
    SLUICE_RATE_LIMITS: '6000,240,2400,60',
    SLUICE_MAX_WAITING_QUERIES: '0',
    SLUICE_QUERY_MEMORY_BYTES: String(16 * 1024 * 1024),
  });
});
afterAll(() => service.close());

const sql = (query: string) => ({ body: { query: { kind: 'HogQLQuery', query } } });
const CALLS: readonly (readonly [string, string, { body?: unknown; key?: string }])[] = [
  ['GET', 'endpoints', { key: 'slp_wrongkey0000000000' }],
  ['GET', '/api/projects/999/endpoints', {}],
  ['GET', 'endpoints/nothing/run', {}],
  ['PUT', 'query', { body: {} }],
  ['POST', 'query', { body: '{"query' }],
  ['POST', 'query', { body: ' '.repeat(2_000_000) }],
  ['POST', 'query', sql('select')],
  ['POST', 'query', sql('select nope from events')],
  ['POST', 'query', sql('select {variables.x}')],
  ['POST', 'query', sql('select intDiv(1, number) from numbers(1)')],
  ['POST', 'query', sql('select groupArray(number) from numbers(100000000)')],
  ['POST', 'endpoints', { body: { name: '0 wrong', query: {} } }],
  ['GET', '/batch', {}],
  ['POST', '/batch', { body: { api_key: 'slc_unknown', batch: [] } }],
  ['POST', '/batch', { body: 'no json' }],
  ['POST', 'imports?format=jsonl', { body: 'no json' }],
  ['DELETE', 'query/nobody', {}],
];

/** The lines of a level, as they stand. */
const linesOf = (level: number) => service.log().filter((line) => line.includes(`"level":${level},`));

test('what callers do wrong is no error, and no warning', async () => {
  const statuses = new Set<number>();
  for (const [method, target, call] of CALLS) statuses.add((await service.call(method, target, call)).status);
  expect([...statuses].toSorted()).toEqual(expect.arrayContaining([400, 401, 403, 404, 405, 413]));
  const requests = () => service.log().filter((line) => line.includes('"msg":"request"'));
  await expect.poll(() => requests().length).toBeGreaterThanOrEqual(CALLS.length);
  expect(linesOf(50)).toEqual([]);
  expect(linesOf(40).filter((line) => !line.includes('loop_stall'))).toEqual([]);
});

test('an overload and the end of the engine are handled, and no error', async () => {
  const slow = sql('select sum(cityHash64(number)) from numbers(10000000000)');
  const many = Array.from({ length: 9 }, () => service.call('POST', 'query', slow));
  const refused = await Promise.race(many);
  expect(refused.status).toBe(429);
  service.killEngine();
  const ended = new Set((await Promise.all(many)).map(({ status }) => status));
  expect(ended).toEqual(new Set([429, 503]));
  await expect
    .poll(async () => (await service.call('POST', 'query', sql('select 1'))).status, { timeout: 20_000 })
    .toBe(200);
  expect(linesOf(40).some((line) => line.includes('"event":"exited"'))).toBe(true);
  expect(linesOf(40).some((line) => line.includes('"status":503'))).toBe(true);
  expect(linesOf(50)).toEqual([]);
});
