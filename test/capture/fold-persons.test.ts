import { afterAll, beforeAll, expect, test } from 'vitest';
import { foldNow } from '../fixtures/fold-now.ts';
import { startTestService, type TestService } from '../fixtures/start-service.ts';
import { readRows } from './capture-fixture.ts';
import { openFoldLab } from './fold-lab.ts';

// [CAP-6.7], [ENG-9.1], [ENG-9.2].

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

test('answers stay the same at every step, and at the end queries do without the join', async () => {
  const lab = await openFoldLab(service);
  const personless = { $process_person_profile: false };
  await lab.send(['seen', 'a'], ['seen', 'b'], ['seen', 'other'], ['seen', 'quiet', personless]);
  await lab.send(
    ['$identify', 'ada', { $anon_distinct_id: 'a' }],
    ['$identify', 'ada', { $anon_distinct_id: 'quiet' }],
    ['$merge_dangerously', 'ada', { alias: 'b' }],
  );
  const expected = ['a ada b quiet', 'other'];
  expect(await lab.joinsOverrides()).toBe(true);
  expect(await lab.actors()).toEqual(expected);
  for (const phase of ['fenced', 'folded', 'waiting']) {
    expect(await lab.step()).toBe(phase);
    expect(await lab.actors(), phase).toEqual(expected);
    expect(await lab.joinsOverrides(), phase).toBe(phase !== 'waiting');
  }
  expect(await lab.engineOverrides()).toBe(0);
  const tables = "SELECT name FROM system.tables WHERE startsWith(name, 'fold')";
  expect(await readRows(service.services.engine, tables)).toEqual([]);
  await lab.send(['seen', 'b'], ['seen', 'quiet', personless]);
  expect(await lab.actors(), 'later events of merged ids').toEqual(expected);
});

test('merges in the middle of a fold act at once, and stay for the next one', async () => {
  const lab = await openFoldLab(service);
  await lab.send(['seen', 'a'], ['seen', 'b'], ['seen', 'c'], ['seen', 'd']);
  await lab.merge('a', 'b');
  await lab.step();
  // The target of an override that is being folded is merged itself: the override is redirected.
  await lab.merge('c', 'a');
  expect(await lab.actors()).toEqual(['a b c', 'd']);
  await lab.step();
  await lab.merge('d', 'c');
  expect(await lab.actors()).toEqual(['a b c d']);
  await lab.step();
  expect(await lab.joinsOverrides()).toBe(true);
  await foldNow(service.services, lab.projectId);
  expect(await lab.actors()).toEqual(['a b c d']);
  expect(await lab.joinsOverrides()).toBe(false);
});
