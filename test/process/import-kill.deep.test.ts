import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { derivedUuid } from '../../src/base/ids.ts';
import { RandomSource } from '../fixtures/random-source.ts';
import { type ServiceProcess, startServiceProcess } from '../fixtures/start-process.ts';
import { scaled, seed } from '../fixtures/test-scale.ts';

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
  const folder = mkdtempSync(path.join(tmpdir(), 'sluice-test-import-kill-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const start = () => startServiceProcess({ SLUICE_ROOT_KEY: ROOT_KEY, SLUICE_DATA_DIR: folder });
  const random = new RandomSource(seed());
  let service = await start();
  const calm = await importFile(service, random);
  await ended(service, calm);
  const expected = await answers(service, calm.project);
  const kills = { service: 0, engine: 0 };
  for (let round = 0; round < scaled(10); round += 1) {
    const killed = await importFile(service, random);
    for (let longest = 400; !(await isDone(service, killed)); longest += 400) {
      // After some time, or some time after some row: so that late steps are cut off as often as early ones.
      if (random.oneIn(2)) await hasRead(service, killed, random.below(EXPECTED.total));
      await delay(random.below(longest));
      if (random.oneIn(3)) {
        service.killEngine();
        kills.engine += 1;
      } else {
        await service.kill();
        kills.service += 1;
        service = await start();
      }
    }
    await ended(service, killed);
    expect(await answers(service, killed.project), `after ${JSON.stringify(kills)} kills`).toEqual(expected);
    const rejected = await fetch(`${service.url}${pathOf(killed)}/rejected`, { headers: AUTHORIZATION });
    expect((await rejected.text()).trimEnd().split('\n').length).toBe(REJECTED);
  }
  console.log(`killed: service ${kills.service} times, engine ${kills.engine} times (seed ${seed()})`);
  expect(kills.service).toBeGreaterThan(0);
  await service.kill();
});

interface Sent {
  readonly project: number;
  readonly id: string;
}

const AUTHORIZATION = { authorization: `Bearer ${ROOT_KEY}` };

function pathOf({ project, id }: Sent): string {
  return `/api/projects/${project}/imports/${id}`;
}

async function importFile(service: ServiceProcess, random: RandomSource): Promise<Sent> {
  const made = await service.call('POST', '/api/projects', { body: { name: `p${random.below(1e9)}` } });
  const project: number = made.json.id;
  const sent = await fetch(`${service.url}/api/projects/${project}/imports/`, {
    method: 'POST',
    headers: { ...AUTHORIZATION, 'content-type': 'application/octet-stream' },
    body: FILE,
  });
  expect(sent.status).toBe(202);
  const { id } = (await sent.json()) as { id: string };
  return { project, id };
}

async function isDone(service: ServiceProcess, sent: Sent): Promise<boolean> {
  const { json } = await service.call('GET', pathOf(sent));
  expect(json.state).not.toBe('failed');
  return json.state === 'completed';
}

/** Resolves when the import is beyond that row, or at its end. */
async function hasRead(service: ServiceProcess, sent: Sent, row: number): Promise<void> {
  const isBeyond = async () => {
    const { json } = await service.call('GET', pathOf(sent));
    return json.state !== 'running' || json.read > row;
  };
  await expect.poll(isBeyond, { timeout: 300_000, interval: 10 }).toBe(true);
}

async function ended(service: ServiceProcess, sent: Sent): Promise<void> {
  await expect.poll(() => isDone(service, sent), { timeout: 300_000, interval: 100 }).toBe(true);
  expect((await service.call('GET', pathOf(sent))).json).toMatchObject(EXPECTED);
}

async function answers(service: ServiceProcess, project: number): Promise<unknown> {
  const ask = async (query: string) => {
    const body = { query: { kind: 'HogQLQuery', query } };
    for (;;) {
      const { status, json } = await service.call('POST', `/api/projects/${project}/query`, { body });
      if (status !== 503) return json.results;
      // The engine was killed last and is not back yet.
      await delay(100);
    }
  };
  return [await ask(COUNTS), await ask(PERSONS), ...(await catalogue(service, project))];
}

/** What is known of events and properties, without the times, which differ. */
async function catalogue(service: ServiceProcess, project: number): Promise<readonly unknown[]> {
  const list = async (what: string): Promise<Readonly<Record<string, unknown>>[]> =>
    (await service.call('GET', `/api/projects/${project}/${what}?limit=100`)).json.results;
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
