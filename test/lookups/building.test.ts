import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Engine } from '../../src/adapters/engine/engine.ts';
import {
  COVERS_NOTHING_US,
  findLookup,
  listLookups,
  updateLookup,
} from '../../src/adapters/store/lookup-store.ts';
import type { ProjectRow } from '../../src/adapters/store/project-store.ts';
import { AppError } from '../../src/base/errors.ts';
import { wait } from '../../src/base/wait.ts';
import { Lane } from '../../src/services/admission/lane.ts';
import { ONE_AT_A_TIME } from '../../src/services/admission/lanes.ts';
import { OWN_LEASE, type WriteLease } from '../../src/services/leases/write-lease.ts';
import { advanceLookup, REST_MS, sweepLookup } from '../../src/services/lookups/advance-lookup.ts';
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

/** An engine that, behind each copy into a lookup, lets another process work before the copy answers. */
function afterCopies(engine: Engine, work: (isLast: boolean) => Promise<void>): Engine {
  return new Proxy(engine, {
    get(target, property) {
      if (property !== 'command') {
        const value: unknown = Reflect.get(target, property);
        return typeof value === 'function' ? value.bind(target) : value;
      }
      return async (...call: Parameters<Engine['command']>) => {
        const answer = await target.command(...call);
        if (call[0].startsWith('INSERT INTO app.lookups')) await work(call[1]?.['from']?.value === 0n);
        return answer;
      };
    },
  });
}

test('a process that lost the lock notes nothing of its step, whatever the next one has done [ENG-13.7]', async () => {
  const { services } = capture;
  const { query } = services.database;
  const subject = { kind: 'property', key: 'customer' } as const;
  const next = {
    ...services,
    ...PARTS,
    writeLock: { hold: <T>(_: number, work: (lease: WriteLease) => Promise<T>) => work(OWN_LEASE) },
  };
  for (const steps of [0, 1, 2]) {
    const lookup = await beginLookup(services, other.id, subject);
    await updateLookup(query, lookup, { state: 'building', ...NOTHING_COVERED });
    while ((await sweepLookup(next, lookup)) !== 'done') await wait(20);
    const takeOver = async (): Promise<void> => {
      while ((await sweepLookup(next, lookup)) !== 'done') await wait(20);
      for (let step = 0; step < steps; step += 1) await advanceLookup(next, lookup, 100);
    };
    const engine = afterCopies(services.engine, takeOver);
    await advanceLookup({ ...services, ...PARTS, engine }, lookup, 100);
    await expectExact(services, other.id, `taken over with ${steps} steps`);
    await builderOf(services, 100).look();
    const [built] = await expectExact(services, other.id, `built after ${steps} steps`);
    expect(built?.state).toBe('ready');
  }
});

test('a lookup that is retired while its last step copies stays retired', async () => {
  const { services } = capture;
  const subject = { kind: 'property', key: 'customer' } as const;
  const lookup = await beginLookup(services, other.id, subject);
  await updateLookup(services.database.query, lookup, { state: 'building', ...NOTHING_COVERED });
  const engine = afterCopies(services.engine, async (isLast) => {
    if (isLast) await retireLookup(services, lookup);
  });
  await builderOf({ ...services, engine }, 100).look();
  expect(await expectExact(services, other.id, 'retired')).toMatchObject([{ state: 'retired' }]);
  expect(await beginLookup(services, other.id, subject)).toMatchObject({ number: lookup.number });
  await builderOf(services, 100).look();
  expect(await expectExact(services, other.id, 'built')).toMatchObject([{ state: 'ready' }]);
});

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

test('progress is the part of the events that are there, whatever comes and goes meanwhile [ENG-13.6]', async () => {
  const { services } = capture;
  const { id: projectId } = await addProject(services.database, 'slc_changing');
  const write = (count: number, first: string) =>
    writeEvents(services.engine, projectId, { count, hours: 100, first });
  await write(400, '2025-09-15');
  const lookup = await beginLookup(services, projectId, { kind: 'distinct_id' });
  const step = async () => {
    await advanceLookup({ ...services, ...PARTS }, lookup, 100);
    const row = await findLookup(services.database.query, lookup);
    return [row?.eventsDone, row?.eventsLeft];
  };
  expect(await step()).toEqual([100, 300]);
  await write(400, '2025-08-01');
  expect(await step()).toEqual([200, 600]);
  await write(200, '2025-11-01');
  expect(await step()).toEqual([500, 500]);
  await services.engine.command(
    `ALTER TABLE app.events DELETE WHERE project_id = ${projectId} AND timestamp >= '2025-11-01'`,
    {},
    { settings: { mutations_sync: 2 } },
  );
  expect(await step()).toEqual([400, 400]);
});
