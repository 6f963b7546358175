import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../fixtures/start-service.ts';
import { type FoldLab, openFoldLab } from './fold-lab.ts';

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

const COPIES = 10_000;
/** Persons of many events in several months, which lie in parts of their own. */
async function multiplyEvents({ projectId }: FoldLab): Promise<void> {
  await service.engine.command(`INSERT INTO app.events
    (project_id, uuid, event, distinct_id, person_id, timestamp, created_at, properties)
    SELECT project_id, generateUUIDv4(), 'copied', distinct_id, person_id, timestamp - toIntervalDay(number % 200), created_at, '{}'
    FROM app.events CROSS JOIN (SELECT number FROM numbers(${COPIES})) AS copies WHERE project_id = ${projectId} AND event = 'seen'`);
}

/** One scan, two scans that must agree, and a person of each event. */
const QUESTIONS = [
  'select uniq(person_id), count() from events',
  `select count(), uniq(a.person_id), max(b.n) from events as a
    join (select person_id, count() as n from events group by person_id) as b on a.person_id = b.person_id`,
  'select groupUniqArray(distinct_id) as ids, count() from events group by person_id order by count(), length(ids)',
];

test('queries that run while events are rewritten answer as before and after', async () => {
  const lab = await openFoldLab(service);
  const ids = Array.from({ length: 12 }, (_, index) => `id-${index}`);
  await lab.send(...ids.map((id) => ['seen', id] as const));
  await multiplyEvents(lab);
  for (const [index, id] of ids.entries())
    if (index % 3 > 0) await lab.merge(`id-${index - (index % 3)}`, id);
  const results = async (question: string) =>
    JSON.stringify((await lab.ask(question)).results.map((row: unknown[]) => row.map(sorted)));
  const expected = await Promise.all(QUESTIONS.map(results));
  let asked = 0;
  let isFolding = true;
  const askers = QUESTIONS.map(async (question, index) => {
    while (isFolding) {
      expect(await results(question)).toBe(expected[index]);
      asked += 1;
    }
  });
  while (await lab.joinsOverrides()) {
    await lab.step();
    // As after `settleMs`: queries that began before have ended.
    const enough = asked + 2 * QUESTIONS.length;
    await expect.poll(() => asked, { timeout: 60_000 }).toBeGreaterThanOrEqual(enough);
  }
  isFolding = false;
  await Promise.all(askers);
  expect(await lab.engineOverrides()).toBe(0);
});

function sorted(value: unknown): unknown {
  return Array.isArray(value) ? value.toSorted() : value;
}
