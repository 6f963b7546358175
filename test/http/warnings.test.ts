import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../fixtures/start-service.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

const sql = (query: string) => ({ kind: 'HogQLQuery', query });
const PLAN = {
  code: 'unknown_property',
  detail: 'No property "plan" of events came in so far; until then it is read as text.',
};

test('a property that never came in is told by validate, create, change and runs with debug', async () => {
  const query = sql('select properties.plan from events');
  const body = { name: 'plans', query };
  expect((await service.call('POST', 'endpoints/validate', { body: { query } })).json.warnings).toEqual([
    PLAN,
  ]);
  expect((await service.call('POST', 'endpoints', { body })).json.warnings).toEqual([PLAN]);
  expect((await service.call('PATCH', 'endpoints/plans', { body: { query } })).json.warnings).toEqual([PLAN]);
  const run = async (more: object) =>
    (await service.call('POST', 'endpoints/plans/run', { body: more })).json.warnings;
  expect(await run({ debug: true })).toEqual([PLAN]);
  expect(await run({})).toBeUndefined();
  const key = 'person.properties.age > 1';
  const filters_override = { properties: [{ type: 'hogql', key }] };
  expect(await run({ debug: true, filters_override })).toHaveLength(2);
  const adHoc = await service.call('POST', 'query', { body: { query, debug: true } });
  expect(adHoc.json.warnings).toEqual([PLAN]);

  const event = { api_key: service.captureToken, event: 'e', distinct_id: 'u', properties: { plan: 'pro' } };
  await service.call('POST', '/capture?wait=true', { body: event, key: null });
  expect(await run({ debug: true })).toEqual([]);
});
