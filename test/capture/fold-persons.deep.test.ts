import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../fixtures/start-service.ts';
import { openFoldLab } from './fold-lab.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

test.each([0, 1, 2])(
  'a merged person deleted after step %i and seen again is a person of its own',
  async (steps) => {
    const lab = await openFoldLab(service);
    await lab.send(['seen', 'a'], ['seen', 'b'], ['seen', 'c']);
    await lab.merge('a', 'b');
    for (let taken = 0; taken < steps; taken += 1) await lab.step();
    const [[personId]] = (await lab.ask("select person_id from events where distinct_id = 'a'")).results;
    const path = `/api/projects/${lab.projectId}/persons/${personId}`;
    expect((await service.call('DELETE', path)).status).toBe(204);
    await lab.send(['seen', 'b']);
    await lab.merge('c', 'b');
    await lab.send(['seen', 'a']);
    expect(await lab.actors()).toEqual(['a', 'b c']);
    while (await lab.joinsOverrides()) {
      await lab.step();
      expect(await lab.actors()).toEqual(['a', 'b c']);
    }
  },
);

test('overrides beyond the most of one fold are folded by the next', async () => {
  const lab = await openFoldLab(service);
  const ids = Array.from({ length: 6 }, (_, index) => `anonymous-${index}`);
  await lab.send(...ids.map((id) => ['seen', id] as const));
  for (const id of ids) await lab.merge('ada', id);
  const left: unknown[] = [];
  while (await lab.joinsOverrides()) {
    await lab.step(4);
    expect(await lab.actors()).toEqual([['ada', ...ids].toSorted().join(' ')]);
    left.push(await lab.engineOverrides());
  }
  expect(left).toEqual([6, 6, 2, 2, 2, 0]);
});
