import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addPropertyDefinitions, recordEventNames } from '../../src/adapters/store/definition-store.ts';
import { addPropertyCounts } from '../../src/adapters/store/property-count-store.ts';
import { startTestService, type TestService } from '../fixtures/start-service.ts';
import { NOW } from '../store/add-project.ts';

// [CON-8.1], [CON-8.2].

let service: TestService;
/** More than one piece of the reading. */
const MANY = 4_500;
const volumeOf = (number: number) => (number * 7919) % MANY;
const nameOf = (number: number) => `event ${String(number).padStart(4, '0')}`;

beforeAll(async () => {
  service = await startTestService();
  const db = service.services.database;
  const numbers = Array.from({ length: MANY }, (_, number) => number);
  await db.transaction(async (transaction) => {
    const volumes = new Map(numbers.map((number) => [nameOf(number), volumeOf(number)]));
    await recordEventNames(transaction, service.projectId, volumes, NOW);
    const owners = ['event', 'person'] as const;
    const properties = owners.flatMap((type) =>
      numbers.map((number) => ({ type, name: nameOf(number), propertyType: 'String' as const })),
    );
    await addPropertyDefinitions(transaction, service.projectId, properties, NOW);
    const counts = numbers.map((number) => ({
      ...{ type: 'person' as const, name: nameOf(number), volume: volumeOf(number) },
      seenTypes: ['String' as const],
    }));
    await addPropertyCounts(transaction, service.projectId, counts, NOW);
  });
});

const list = async (path: string) => (await service.call('GET', path)).json;
const namesOf = (page: { readonly results: readonly { readonly name: string }[] }) =>
  page.results.map(({ name }) => name);

/** All names in the order that a sort of everything gives. */
function expected(sign: 1 | -1, matches: (name: string) => boolean = () => true): readonly string[] {
  return Array.from({ length: MANY }, (_, number) => number)
    .filter((number) => matches(nameOf(number)))
    .sort((a, b) => sign * (volumeOf(a) - volumeOf(b)) || (nameOf(a) < nameOf(b) ? -1 : 1))
    .map(nameOf);
}

afterAll(() => service.close());

describe('names of events', () => {
  test.each([
    ['-volume', -1],
    ['volume', 1],
  ] as const)('by %s, page by page, are what a sort of all gives', async (order, sign) => {
    const wanted = expected(sign);
    for (const offset of [0, 10, 1_990, MANY - 5, MANY]) {
      const page = await list(`event_definitions?order_by=${order}&limit=10&offset=${offset}`);
      expect([page.count, namesOf(page)], `${offset}`).toEqual([MANY, wanted.slice(offset, offset + 10)]);
    }
  });

  test('a search counts what matches, in any case, and takes no wildcards', async () => {
    const wanted = expected(-1, (name) => name.includes('t 12'));
    const page = await list('event_definitions?order_by=-volume&search=T%2012&limit=1000');
    expect([page.count, namesOf(page)]).toEqual([100, wanted]);
    expect((await list('event_definitions?search=%25')).count).toBe(0);
    expect(namesOf(await list('event_definitions?order_by=-name&limit=2'))).toEqual([
      nameOf(MANY - 1),
      nameOf(MANY - 2),
    ]);
  });

  test.each(['order_by=size', 'type=event', `search=${'x'.repeat(201)}`])('%s is refused', async (query) => {
    expect((await service.call('GET', `event_definitions?${query}`)).status).toBe(400);
  });
});

describe('properties', () => {
  test('of one owner by volume', async () => {
    const page = await list('property_definitions?type=person&order_by=-volume&limit=20');
    expect([page.count, namesOf(page)]).toEqual([MANY, expected(-1).slice(0, 20)]);
    expect(page.results[0]).toMatchObject({ type: 'person', volume: MANY - 1 });
  });

  test('that never came in are the smallest, and all owners are in one list', async () => {
    const page = await list('property_definitions?order_by=volume&search=0001&limit=10');
    expect(page.count).toBe(2);
    expect(page.results.map(({ type, volume }: { type: string; volume: number }) => [type, volume])).toEqual([
      ['event', 0],
      ['person', volumeOf(1)],
    ]);
    expect((await list('property_definitions?type=group')).count).toBe(0);
  });
});

test('another project sees none of them', async () => {
  const other = await service.addProject('Other');
  expect((await other.call('GET', 'event_definitions?order_by=-volume')).json.count).toBe(0);
  expect((await other.call('GET', 'property_definitions?search=event')).json.count).toBe(0);
});
