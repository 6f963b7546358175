import { afterAll, beforeAll, expect, test } from 'vitest';
import { listLookups, updateLookup } from '../../src/adapters/store/lookup-store.ts';
import { foldNow, foldStep } from '../fixtures/fold-now.ts';
import type { TestService } from '../fixtures/start-service.ts';
import { expectExact } from './lookup-lab.ts';
import { countRows, EVENTS, openProject, PATIENT, startAtEvents, untilReady } from './ready-lookups.ts';

// [ENG-13.5]

let service: TestService;
beforeAll(async () => {
  service = await startAtEvents();
});
afterAll(() => service.close());

test('an import, and undoing it', async () => {
  const project = await openProject(service, 'import');
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
  expect(await countRows(service, project.projectId)).toBe(155);
  const { json } = await project.call('DELETE', `imports/${made.json.id}`);
  const path = `events/delete/${json.deletion.id}`;
  await expect.poll(async () => (await project.call('GET', path)).json.state, PATIENT).toBe('completed');
  await expectExact(service.services, project.projectId, 'undone');
  expect(await countRows(service, project.projectId)).toBe(80);
});

test('folding merged persons, also while a lookup is built', async () => {
  const project = await openProject(service, 'fold');
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
  await untilReady(service, project);
});
