import { afterAll, beforeAll, expect, test } from 'vitest';
import { ENGINE_KIND } from '../fixtures/engine-of-tests.ts';
import { startTestService, type TestProject, type TestService } from '../fixtures/start-service.ts';

// Deletions and imports of one project take turns with what others write. [SPEC-7.11], [SPEC-7.12].

let service: TestService;
let other: TestProject;

beforeAll(async () => {
  service = await startTestService({ importWaitingBytes: 40_000_000 });
  other = await service.addProject('other');
});
afterAll(() => service.close());

/** How often the engine did what only deletions do. */
async function countMutations(): Promise<number> {
  const sql = `SELECT count() FROM system.mutations WHERE table = 'events'`;
  const { rows } = await service.engine.command(sql);
  return Number(JSON.parse(Buffer.from(rows).toString())[0]);
}

const days = Array.from({ length: 15 }, (_, day) => `2024-01-${String(day + 10)}`);

/** Captures an event of a person for each of these days, and answers the persons' ids. */
async function captureDays(): Promise<readonly string[]> {
  await service.capture(
    days.map((day) => ({ event: 'old', distinct_id: day, timestamp: `${day}T12:00:00Z` })),
  );
  const query = "select person_id from events where event = 'old' order by timestamp";
  const { json } = await service.call('POST', 'query/', { body: { query: { kind: 'HogQLQuery', query } } });
  return json.results.map(([id]: [string]) => id);
}

async function countOld(): Promise<unknown> {
  const query = "select count() from events where event = 'old'";
  return (await service.call('POST', 'query/', { body: { query: { kind: 'HogQLQuery', query } } })).json
    .results;
}

test('deletions of persons that wait are done as one, and others capture beside them', async () => {
  const persons = await captureDays();
  const before = await countMutations();
  const deletions = persons.map((id) => service.call('DELETE', `persons/${id}/`));
  await other.capture([{ event: 'new', distinct_id: 'a' }]);
  expect((await Promise.all(deletions)).map(({ status }) => status)).toEqual(days.map(() => 204));
  expect((await countMutations()) - before).toBeLessThanOrEqual(3);
  expect(await countOld()).toEqual([[0]]);
});

function deleteBefore(project: TestProject, day: string) {
  return project.call('POST', 'events/delete/', { body: { before: `${day}T00:00:00Z`, wait: true } });
}

test('deletions of events run one after the other, and others capture beside them', async () => {
  await captureDays();
  const deletions = days.slice(0, 5).map((day) => deleteBefore(service, day));
  await other.capture([{ event: 'new', distinct_id: 'a' }]);
  const ended = await Promise.all(deletions);
  expect(ended.map(({ json }) => json.state)).toEqual(ended.map(() => 'completed'));
  const deleted: readonly number[] = ended.map(({ json }) => json.deleted);
  // Calls reach PostgreSQL in any order. Whoever deletes finds the days since the last one that found any.
  if (ENGINE_KIND === 'embedded') expect(deleted).toEqual([0, 1, 1, 1, 1]);
  const found = deleted.flatMap((count, day) => (count > 0 ? [{ day, count }] : []));
  expect(found.map(({ count }) => count)).toEqual(
    found.map(({ day }, index) => day - (found[index - 1]?.day ?? 0)),
  );
  expect(found.at(-1)?.day).toBe(4);
  expect(await countOld()).toEqual([[11]]);
});

test('a deletion of nothing changes nothing in the engine', async () => {
  const before = await countMutations();
  expect((await deleteBefore(other, '2000-01-01')).status).toBe(200);
  expect(await countMutations()).toBe(before);
});

const line = (name: string): string =>
  `${JSON.stringify({ event: name, distinct_id: 'p', timestamp: '2025-01-01T00:00:00Z' })}\n`;

function importLines(project: TestProject, lines: string, wait: boolean) {
  const body = Buffer.from(lines);
  const headers = { 'content-type': 'application/octet-stream' };
  return project.call('POST', `imports/?format=jsonl&wait=${wait}`, { body, headers });
}

test('an import of a line does not wait for the files of another project', async () => {
  const large = line('large').repeat(60_000);
  const begun = await Promise.all([1, 2, 3, 4].map(() => importLines(service, large, false)));
  expect(begun.map(({ status }) => status)).toEqual([202, 202, 202, 202]);
  const { status, json } = await importLines(other, line('small'), true);
  expect([status, json.state]).toEqual([200, 'completed']);
  const imports = (await service.call('GET', 'imports/')).json.results;
  expect(imports.filter(({ state }: { state: string }) => state === 'running').length).toBeGreaterThan(0);
});

test('files of a project that wait have a quota, beside which others import', async () => {
  const large = line('quota').repeat(150_000);
  const answers = await Promise.all([1, 2, 3].map(() => importLines(service, large, false)));
  const refused = answers.filter(({ status }) => status !== 202);
  expect(refused.length).toBeGreaterThan(0);
  for (const { status, json, headers } of refused)
    expect([status, json.code, headers['retry-after']]).toEqual([429, 'throttled', '10']);
  expect((await importLines(other, line('after'), true)).status).toBe(200);
});
