import { afterAll, beforeAll, expect, test } from 'vitest';
import { sumLookupAsks } from '../../src/adapters/store/lookup-ask-store.ts';
import { listLookups } from '../../src/adapters/store/lookup-store.ts';
import { startTestService, type TestProject, type TestService } from '../fixtures/start-service.ts';

// [ENG-13.6]: lookups come and go by what saved endpoints ask for.

const EVENTS = 60;

let service: TestService;
let small: TestProject;

beforeAll(async () => {
  service = await startTestService({ largeProjectEvents: EVENTS, lookups: 1, promotedProperties: 0 });
  service.setNow('2026-01-05T12:00:00Z');
  small = await service.addProject('small');
  await service.capture(used(EVENTS));
  await small.capture(used(EVENTS - 1));
}, 60_000);
afterAll(() => service.close());

function used(count: number): readonly object[] {
  return Array.from({ length: count }, (_, at) => ({
    event: 'used',
    distinct_id: `p${at % 2}`,
    timestamp: '2026-01-05T10:00:00Z',
    properties: { customer_id: `c${at % 20}`, plan: at % 2 === 0 ? 'pro' : 'free' },
  }));
}

async function save(project: TestProject, name: string, condition: string): Promise<void> {
  const query = `select count() as n from events where ${condition}`;
  const body = { name, query: { kind: 'HogQLQuery', query } };
  const { status, text } = await project.call('POST', 'endpoints', { body });
  expect(status, text).toBe(201);
}

async function lookupOf(project: TestProject, name: string) {
  const { status, text, json } = await project.call('GET', `endpoints/${name}`);
  expect(status, text).toBe(200);
  return json.lookup;
}

const states = async () =>
  (await listLookups(service.services.database.query, [1])).map(({ subjectName, state }) => [
    subjectName,
    state,
  ]);

const BY_CUSTOMER = 'properties.customer_id = {variables.customer}';

const look = () => service.services.lookupChooser.look();
const SOON = { timeout: 30_000 };
const SINCE = { fromMs: 0 };

test('an endpoint of a large project gets its lookup, and its owner sees it', async () => {
  await save(service, 'usage', BY_CUSTOMER);
  await look();
  await expect
    .poll(() => lookupOf(service, 'usage'), SOON)
    .toEqual({
      state: 'ready',
      percent: 100,
      reason: 'Events are found by the property "customer_id".',
    });
  const run = await service.call('POST', 'endpoints/usage/run', {
    body: { variables: { customer: 'c7' }, debug: true },
  });
  expect(run.json.results).toEqual([[EVENTS / 20]]);
});

test('others are told why they have none', async () => {
  await save(small, 'usage', BY_CUSTOMER);
  await save(service, 'plans', `properties.plan = 'pro'`);
  await save(service, 'all', `properties.plan != 'pro'`);
  await look();
  expect((await lookupOf(small, 'usage')).reason).toBe(
    'The project has 59 events; lookups are made from 60 events on.',
  );
  expect((await lookupOf(service, 'plans')).reason).toMatch(
    /^Each value of the property "plan" has a large part/,
  );
  expect((await lookupOf(service, 'all')).reason).toMatch(
    /^The query has no condition that an order could serve/,
  );
  expect(await states()).toEqual([['property customer_id', 'ready']]);
});

test('an endpoint that has not run for seven days loses it; a run brings it back', async () => {
  service.setNow('2026-01-13T12:00:00Z');
  await look();
  expect(await states()).toEqual([['property customer_id', 'retired']]);
  expect((await lookupOf(service, 'usage')).reason).toMatch(/has not computed an answer for seven days/);

  await service.call('POST', 'endpoints/usage/run', { body: { variables: { customer: 'c7' } } });
  const statesAfterLook = () => look().then(states);
  await expect.poll(statesAfterLook, SOON).toEqual([['property customer_id', 'ready']]);
});

test('values are looked at again when a project has become much larger', async () => {
  const grown = await service.addProject('grown');
  await grown.capture(used(EVENTS).map((event) => ({ ...event, properties: { customer_id: 'first' } })));
  await save(grown, 'usage', BY_CUSTOMER);
  await look();
  expect((await lookupOf(grown, 'usage')).reason).toMatch(/^Each value of the property "customer_id"/);
  await grown.capture(used(10 * EVENTS));
  await expect
    .poll(() => look().then(() => lookupOf(grown, 'usage')), SOON)
    .toMatchObject({ state: 'ready' });
});

test('a property that only callers filter by gets one when they do so again and again', async () => {
  const filtered = await service.addProject('filtered');
  await filtered.capture(used(EVENTS));
  await save(filtered, 'all', `event = 'used'`);
  const run = async (value: string) => {
    const properties = [{ key: 'customer_id', value, operator: 'exact', type: 'event' }];
    const body = { filters_override: { properties }, refresh: 'force_blocking' };
    const { status, text, json } = await filtered.call('POST', 'endpoints/all/run', { body });
    expect(status, text).toBe(200);
    expect(json.results).toEqual([[EVENTS / 20]]);
  };
  await run('c0');
  const { query } = service.services.database;
  await expect.poll(() => sumLookupAsks(query, filtered.projectId, SINCE), SOON).toHaveLength(1);
  await look();
  expect((await lookupOf(filtered, 'all')).reason).toMatch(/callers do not often filter by one\.$/);
  for (let customer = 1; customer < 10; customer += 1) await run(`c${customer}`);
  await expect
    .poll(() => look().then(() => lookupOf(filtered, 'all')), SOON)
    .toEqual({
      state: 'ready',
      percent: 100,
      reason: 'Events are found by the property "customer_id", by which callers filter.',
    });
  await run('c10');
});
