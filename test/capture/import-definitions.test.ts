import { afterAll, beforeAll, expect, test } from 'vitest';
import { listEventDefinitions } from '../../src/adapters/store/definition-store.ts';
import { listCountedProperties } from '../../src/adapters/store/property-count-store.ts';
import { newUuid } from '../../src/base/ids.ts';
import { rawNumber } from '../../src/services/capture/event/raw-json.ts';
import { addProject } from '../store/add-project.ts';
import { type CaptureFixture, startCapture } from './capture-fixture.ts';
import { importLines, line } from './import-fixture.ts';

// The catalogue of a project counts the same events alike, however they come in, and each of them once.

const VALUES = [
  1,
  -0.5,
  0,
  1e300,
  rawNumber('9007199254740993'),
  true,
  false,
  null,
  '',
  'x',
  'true',
  '12',
  ['2026-01-05'],
  { day: '2026-01-05' },
  [],
  {},
  '2026-01-05',
  '2026-02-30',
  '1955-02-28',
  '0001-01-01',
  '9999-12-31',
  '2026-13-01',
  '2026-01-05T09:30:00Z',
  '2026-01-05T09:30:60Z',
  '2026-01-05T24:00:00Z',
  '2026-01-05T09:30',
  '2026-01-05 09:30:15.123456789+05:30',
  '2026-01-05 09:30:15,5 UTC',
  '2026-01-05T09:30:00+15:00',
  '2026-01-05T09:30:00+16:00',
  '2026-01-05t09:30:00z',
  '2026-01-05 ',
  '2026-01-05\t',
  '2026-01-05 \u00a0',
  '2026-01-05T',
  '2026-01-05 plan',
  '2026-01-05 – plan',
  `2026-01-05 ${'9'.repeat(500)}`,
  '2026-01-05"',
  ' 2026-01-05',
  '2026-01-0५',
];

const EVENTS = [
  ...VALUES.map((value, index) =>
    line({ properties: { [`value ${index}`]: value, [`é" ${index % 2}`]: value } }),
  ),
  // What the engine cannot take by itself goes through the spool.
  line({
    event: 'odd',
    properties: { huge: 1e20, $set: { age: 7 }, $set_once: { age: 'x', since: '2026-01-05' } },
  }),
  line({ event: 'odd', properties: { n: 2, $set: { age: 8 } } }),
  line({
    event: '$groupidentify',
    properties: { $group_type: 'team', $group_key: 'red', $group_set: { size: 3 } },
  }),
];

let capture: CaptureFixture;
let captured: unknown;

beforeAll(async () => {
  capture = await startCapture();
  const { id, send } = await newProject();
  await send(EVENTS);
  captured = await catalogue(id);
});
afterAll(() => capture?.close());

async function newProject() {
  const token = `slc_${newUuid()}`;
  const { id } = await addProject(capture.services.database, token);
  const send = (batch: readonly object[]) => capture.send({ api_key: token, batch });
  return { id, send, importAll: (lines: readonly object[]) => importLines(capture, lines, id) };
}

async function catalogue(projectId: number) {
  const { query } = capture.services.database;
  const page = { limit: 1000, offset: 0 };
  const { results: properties } = await listCountedProperties(query, projectId, page);
  const { results: definitions } = await listEventDefinitions(query, projectId, page);
  return { properties, definitions };
}

test('an import counts events and properties as capture does', async () => {
  const { id, importAll } = await newProject();
  expect((await importAll(EVENTS)).counts).toMatchObject({ inserted: EVENTS.length });
  expect(await catalogue(id)).toEqual(captured);
});

test('what comes again is not counted again, whichever way it comes', async () => {
  const { id, send, importAll } = await newProject();
  const half = EVENTS.filter((_, index) => index % 2 === 0);
  await send(half);
  await send([...EVENTS.slice(0, 10), ...EVENTS.slice(0, 10)]);
  await importAll([...half, ...EVENTS, ...EVENTS]);
  expect(await catalogue(id)).toEqual(captured);
  await importAll(EVENTS);
  await send(EVENTS);
  expect(await catalogue(id)).toEqual(captured);
});

test('person properties of an import count as those that are set', async () => {
  const [imported, sent] = [await newProject(), await newProject()];
  const people = VALUES.map((value, index) => ({ [`value ${index}`]: value, mixed: value }));
  await imported.importAll(people.map((person_properties) => line({ person_properties })));
  await sent.send(people.map(($set) => line({ $set })));
  const ofPersons = async (id: number) =>
    (await catalogue(id)).properties.filter(({ type }) => type === 'person');
  expect((await ofPersons(imported.id)).length).toBeGreaterThan(VALUES.length - 2);
  expect(await ofPersons(imported.id)).toEqual(await ofPersons(sent.id));
});
