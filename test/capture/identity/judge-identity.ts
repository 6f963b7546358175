import { expect } from 'vitest';
import { RandomSource } from '../../fixtures/random-source.ts';
import type { TestProject } from '../../fixtures/start-service.ts';
import { makeProject } from '../../http/operation-calls.ts';
import { generateEvents } from './generate-events.ts';
import { IdentityModel, type ModelPerson, type SentEvent } from './identity-model.ts';

export interface JudgedSending {
  /** Most events of one batch. */
  readonly largestBatch?: number;
  /** What happens after each batch and, until it answers false, at the end. It must change nothing that queries see. */
  readonly between?: (projectId: number, random: RandomSource) => Promise<boolean>;
}

/** Sends the events of some seeds, mixed, into a project of their own, and holds what queries see to the model. */
export async function judgeIdentity(
  service: TestProject,
  seeds: readonly number[],
  { largestBatch = 200, between = async () => false }: JudgedSending = {},
): Promise<void> {
  const { id, api_token } = await makeProject(service);
  const random = new RandomSource(seeds[0] ?? 0);
  const events = mixed(random, seeds.map(generateEvents));
  const model = new IdentityModel();
  for (const event of events) model.take(event);
  for (let start = 0; start < events.length; ) {
    const batch = events.slice(start, start + 1 + random.below(largestBatch));
    start += batch.length;
    // Some batches share a block, others do not.
    const query = start >= events.length || random.oneIn(4) ? '?wait=true' : '';
    const body = { api_key: api_token, batch };
    const { status, text } = await service.call('POST', `/batch${query}`, { body, key: null });
    expect(status, text).toBe(200);
    await between(id, random);
  }
  const ask = async (sql: string): Promise<unknown[][]> => {
    const body = { query: { kind: 'HogQLQuery', query: sql }, limit: 50_000 };
    const answer = await service.call('POST', `/api/projects/${id}/query`, { body });
    expect(answer.status, answer.text).toBe(200);
    return answer.json.results;
  };
  const where = `seeds ${seeds[0]}..${seeds.at(-1)}`;
  do await expectIdentity(ask, model, where);
  while (await between(id, random));
}

/** The rows of a query. */
export type Ask = (sql: string) => Promise<unknown[][]>;

/** Holds the persons, events and groups that queries see to the model. */
export async function expectIdentity(ask: Ask, model: IdentityModel, where: string): Promise<void> {
  expect(await seenPersons(ask), where).toEqual(expectedPersons(model));
  expect(await seenEvents(ask), where).toEqual(expectedEvents(model));
  expect(await seenGroups(ask), where).toEqual(expectedGroups(model));
}

/** Events of all lists in one, each list in its order. */
export function mixed(random: RandomSource, lists: readonly (readonly SentEvent[])[]): readonly SentEvent[] {
  const left = lists.map((list) => [...list]);
  const all: SentEvent[] = [];
  while (left.length > 0) {
    const place = random.below(left.length);
    const next = left[place]?.shift();
    if (next === undefined) left.splice(place, 1);
    else all.push(next);
  }
  return all;
}

/** A person is named by the distinct id of its own that comes first. */
function nameOf({ distinctIds }: ModelPerson): string {
  return [...distinctIds].sort()[0] ?? '';
}

function expectedPersons({ personOf }: IdentityModel): Record<string, unknown> {
  const persons = [...new Set(personOf.values())].map((person) => [
    nameOf(person),
    {
      distinctIds: [...person.distinctIds].sort(),
      properties: Object.fromEntries(person.properties),
      createdAt: person.createdAt,
      isIdentified: person.isIdentified,
    },
  ]);
  return Object.fromEntries(persons);
}

async function seenPersons(ask: Ask): Promise<Record<string, unknown>> {
  const rows = await ask(`select arraySort(groupArray(d.distinct_id)), any(p.properties), any(p.created_at),
    any(p.is_identified) from person_distinct_ids as d join persons as p on p.id = d.person_id group by p.id`);
  const persons = rows.map(([ids, properties, createdAt, isIdentified]) => {
    const distinctIds = ids as string[];
    const person = {
      distinctIds: distinctIds.toSorted(),
      properties: JSON.parse(String(properties)),
      createdAt: new Date(String(createdAt)).toISOString(),
      isIdentified: Boolean(isIdentified),
    };
    return [person.distinctIds[0], person];
  });
  const [[count] = []] = await ask('select count() from persons');
  expect(count, 'persons without distinct ids').toBe(persons.length);
  return Object.fromEntries(persons);
}

/** Each event with its groups and the ids of all events of the same actor, of which the first stands for all. */
function byActor(events: readonly { uuid: string; actor: unknown; groups: readonly unknown[] }[]) {
  const firstOf = new Map<unknown, string>();
  const sorted = events.toSorted((a, b) => (a.uuid < b.uuid ? -1 : 1));
  for (const { uuid, actor } of sorted) if (!firstOf.has(actor)) firstOf.set(actor, uuid);
  return sorted.map(({ uuid, actor, groups }) => [uuid, firstOf.get(actor), ...groups]);
}

function expectedEvents({ events, personOf }: IdentityModel): unknown {
  return byActor(
    [...events].map(([uuid, { distinctId, groups }]) => ({
      uuid,
      // Without a person an actor is its distinct id.
      actor: personOf.get(distinctId) ?? distinctId,
      groups,
    })),
  );
}

async function seenEvents(ask: Ask): Promise<unknown> {
  const rows = await ask(
    'select toString(uuid), person_id, $group_0, $group_1, $group_2, $group_3, $group_4 from events',
  );
  return byActor(rows.map(([uuid, actor, ...groups]) => ({ uuid: String(uuid), actor, groups })));
}

function expectedGroups({ groups, groupTypes }: IdentityModel): Record<string, unknown> {
  const all = [...groups].map(([name, properties]) => {
    const [type = '', key] = name.split(' ');
    return [`${groupTypes.indexOf(type)} ${key}`, Object.fromEntries(properties)];
  });
  return Object.fromEntries(all);
}

async function seenGroups(ask: Ask): Promise<Record<string, unknown>> {
  const rows = await ask('select index, key, properties from groups');
  return Object.fromEntries(
    rows.map(([index, key, properties]) => [`${index} ${key}`, JSON.parse(String(properties))]),
  );
}
