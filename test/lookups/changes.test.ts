import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LookupRow, listLookups, updateLookup } from '../../src/adapters/store/lookup-store.ts';
import type { LookupSubject } from '../../src/schema/lookup.ts';
import { beginLookup } from '../../src/services/lookups/begin-lookup.ts';
import { retireLookup } from '../../src/services/lookups/retire-lookup.ts';
import { foldNow, foldStep } from '../fixtures/fold-now.ts';
import { startTestService, type TestProject, type TestService } from '../fixtures/start-service.ts';
import { expectExact } from './lookup-lab.ts';

// Whatever takes events away or changes them does so in lookups too, before it has ended. [ENG-13.5]

const NOW = '2026-01-05T12:00:00Z';
const MONTHS = ['2024-12', '2025-11', '2025-11', '2026-01'];
const SUBJECTS: readonly LookupSubject[] = [{ kind: 'property', key: 'customer' }, { kind: 'distinct_id' }];

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
  service.setNow(NOW);
});
afterAll(() => service.close());

/** Events of three months and ten persons. */
const EVENTS = Array.from({ length: 80 }, (_, index) => ({
  uuid: `0190e5b5-7c4b-7a31-9b5e-${String(index).padStart(12, '0')}`,
  event: index % 8 === 0 ? 'goes' : 'stays',
  distinct_id: `d${index % 10}`,
  timestamp: `${MONTHS[index % 4]}-02T10:00:00Z`,
  properties: {
    customer: index % 3 === 0 ? String(index % 4) : index % 4,
    $groups: { company: `c${index % 2}` },
  },
}));

/** A project whose events stand in ready lookups. */
async function openProject(name: string): Promise<TestProject> {
  const project = await service.addProject(name);
  await project.capture(EVENTS);
  for (const subject of SUBJECTS) await beginLookup(service.services, project.projectId, subject);
  await untilReady(project);
  return project;
}

async function untilReady({ projectId }: TestProject): Promise<void> {
  await service.services.lookupBuilder.look();
  await expect
    .poll(async () => (await expectExact(service.services, projectId, 'built')).every(isReady), PATIENT)
    .toBe(true);
}

const isReady = ({ state }: { readonly state: string }) => state === 'ready';
const PATIENT = { timeout: 30_000, interval: 100 };

/** Rows of the lookup by distinct id, which has every event. */
async function countRows(projectId: number): Promise<number> {
  const { rows } = await service.engine.command(
    `SELECT count() FROM app.lookups WHERE project_id = ${projectId}
      AND lookup = (SELECT max(lookup) FROM app.lookups WHERE project_id = ${projectId})`,
  );
  return Number(JSON.parse(Buffer.from(rows).toString())[0]);
}

test('deleting a person', async () => {
  const project = await openProject('person');
  const { status, text } = await project.call('DELETE', 'persons/d3');
  expect(status, text).toBe(204);
  await expectExact(service.services, project.projectId, 'a person less');
  expect(await countRows(project.projectId)).toBe(72);
});

test('deleting events by a condition', async () => {
  const project = await openProject('events');
  const { json, text } = await project.call('POST', 'events/delete/', {
    body: { event: 'goes', wait: true },
  });
  expect(json.deleted, text).toBe(10);
  await expectExact(service.services, project.projectId, 'events less');
  expect(await countRows(project.projectId)).toBe(70);
});

test('an import, and undoing it', async () => {
  const project = await openProject('import');
  const rows = EVENTS.map((event, index) => ({
    ...event,
    uuid: event.uuid.replace('0190', index < 5 ? '0190' : '0191'),
  }));
  const made = await project.call('POST', 'imports/?wait=true', {
    body: rows.map((row) => JSON.stringify(row)).join('\n'),
    headers: { 'content-type': 'application/octet-stream' },
  });
  expect(made.json, made.text).toMatchObject({ inserted: 75 });
  await expectExact(service.services, project.projectId, 'imported');
  expect(await countRows(project.projectId)).toBe(155);
  const { json } = await project.call('DELETE', `imports/${made.json.id}`);
  const path = `events/delete/${json.deletion.id}`;
  await expect.poll(async () => (await project.call('GET', path)).json.state, PATIENT).toBe('completed');
  await expectExact(service.services, project.projectId, 'undone');
  expect(await countRows(project.projectId)).toBe(80);
});

test('folding merged persons, also while a lookup is built', async () => {
  const project = await openProject('fold');
  const { services } = service;
  await project.capture([{ event: '$merge_dangerously', distinct_id: 'd1', properties: { alias: 'd2' } }]);
  await foldNow(services, project.projectId);
  await expectExact(services, project.projectId, 'folded');
  await project.capture([{ event: '$merge_dangerously', distinct_id: 'd3', properties: { alias: 'd4' } }]);
  expect(await foldStep(services, project.projectId)).toBe('fenced');
  for (const lookup of await listLookups(services.database.query, [project.projectId])) {
    // One that was begun anew.
    await updateLookup(services.database.query, lookup, {
      state: 'building',
      coveredFromUs: Date.UTC(2026, 0) * 1000,
    });
  }
  await Promise.all([services.lookupBuilder.look(), foldNow(services, project.projectId)]);
  await untilReady(project);
});

test('events that expire', async () => {
  const project = await openProject('expiry');
  await project.call('PATCH', '', { body: { event_retention_days: 100 } });
  await service.services.eventExpirer.expire();
  await expectExact(service.services, project.projectId, 'expired');
  expect(await countRows(project.projectId)).toBe(60);
});

test('a project is told which of its lookups are ready, at once [ENG-13.4]', async () => {
  const project = await openProject('told');
  const { projectId } = project;
  const { services } = service;
  const ready = async (lookups: readonly LookupRow[]) => {
    const known = (await services.catalog.context(projectId)).lookups?.ready;
    return lookups.map(({ subjectName }) => known?.get(subjectName));
  };
  const lookups = await listLookups(services.database.query, [projectId]);
  const [first, second] = lookups;
  if (first === undefined || second === undefined) throw new Error('nothing was built');
  expect(await ready(lookups)).toEqual([first.number, second.number]);
  await retireLookup(services, first);
  expect(await ready(lookups)).toEqual([undefined, second.number]);
});

test('a project that is deleted takes its lookups with it', async () => {
  const project = await openProject('gone');
  const { projectId } = project;
  expect(await countRows(projectId)).toBe(80);
  await project.call('DELETE', '');
  await expect.poll(() => listLookups(service.services.database.query, [projectId]), PATIENT).toEqual([]);
  await expect.poll(() => countRows(projectId), PATIENT).toBe(0);
});
