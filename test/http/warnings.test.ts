import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { shareService } from '../fixtures/share-service.ts';
import { startTestService, type TestProject } from '../fixtures/start-service.ts';

let service: TestProject;

beforeAll(async () => {
  service = await shareService();
});

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

async function create(name: string, query: object): Promise<void> {
  expect((await service.call('POST', 'endpoints', { body: { name, query } })).status).toBe(201);
}

function setType(name: string, property_type: string, search = '') {
  return service.call('PATCH', `property_definitions/event/${name}${search}`, { body: { property_type } });
}

const get = async (name: string) => (await service.call('GET', `endpoints/${name}/`)).json;
const log = async (name: string) =>
  (await service.call('GET', `endpoints/${name}/logs/`)).json.results.filter(
    (entry: { readonly code?: string }) => entry.code !== undefined,
  );
const changed = (detail: string) => ({ code: 'breaking_change', detail });

// [SPEC-2.2.6]
describe('a changed property type', () => {
  beforeAll(async () => {
    await create('prices', sql('select properties.price as price from events'));
    await create('costly', sql("select count() as n from events where properties.price = '5'"));
    await create('others', sql('select properties.other as other from events'));
  });

  const PRICE =
    'The endpoint "prices": The column "price" changes its type from Nullable(String) to Nullable(Float64).';
  const COSTLY = 'The answers of the endpoint "costly" may change: its query reads what has changed.';

  test('is refused on request, and nothing is changed', async () => {
    const refused = await setType('price', 'Numeric', '?allow_breaking=false');
    expect(refused).toMatchObject({
      status: 400,
      json: { code: 'breaking_change', attr: 'property_type', detail: PRICE },
    });
    expect((await get('prices')).columns).toEqual([{ name: 'price', type: 'Nullable(String)' }]);
    const { results } = (await service.call('GET', 'property_definitions')).json;
    expect(results.map(({ name }: { readonly name: string }) => name)).not.toContain('price');
  });

  test('names the endpoints that read it, refreshes their columns, and stands in their logs', async () => {
    const before = (await get('prices')).revision;
    const { status, json } = await setType('price', 'Numeric');
    expect(status).toBe(200);
    expect(json).toEqual({
      type: 'event',
      name: 'price',
      property_type: 'Numeric',
      warnings: [changed(PRICE), { code: 'answers_change', detail: COSTLY }],
    });
    expect(await get('prices')).toMatchObject({
      columns: [{ name: 'price', type: 'Nullable(Float64)' }],
      revision: before + 1,
      current_version: 1,
      warnings: [],
    });
    expect(await log('prices')).toMatchObject([{ level: 'info', version: 1, ...changed(PRICE) }]);
    expect(await log('costly')).toMatchObject([{ code: 'answers_change', detail: COSTLY }]);
    expect(await log('others')).toEqual([]);
    expect((await setType('price', 'Numeric')).json.warnings).toEqual([]);
  });

  test('that capture learns stands in the logs of those who read it', async () => {
    const event = {
      api_key: service.captureToken,
      event: 'e',
      distinct_id: 'u',
      properties: { other: 7, more: 1 },
    };
    await service.call('POST', '/capture?wait=true', { body: event, key: null });
    await expect.poll(() => log('others'), { timeout: 30_000 }).toHaveLength(1);
    expect((await get('others')).columns).toEqual([{ name: 'other', type: 'Nullable(Float64)' }]);
    expect(await log('prices')).toHaveLength(1);
  });
});

describe('what its query reads and refuses since', () => {
  test('stays listed, answers 400 with the rule and carries it', async () => {
    await setType('size', 'String');
    await create('sizes', sql("select JSONExtractString(properties.size, 'a') as size from events"));
    const { json } = await setType('size', 'Numeric');
    const [warning] = json.warnings;
    expect(json.warnings).toHaveLength(1);
    expect(warning).toMatchObject({
      code: 'breaking_change',
      detail: expect.stringContaining('its runs answer 400'),
    });
    const run = await service.call('POST', 'endpoints/sizes/run', { body: {} });
    expect(run.status).toBe(400);
    const { code, detail } = run.json;
    expect((await get('sizes')).warnings).toMatchObject([{ code, detail }]);
    const { results } = (await service.call('GET', 'endpoints?search=sizes')).json;
    expect(results).toMatchObject([{ name: 'sizes', warnings: [{ code }] }]);
    expect(await log('sizes')).toMatchObject([{ level: 'error', code: 'breaking_change' }]);
    expect((await setType('size', 'String')).json.warnings).toMatchObject([
      { code: 'answers_change', detail: expect.stringContaining('no longer refused') },
    ]);
    expect((await get('sizes')).warnings).toEqual([]);
  });
});

describe('other changes', () => {
  test('of actions name those who use them', async () => {
    const { id } = (await service.call('POST', 'actions', { body: { name: 'bought' } })).json;
    await create('bought', { kind: 'TrendsQuery', series: [{ kind: 'ActionsNode', id }] });
    const change = (body: object) => service.call('PATCH', `actions/${id}`, { body });
    expect((await change({ description: 'for readers' })).json.warnings).toEqual([]);
    expect((await change({ steps: [{ event: 'order' }] })).json.warnings).toMatchObject([
      { code: 'answers_change', detail: expect.stringContaining('"bought"') },
    ]);
    expect(await log('bought')).toHaveLength(1);
    const gone = await service.call('DELETE', `actions/${id}?force=true`);
    expect(gone.status).toBe(204);
    await expect
      .poll(async () => (await get('bought')).warnings, { timeout: 30_000 })
      .toMatchObject([{ code: 'invalid_value' }]);
  });

  test('of settings name those who read them', async () => {
    await create('weeks', { kind: 'TrendsQuery', series: [{ kind: 'EventsNode' }], interval: 'week' });
    const change = (body: object) => service.call('PATCH', '', { body });
    expect((await change({ week_start_day: 1 })).json.warnings).toMatchObject([
      { detail: expect.stringContaining('"weeks"') },
    ]);
    expect((await change({ name: 'Shop', path_cleaning_filters: [] })).json.warnings).toEqual([]);
  });

  test('name at most a hundred endpoints, and their number', async () => {
    for (let n = 0; n < 101; n += 1) await create(`many-${n}`, sql('select properties.many from events'));
    const { warnings } = (await setType('many', 'Numeric')).json;
    expect(warnings).toHaveLength(101);
    expect(warnings.at(-1).detail).toBe('The answers of 101 endpoints may change; 100 of them are named.');
  });
});

test('a release that refuses more says at its start how many are refused', async () => {
  const first = await startTestService();
  const query = sql('select 1 as one');
  await first.call('POST', 'endpoints', { body: { name: 'old', query } });
  const { query: db } = first.services.database;
  // As an earlier release has stored it, whose language had this function.
  await db.deleteFrom('endpointJudgements').execute();
  await db
    .updateTable('endpointVersions')
    .set({ query: sql('select gone(1) as one') })
    .execute();
  await first.close({ keepData: true });
  const second = await startTestService({ dataDir: first.dataDir, rootKey: first.rootKey });
  onTestFinished(() => second.close());
  const read = async () => (await second.call('GET', 'endpoints/old/')).json.warnings;
  await expect.poll(read, { timeout: 30_000 }).toMatchObject([{ code: 'unknown_function' }]);
  expect((await second.call('POST', 'endpoints/old/run', { body: {} })).json.code).toBe('unknown_function');
});
