import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LookupRow, listLookups } from '../../src/adapters/store/lookup-store.ts';
import { retireLookup } from '../../src/services/lookups/retire-lookup.ts';
import type { TestService } from '../fixtures/start-service.ts';
import { expectExact } from './lookup-lab.ts';
import { countRows, openProject, PATIENT, startAtEvents } from './ready-lookups.ts';

// Whatever takes events away or changes them does so in lookups too, before it has ended; imports and folds are in
// `changes.deep.test.ts`. [ENG-13.5]

let service: TestService;
beforeAll(async () => {
  service = await startAtEvents();
});
afterAll(() => service.close());

test('deleting a person', async () => {
  const project = await openProject(service, 'person');
  const { status, text } = await project.call('DELETE', 'persons/d3');
  expect(status, text).toBe(204);
  await expectExact(service.services, project.projectId, 'a person less');
  expect(await countRows(service, project.projectId)).toBe(72);
});

test('deleting events by a condition', async () => {
  const project = await openProject(service, 'events');
  const { json, text } = await project.call('POST', 'events/delete/', {
    body: { event: 'goes', wait: true },
  });
  expect(json.deleted, text).toBe(10);
  await expectExact(service.services, project.projectId, 'events less');
  expect(await countRows(service, project.projectId)).toBe(70);
});

test('events that expire', async () => {
  const project = await openProject(service, 'expiry');
  await project.call('PATCH', '', { body: { event_retention_days: 100 } });
  await service.services.eventExpirer.expire();
  await expectExact(service.services, project.projectId, 'expired');
  expect(await countRows(service, project.projectId)).toBe(60);
});

test('a project is told which of its lookups are ready, at once [ENG-13.4]', async () => {
  const project = await openProject(service, 'told');
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
  const project = await openProject(service, 'gone');
  const { projectId } = project;
  expect(await countRows(service, projectId)).toBe(80);
  await project.call('DELETE', '');
  await expect.poll(() => listLookups(service.services.database.query, [projectId]), PATIENT).toEqual([]);
  await expect.poll(() => countRows(service, projectId), PATIENT).toBe(0);
});
