import { afterAll, beforeAll, expect, test } from 'vitest';
import { COVERS_NOTHING_US, listLookups, updateLookup } from '../../src/adapters/store/lookup-store.ts';
import type { ProjectRow } from '../../src/adapters/store/project-store.ts';
import { AppError } from '../../src/base/errors.ts';
import { wait } from '../../src/base/wait.ts';
import { Lane } from '../../src/services/admission/lane.ts';
import { ONE_AT_A_TIME } from '../../src/services/admission/lanes.ts';
import { REST_MS } from '../../src/services/lookups/advance-lookup.ts';
import { beginLookup } from '../../src/services/lookups/begin-lookup.ts';
import { LookupBuilder } from '../../src/services/lookups/lookup-builder.ts';
import { retireLookup } from '../../src/services/lookups/retire-lookup.ts';
import { type CaptureFixture, NOW_MS, startCapture } from '../capture/capture-fixture.ts';
import { Interruption } from '../capture/interruption.ts';
import { addProject } from '../store/add-project.ts';
import { expectExact, SUBJECTS, writeEvents } from './lookup-lab.ts';

const PARTS = { wait, upkeepLane: new Lane(ONE_AT_A_TIME) };
const NOTHING_COVERED = { coveredFromUs: COVERS_NOTHING_US, eventsDone: 0 };

let capture: CaptureFixture;
let other: ProjectRow;
beforeAll(async () => {
  capture = await startCapture();
  const { database, engine } = capture.services;
  other = await addProject(database, 'slc_other');
  await writeEvents(engine, capture.project.id, { count: 900, hours: 4_000 });
  await writeEvents(engine, other.id, { count: 300, hours: 1_500 });
});
afterAll(() => capture.close());

function builderOf(services: CaptureFixture['services'], stepRows: number): LookupBuilder {
  return new LookupBuilder({ ...services, ...PARTS }, { pollMs: 1, stepRows });
}

const failures = () => capture.observations.filter(({ kind }) => kind === 'failure');

test('a lookup of each kind has each event that has a value, once, and no others [ENG-13.1]', async () => {
  const { id } = capture.project;
  for (const subject of SUBJECTS) await beginLookup(capture.services, id, subject);
  await expectExact(capture.services, id, 'begun');
  await builderOf(capture.services, 100).look();
  expect(failures()).toEqual([]);
  const lookups = await expectExact(capture.services, id, 'built');
  expect(lookups.map(({ state, eventsDone, eventsLeft }) => [state, eventsDone, eventsLeft])).toEqual(
    SUBJECTS.map(() => ['ready', 900, 0]),
  );
  const numbers =
    await capture.rows(`SELECT value, count() FROM app.lookups WHERE lookup = ${lookups[2]?.number}
    GROUP BY value ORDER BY value`);
  expect(numbers).toEqual([
    ['0', 200],
    ['42', 300],
  ]);
});

test('a lookup that is asked for twice is one', async () => {
  const { id } = capture.project;
  const [first] = await expectExact(capture.services, id, 'before');
  const again = await beginLookup(capture.services, id, SUBJECTS[0] ?? { kind: 'distinct_id' });
  expect(again).toMatchObject({ number: first?.number, state: 'ready' });
});

test('building that is cut off at any call goes on and is exact, also while it is built [ENG-13.3]', async () => {
  const interruption = new Interruption();
  interruption.errorOf = (message) => new AppError('engine_unavailable', message);
  interruption.failures = 1;
  const interrupted = { ...capture.services, engine: interruption.wrap(capture.services.engine) };
  const { id: projectId } = other;
  const subject = { kind: 'property', key: 'customer' } as const;
  for (const works of [false, true]) {
    const lookup = await beginLookup(capture.services, projectId, subject);
    await updateLookup(capture.services.database.query, lookup, { state: 'building', ...NOTHING_COVERED });
    let state = 'building';
    for (let call = 1; state !== 'ready'; call += 1) {
      interruption.arm(call, works);
      await builderOf(interrupted, 100).look();
      interruption.disarm();
      const [now] = await expectExact(capture.services, projectId, `cut off at call ${call}`);
      state = now?.state ?? '';
    }
  }
}, 120_000);

test('a retired lookup stays as it is for an hour, then its rows go and it is forgotten [ENG-13.4]', async () => {
  const { services, project } = capture;
  const { query } = services.database;
  const all = await listLookups(query, [project.id]);
  const [first, second] = all;
  if (first === undefined || second === undefined) throw new Error('nothing was built');
  await retireLookup(services, first);
  await retireLookup(services, second);
  services.clock.set(NOW_MS + REST_MS - 1);
  await builderOf(services, 100).look();
  const kept = await expectExact(services, project.id, 'retired');
  expect(kept.map(({ state }) => state).slice(0, 3)).toEqual(['retired', 'retired', 'ready']);
  expect(await beginLookup(services, project.id, second.lookedUpBy)).toMatchObject({
    number: second.number,
    state: 'ready',
  });
  services.clock.set(NOW_MS + REST_MS);
  await builderOf(services, 100).look();
  expect(await listLookups(query, [project.id])).toHaveLength(all.length - 1);
  const left = await capture.rows(`SELECT count() FROM app.lookups WHERE lookup = ${first.number}`);
  expect(left).toEqual([[0]]);
  const again = await beginLookup(services, project.id, first.lookedUpBy);
  expect(again.number).toBeGreaterThan(Math.max(...all.map(({ number }) => number)));
  services.clock.set(NOW_MS);
});
