import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { shareService } from '../fixtures/share-service.ts';
import { startTestService, type TestProject } from '../fixtures/start-service.ts';

let service: TestProject;

beforeAll(async () => {
  service = await shareService();
});

const sql = (query: string) => ({ kind: 'HogQLQuery', query });
const unknown = (kind: string, name: string, more = '') => ({
  code: 'unknown_property',
  detail: `No property "${name}" of ${kind} came in so far; until then it is read as text.${more}`,
});
const unknownEvent = (name: string, more = '') => ({
  code: 'unknown_event',
  detail: `No event "${name}" came in so far.${more}`,
});

// [SPEC-2.1.20]
describe('names that never came in', () => {
  let project: TestProject;
  const validate = async (query: object, of = project) =>
    (await of.call('POST', 'endpoints/validate', { body: { query } })).json.warnings;
  const capture = (event: string, properties: object) =>
    project.capture([{ event, distinct_id: 'u', properties }]);

  beforeAll(async () => {
    project = await shareService();
    await capture('note created', { words: 12, $set: { town: 'Bonn' } });
  });

  test('are told by validate, create, change and runs with debug', async () => {
    const query = sql(`select properties.worde from events where event = 'note craeted'`);
    const warnings = [
      unknown('events', 'worde', ' Did you mean "words"?'),
      unknownEvent('note craeted', ' Did you mean "note created"?'),
    ];
    const call = async (method: 'POST' | 'PATCH', path: string, body: object) =>
      (await project.call(method, path, { body })).json.warnings;
    expect(await validate(query)).toEqual(warnings);
    expect(await call('POST', 'endpoints', { name: 'notes', query })).toEqual(warnings);
    expect(await call('PATCH', 'endpoints/notes', { query })).toEqual(warnings);
    expect(await call('POST', 'query', { query, debug: true })).toEqual(warnings);
    expect(await call('POST', 'endpoints/notes/run', { debug: true })).toEqual(warnings);
    expect(await call('POST', 'endpoints/notes/run', {})).toBeUndefined();
    const key = "person.properties.tow != ''";
    const filters_override = { properties: [{ type: 'hogql', key }] };
    expect(await call('POST', 'endpoints/notes/run', { debug: true, filters_override })).toEqual([
      ...warnings,
      unknown('persons', 'tow', ' Did you mean "town"?'),
    ]);

    // An answer from the cache is told the same, until the names come in.
    expect(await call('POST', 'endpoints/notes/run', { debug: true })).toEqual(warnings);
    await capture('note craeted', { worde: 1 });
    expect(await call('POST', 'endpoints/notes/run', { debug: true })).toEqual([]);
  });

  test.each([
    ['either side', `select 1 from events where 'nots' = event or event != 'notz'`, ['nots', 'notz']],
    ['lists', `select 1 from events where event in ('a1', 'b2') or event not in ['c3']`, ['a1', 'b2', 'c3']],
    ['of a table', `select 1 from events as e where e.event = 'a1'`, ['a1']],
    ['through a sub-query', `select 1 from (select event from events) where event = 'a1'`, ['a1']],
    ['in a function', `select countIf(equals(event, 'a1')) from events`, ['a1']],
    ['known ones', `select 1 from events where event = 'note created'`, []],
    ['another column', `select 1 from events where distinct_id = 'a1'`, []],
    ['names of the program', 'select $pageview_count, $is_bounce from sessions', []],
  ])('names of events: %s', async (_, query, names) => {
    expect(await validate(sql(query))).toEqual(names.map((name) => unknownEvent(name)));
  });

  test('names of events in insights, with those of their actions', async () => {
    const body = { name: 'Wrote', steps: [{ event: 'note writen' }] };
    const { id } = (await project.call('POST', 'actions', { body })).json;
    const series = [
      { kind: 'EventsNode', event: 'note creatd' },
      { kind: 'ActionsNode', id },
    ];
    expect(await validate({ kind: 'TrendsQuery', series })).toEqual([
      unknownEvent('note creatd', ' Did you mean "note created"?'),
      unknownEvent('note writen'),
    ]);
    expect(await validate({ kind: 'LifecycleQuery', series: [{ kind: 'EventsNode' }] })).toEqual([]);
  });

  test('say who fills them where nobody misspelled them', async () => {
    expect(await validate(sql('select properties.$geoip_city_name, properties.$os from events'))).toEqual([
      unknown(
        'events',
        '$geoip_city_name',
        ' The service fills it only while SLUICE_GEOIP_FILE names a database of addresses; else senders do.',
      ),
      unknown('events', '$os', ' The service does not read user agents, so only senders fill it.'),
    ]);
  });

  test('are not told while no event came in', async () => {
    const query = sql(`select properties.worde from events where event = 'note craeted'`);
    expect(await validate(query, await shareService())).toEqual([]);
  });

  test('at most a hundred are told', async () => {
    const names = Array.from({ length: 300 }, (_, at) => `'e${at}'`).join(', ');
    expect(await validate(sql(`select 1 from events where event in (${names})`))).toHaveLength(100);
  });
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
