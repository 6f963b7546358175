import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommandHere } from '../fixtures/run-command-here.ts';
import { startTestService, type TestService } from '../fixtures/start-service.ts';

// What docs/performance.md says that one sees. [ENG-13.6].

const EVENTS = 60;
const PATIENT = { timeout: 50_000, interval: 200 };

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ testClock: false, largeProjectEvents: EVENTS, promotedProperties: 2 });
  await service.capture(
    Array.from({ length: EVENTS }, (_, at) => ({
      event: 'used',
      distinct_id: `p${at % 2}`,
      properties: { customer_id: `c${at % 20}`, units: at },
    })),
  );
  const query =
    'select sum(properties.units) as n from events where properties.customer_id = {variables.customer}';
  const body = { name: 'usage', query: { kind: 'HogQLQuery', query } };
  const { status, text } = await service.call('POST', 'endpoints', { body });
  expect(status, text).toBe(201);
});
afterAll(() => service.close());

test('a save brings the lookup and the columns, and both are told', async () => {
  const lookup = async () => (await service.call('GET', 'endpoints/usage/')).json.lookup;
  const reason = 'Events are found by the property "customer_id".';
  await expect.poll(lookup, PATIENT).toEqual({ state: 'ready', percent: 100, reason });
  const { exitCode, stdout } = await runCommandHere([
    'endpoints',
    'get',
    'usage',
    '--data-dir',
    service.dataDir,
  ]);
  expect([exitCode, stdout]).toEqual([0, expect.stringContaining(JSON.stringify(reason).slice(1, -1))]);
  const promoted = async () => {
    const { json } = await service.call('GET', 'property_definitions/');
    const named = json.results as readonly { readonly name: string; readonly is_promoted: boolean }[];
    return named.filter(({ is_promoted }) => is_promoted).map(({ name }) => name);
  };
  await expect.poll(promoted, PATIENT).toEqual(expect.arrayContaining(['customer_id', 'units']));
});

test('one run tells its cost, and so do the log and the sums of all runs', async () => {
  const body = { variables: { customer: 'c7' }, debug: true, refresh: 'force_blocking' };
  const { json, headers } = await service.call('POST', 'endpoints/usage/run', { body });
  expect(json.results).toEqual([[7 + 27 + 47]]);
  expect(json.engine).toMatchObject({ rows_read: expect.any(Number), bytes_read: expect.any(Number) });
  expect(json.timings).toBeDefined();
  expect(json.clickhouse).toContain('app.lookups');
  expect(headers['server-timing']).toContain('execute');
  const logged = async () => {
    const { stdout } = await runCommandHere([
      'endpoints',
      'logs',
      'usage',
      '--json',
      '--data-dir',
      service.dataDir,
    ]);
    return JSON.parse(stdout);
  };
  const told = { served_from: 'direct', rows_read: expect.any(Number), duration_ms: expect.any(Number) };
  await expect.poll(logged, PATIENT).toMatchObject({ results: [told] });
  const usage = await service.call('GET', 'endpoints/usage/usage/');
  expect(usage.status, usage.text).toBe(200);
  expect(usage.text).toMatch(/p95/);
});
