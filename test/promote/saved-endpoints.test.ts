import { afterAll, beforeAll, expect, test } from 'vitest';
import { isRewriting, readPromotedColumns } from '../../src/adapters/engine/statements/promoted-columns.ts';
import { startTestService, type TestProject, type TestService } from '../fixtures/start-service.ts';

// [ENG-8.2]: columns for what saved endpoints read, before anything has run.

const EVENTS = 3;

let service: TestService;
let other: TestProject;

beforeAll(async () => {
  service = await startTestService({ largeProjectEvents: EVENTS, promotedProperties: 4 });
  service.setNow('2026-01-05T12:00:00Z');
  other = await service.addProject('other');
  await service.capture(paid(EVENTS));
  await other.capture(paid(EVENTS));
}, 60_000);
afterAll(() => service.close());

function paid(count: number): readonly object[] {
  return Array.from({ length: count }, (_, at) => ({
    event: 'paid',
    distinct_id: `p${at}`,
    timestamp: '2026-01-05T10:00:00Z',
    properties: { plan: 'pro', seats: at },
  }));
}

async function save(project: TestProject, name: string, query: string): Promise<void> {
  const body = { name, query: { kind: 'HogQLQuery', query } };
  const { status, text } = await project.call('POST', 'endpoints', { body });
  expect(status, text).toBe(201);
}

/** Looks as often as it takes to do all that is to be done. */
async function columnsAfterLooks(): Promise<readonly string[]> {
  const { engine } = service.services;
  for (let look = 0; look < 3; look += 1) {
    await service.services.promoter.look();
    await expect.poll(() => isRewriting(engine), { timeout: 30_000 }).toBe(false);
  }
  const columns = await readPromotedColumns(engine);
  return columns.filter(({ retiredAtMs }) => retiredAtMs === null).map(({ property }) => property);
}

test('what a saved endpoint of a large project reads gets its column before it runs', async () => {
  await save(service, 'pro', `select count() as n from events where properties.plan = {variables.plan}`);
  expect(await columnsAfterLooks()).toEqual(['plan']);
});

test('a project that saves endpoints has no more than its share, and takes nothing from another', async () => {
  const keys = ['a', 'b', 'c', 'd', 'e', 'f'].map((key) => `properties.${key}`).join(', ');
  await save(other, 'many', `select ${keys} from events`);
  expect(await columnsAfterLooks()).toEqual(['a', 'b', 'c', 'plan']);
});

test('an owner is told which properties the endpoint reads, and which of them from a column', async () => {
  const readBy = async (name: string) => {
    const { status, text, json } = await other.call('GET', `endpoints/${name}`);
    expect(status, text).toBe(200);
    return json.read_properties;
  };
  expect(await readBy('many')).toEqual(
    ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => ({ name, is_promoted: name < 'd' })),
  );
  await save(other, 'names', 'select event, person.properties.plan from events');
  expect(await readBy('names')).toEqual([]);
});

test('a small project gets none by saving an endpoint', async () => {
  const small = await service.addProject('small');
  await small.capture(paid(EVENTS - 1));
  await save(small, 'seats', 'select sum(properties.seats) as n from events');
  expect(await columnsAfterLooks()).not.toContain('seats');
});

test('a column that nobody has read for seven days goes', async () => {
  service.setNow('2026-01-11T12:00:00Z');
  const run = await service.call('POST', 'endpoints/pro/run', { body: { variables: { plan: 'pro' } } });
  expect(run.json.results).toEqual([[EVENTS]]);
  service.setNow('2026-01-13T12:00:00Z');
  await expect.poll(columnsAfterLooks, { timeout: 30_000 }).toEqual(['plan']);
});
