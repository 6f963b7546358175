import { beforeAll, expect, test } from 'vitest';
import { shareService } from '../fixtures/share-service.ts';
import type { TestProject } from '../fixtures/start-service.ts';

// [CON-12.1], [CON-12.2].

let service: TestProject;
beforeAll(async () => {
  service = await shareService();
});

const format = (query: string) => service.call('POST', 'endpoints/format', { body: { query } });

test('a text is laid out, and saving the answer makes no version and keeps the columns', async () => {
  const query =
    'select count()+1, uniq(person_id) as users -- all\nfrom events where event = {variables.name}';
  const { status, json } = await format(query);
  expect([status, json.query]).toEqual([
    200,
    'SELECT\n  count()+1,\n  uniq(person_id) AS users -- all\nFROM events\nWHERE event = {variables.name}',
  ]);
  const body = { name: 'laid-out', query: { kind: 'HogQLQuery', query } };
  const saved = await service.call('POST', 'endpoints', { body });
  const laidOut = { kind: 'HogQLQuery', query: json.query };
  const again = await service.call('PATCH', 'endpoints/laid-out', { body: { query: laidOut } });
  expect([again.json.current_version, again.json.columns]).toEqual([1, saved.json.columns]);
});

test('a long text is laid out by a thread as a short one', async () => {
  const columns = Array.from({ length: 400 }, (_, number) => `a${number}`).join(', ');
  const { json } = await format(`select ${columns} from events`);
  expect(json.query.split('\n')).toHaveLength(402);
});

test.each([
  ['selec 1', 'syntax_error'],
  [`select ${'('.repeat(30_000)}1${')'.repeat(30_000)}`, 'query_too_complex'],
])('a text that cannot be parsed is refused with its place', async (query, code) => {
  expect(await format(query)).toMatchObject({ status: 400, json: { code, position: { line: 1 } } });
});

test('a text beyond the limit is refused', async () => {
  expect((await format(`select '${'x'.repeat(66_000)}'`)).status).toBe(400);
});
