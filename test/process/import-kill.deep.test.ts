import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { derivedUuid } from '../../src/base/ids.ts';
import { RandomSource } from '../fixtures/random-source.ts';
import { scaled, seed } from '../fixtures/test-scale.ts';
import { KilledService } from './killed-service.ts';

const ROOT_KEY = 'slp_importkill0123456789';
const NAMESPACE = '6d1f0a7c-3b8e-5a52-8f7c-2d1f0a7c4e62';
const PLAIN = 220_000;
const ODD = 3_000;
const REPEATED = 5_000;
const REJECTED = 70;
const EXPECTED = {
  state: 'completed',
  total: PLAIN + ODD + REPEATED + REJECTED,
  read: PLAIN + ODD + REPEATED + REJECTED,
  inserted: PLAIN + ODD,
  duplicate: REPEATED,
  rejected: REJECTED,
};
const COUNTS =
  'select count(), count(distinct uuid), count(distinct person_id), sum(toFloat(properties.n)) from events';
const PERSONS = 'select count(), sum(toFloat(properties.last)), min(created_at) from persons';

/** Distinct ids that share a person with another one by `person_id`. */
const SHARED = 200;

test('an import whose service or engine is killed again and again ends with the counts of one that was not', async () => {
  const random = new RandomSource(seed());
  const service = await KilledService.start(ROOT_KEY);
  const calm = await importFile(service, random);
  await ended(service, calm);
  const expected = await answers(service, calm.project);
  for (let round = 0; round < scaled(10); round += 1) {
    const killed = await importFile(service, random);
    for (let longest = 400; !(await isDone(service, killed)); longest += 400) {
      // After some time, or some time after some row: so that late steps are cut off as often as early ones.
      if (random.oneIn(2)) await hasRead(service, killed, random.below(EXPECTED.total));
      await delay(random.below(longest));
      await service.killOne(random);
    }
    await ended(service, killed);
    expect(await answers(service, killed.project), `after ${JSON.stringify(service.kills)} kills`).toEqual(
      expected,
    );
    const rejected = await fetch(`${service.running.url}${pathOf(killed)}/rejected`, {
      headers: { authorization: `Bearer ${ROOT_KEY}` },
    });
    expect((await rejected.text()).trimEnd().split('\n').length).toBe(REJECTED);
  }
  const { kills } = service;
  console.log(`killed: service ${kills.service} times, engine ${kills.engine} times (seed ${seed()})`);
  expect(kills.service).toBeGreaterThan(0);
});

interface Sent {
  readonly project: number;
  readonly id: string;
}

function pathOf({ project, id }: Sent): string {
  return `/api/projects/${project}/imports/${id}`;
}

async function importFile(service: KilledService, random: RandomSource): Promise<Sent> {
  const body = { name: `p${random.below(1e9)}` };
  const made = await service.running.call('POST', '/api/projects', { body });
  const project: number = made.json.id;
  const sent = await service.sendFile(project, FILE);
  expect(sent.status).toBe(202);
  const { id } = (await sent.json()) as { id: string };
  return { project, id };
}

async function isDone(service: KilledService, sent: Sent): Promise<boolean> {
  const { json } = await service.running.call('GET', pathOf(sent));
  expect(json.state).not.toBe('failed');
  return json.state === 'completed';
}

/** Resolves when the import is beyond that row, or at its end. */
async function hasRead(service: KilledService, sent: Sent, row: number): Promise<void> {
  const isBeyond = async () => {
    const { json } = await service.running.call('GET', pathOf(sent));
    return json.state !== 'running' || json.read > row;
  };
  await expect.poll(isBeyond, { timeout: 300_000, interval: 10 }).toBe(true);
}

async function ended(service: KilledService, sent: Sent): Promise<void> {
  await expect.poll(() => isDone(service, sent), { timeout: 300_000, interval: 100 }).toBe(true);
  expect((await service.running.call('GET', pathOf(sent))).json).toMatchObject(EXPECTED);
}

async function answers(service: KilledService, project: number): Promise<unknown> {
  const counts = await service.ask(project, COUNTS);
  const persons = await service.ask(project, PERSONS);
  return [counts, persons, ...(await catalogue(service, project))];
}

/** What is known of events and properties, without the times, which differ. */
async function catalogue(service: KilledService, project: number): Promise<readonly unknown[]> {
  const list = async (what: string): Promise<Readonly<Record<string, unknown>>[]> =>
    (await service.running.call('GET', `/api/projects/${project}/${what}?limit=100`)).json.results;
  const events = await list('event_definitions');
  const properties = await list('property_definitions');
  return [
    events.map(({ name, volume }) => [name, volume]),
    properties.map(({ type, name, seen_types, volume }) => [type, name, seen_types, volume]),
  ];
}

const FILE = makeFile();

/** Lines of each kind, so that chunks hold them all. */
function makeFile(): Buffer {
  const line = (index: number, more: object = {}): string =>
    JSON.stringify({
      uuid: derivedUuid(String(index), NAMESPACE),
      event: `event ${index % 7}`,
      distinct_id: `person ${index % 3000}`,
      timestamp: new Date(Date.UTC(2024, 0, 1) + index * 60_000).toISOString(),
      properties: { n: index % 1000 },
      person_properties: { last: index },
      ...(index % 3000 < SHARED && { person_id: derivedUuid(`owner ${index % (SHARED / 2)}`, NAMESPACE) }),
      ...more,
    });
  const lines: string[] = [];
  for (let index = 0; index < PLAIN; index += 1) {
    lines.push(line(index));
    if (index < ODD) lines.push(line(PLAIN + index, { properties: { n: 1, $set: { odd: index } } }));
    if (index % 3000 === 0 && index / 3000 < REJECTED) lines.push('{"event":""}');
    if (index >= PLAIN - REPEATED) lines.push(line(index - PLAIN + REPEATED));
  }
  return gzipSync(`${lines.join('\n')}\n`);
}
