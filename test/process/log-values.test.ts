import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ServiceProcess, startServiceProcess } from '../fixtures/start-process.ts';

// Logs go to many places and stay long: no line may hold what a caller chose as a value, nor text of the engine.
// [SPEC-6.3].

const CANARY = 'canary4711';
const ROOT_KEY = 'slp_rootkey0123456789';
let service: ServiceProcess;

beforeAll(async () => {
  service = await startServiceProcess({ SLUICE_ROOT_KEY: ROOT_KEY, SLUICE_LOG_LEVEL: 'debug' });
  const query = `select {variables.v} as v, '${CANARY}' as w`;
  await service.call('POST', 'endpoints', { body: { name: 'one', query: { kind: 'HogQLQuery', query } } });
});
afterAll(() => service.close());

const variables = encodeURIComponent(JSON.stringify({ v: CANARY }));
const sql = (query: string) => ({ body: { query: { kind: 'HogQLQuery', query } } });

/** Lines of the log that hold what they must not. */
function leaks(): readonly string[] {
  return service.log().filter((line) => /canary4711|DB::|SELECT|__exception__/.test(line));
}

const logged = (part: string) => service.log().some((line) => line.includes(part));

test('a canary in every place of a request comes out in no line of the log', async () => {
  const calls: readonly (readonly [string, string, { body?: unknown; key?: string }])[] = [
    ['GET', `endpoints/one/run?variables=${variables}`, {}],
    ['GET', `endpoints/one/run?variables=${variables}&${CANARY}=1`, {}],
    ['GET', `endpoints/one/run?client_query_id=${CANARY}&variables=${variables}`, {}],
    ['POST', 'endpoints/one/run', { body: { variables: { v: CANARY }, client_query_id: CANARY } }],
    ['POST', 'endpoints/one/run', { body: { variables: { [CANARY]: 1 } } }],
    ['POST', 'endpoints/one/run', { body: `{"${CANARY}` }],
    ['GET', `endpoints/${CANARY}/run`, {}],
    ['GET', `/${CANARY}?${CANARY}`, {}],
    ['GET', `/api/projects/1/%zz${CANARY}`, {}],
    ['GET', 'endpoints', { key: `slp_${CANARY}aaaaaaaa` }],
    ['POST', 'query', sql(`select '${CANARY}'`)],
    ['POST', 'query', sql(`select '${CANARY}' +`)],
    ['POST', 'query', sql(`select ${CANARY}()`)],
    ['POST', 'query', sql(`select toInt(concat('${CANARY}', event)) from events`)],
    ['POST', 'query', sql(`select toDate('${CANARY}'), intDiv(1, length('${CANARY}') - 10)`)],
    ['POST', 'query', sql(`select properties.${CANARY} from events`)],
    ['POST', 'query', sql(`select match(event, concat('(${CANARY}', event)) from events`)],
    ['POST', '/batch', { body: { api_key: CANARY, batch: [{ event: CANARY, distinct_id: CANARY }] } }],
  ];
  for (const [method, target, call] of calls) await service.call(method, target, call);
  // With the one that made the endpoint, without the one that is no URL and so no request.
  const requests = () => service.log().filter((line) => line.includes('"msg":"request"'));
  await expect.poll(() => requests().length).toBe(calls.length);
  expect(logged('"msg":"run"')).toBe(true);
  expect(leaks()).toEqual([]);
});

test('nor does what the engine says when it ends, or a query that fails with it', async () => {
  const running = service.call('POST', 'query', sql(`select sleepEachRow(1), '${CANARY}' from numbers(9)`));
  service.killEngine();
  await running;
  await expect.poll(() => logged('"event":"exited"'), { timeout: 20_000 }).toBe(true);
  const refused = await service.call('POST', 'endpoints/one/run', {
    body: { variables: { v: CANARY }, refresh: 'force_blocking' },
  });
  expect([200, 503]).toContain(refused.status);
  expect(leaks()).toEqual([]);
});
