import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newUuid } from '../../src/base/ids.ts';
import { runCommand } from '../fixtures/run-command.ts';
import { runCommandHere } from '../fixtures/run-command-here.ts';
import { startTestService, type TestService } from '../fixtures/start-service.ts';
import { makeProject } from '../http/operation-calls.ts';

// [CAP-7.8].

let service: TestService;
let folder: string;
let from: { readonly id: number; readonly api_token: string };
beforeAll(async () => {
  service = await startTestService();
  folder = mkdtempSync(path.join(os.tmpdir(), 'sluice-test-'));
  from = await makeProject(service);
  const at = (minute: number) => `2025-06-01T10:0${minute}:00.123456Z`;
  const batch = [
    { event: 'looked', distinct_id: 'anon-1', timestamp: at(0), properties: { path: '/a"\\\n', n: 1e20 } },
    { event: 'bought', distinct_id: 'ada', timestamp: at(1), properties: { $set: { plan: 'free' } } },
    { event: '$identify', distinct_id: 'ada', timestamp: at(2), properties: { $anon_distinct_id: 'anon-1' } },
    {
      event: 'bought',
      distinct_id: 'ada',
      timestamp: at(3),
      properties: { $set: { plan: 'pro' }, $groups: { company: 'acme' } },
    },
    {
      event: '$groupidentify',
      distinct_id: 'ada',
      timestamp: at(4),
      properties: { $group_type: 'company', $group_key: 'acme', $group_set: { seats: 3 } },
    },
    { event: 'looked', distinct_id: 'bob', timestamp: at(5), properties: { $process_person_profile: false } },
    // An id that is new when it is given to an identified person; afterwards it has plain events.
    { event: '$identify', distinct_id: 'eve', timestamp: at(6), properties: { $set: { plan: 'old' } } },
    { event: '$identify', distinct_id: 'eve-2', timestamp: at(7), properties: { $anon_distinct_id: 'eve' } },
    { event: 'bought', distinct_id: 'eve-2', timestamp: at(8), properties: { n: 2 } },
    // A merge that is refused: both are identified.
    { event: '$identify', distinct_id: 'ada', timestamp: at(9), properties: { $anon_distinct_id: 'eve' } },
  ];
  await service.call('POST', '/batch?wait=true', { body: { api_key: from.api_token, batch }, key: null });
  // What an import says of a person is no event that an export could hold.
  const late = {
    event: 'looked',
    distinct_id: 'eve-2',
    timestamp: '2025-06-01T10:10:00Z',
    uuid: newUuid(),
    properties: {},
  };
  await importText(from.id, JSON.stringify({ ...late, person_properties: { plan: 'new' } }));
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

const EVENTS = 11;

async function importText(project: number, text: string): Promise<void> {
  const headers = { 'content-type': 'application/octet-stream' };
  const sent = { body: Buffer.from(text), headers };
  const { status, json } = await service.call('POST', `/api/projects/${project}/imports?wait=true`, sent);
  expect([status, json.state, json.rejected]).toEqual([200, 'completed', 0]);
}

const argumentsOf = (command: string, project: number, ...args: readonly string[]) => [
  command,
  ...args,
  '--project',
  String(project),
  '--data-dir',
  service.dataDir,
];
const run = (command: string, project: number, ...args: readonly string[]) =>
  runCommandHere(argumentsOf(command, project, ...args));

const DAY = { dateRange: { date_from: '2025-06-01', date_to: '2025-06-01' } };
const QUESTIONS = [
  'select event, distinct_id, timestamp, properties from events order by timestamp',
  'select person.properties.plan, count(), min(timestamp) from events group by 1 order by 2',
  'select count(distinct person_id) from events',
  `select arraySort(groupUniqArray(distinct_id)), count(), any(person.properties.plan) from events
    group by person_id order by 1`,
  { kind: 'TrendsQuery', series: [{ kind: 'EventsNode', event: null, math: 'dau' }], ...DAY },
  {
    kind: 'TrendsQuery',
    series: [{ kind: 'EventsNode', event: null }],
    breakdownFilter: { breakdown: 'plan', breakdown_type: 'person' },
    ...DAY,
  },
  {
    kind: 'FunnelsQuery',
    series: [
      { kind: 'EventsNode', event: 'looked' },
      { kind: 'EventsNode', event: 'bought' },
    ],
    ...DAY,
  },
  'select $group_0, count() from events group by 1 order by 1',
  'select key, properties from groups',
  'select created_at, properties, is_identified from persons order by created_at',
];

async function answers(project: number, questions = QUESTIONS): Promise<readonly unknown[]> {
  const all = [];
  for (const question of questions) {
    const query = typeof question === 'string' ? { kind: 'HogQLQuery', query: question } : question;
    const body = { query };
    all.push((await service.call('POST', `/api/projects/${project}/query`, { body })).json.results);
  }
  return all;
}

test.each([
  ['events.jsonl', runCommand],
  ['events.jsonl.gz', runCommandHere],
  ['events.parquet', runCommandHere],
])('%s gives the same answers in an empty project', async (name, command) => {
  const file = path.join(folder, name);
  const exported = await command(argumentsOf('export', from.id, file));
  expect([exported.exitCode, exported.stderr]).toEqual([0, '']);
  const { id } = await makeProject(service);
  const imported = await command(argumentsOf('import', id, file));
  expect(imported.stdout, imported.stderr).toContain(
    `${EVENTS} rows read, ${EVENTS} inserted, 0 there before, 0 rejected`,
  );
  expect(await answers(id)).toEqual(await answers(from.id));
});

test('a part without the events that merged its persons has the same persons', async () => {
  const { text } = await service.call('GET', `/api/projects/${from.id}/export?event=looked`);
  const { text: bought } = await service.call('GET', `/api/projects/${from.id}/export?event=bought`);
  const { id } = await makeProject(service);
  await importText(id, text + bought);
  const persons = [
    `select arraySort(groupUniqArray(distinct_id)), count(), any(person.properties.plan) from events
      where event in ('looked', 'bought') group by person_id order by 1`,
  ];
  const [rows] = await answers(from.id, persons);
  expect(rows).toEqual([
    [['ada', 'anon-1'], 3, 'pro'],
    [['bob'], 1, null],
    [['eve-2'], 2, 'new'],
  ]);
  expect(await answers(id, persons)).toEqual([rows]);
});

test('a range and a name are kept to, and a file is there whole or not at all', async () => {
  const file = path.join(folder, 'some.jsonl.gz');
  await run(
    'export',
    from.id,
    file,
    '--after',
    '2025-06-01T10:00:00.124Z',
    '--before',
    '2025-06-01T10:03:00Z',
    '--event',
    'bought',
  );
  const lines = gunzipSync(readFileSync(file)).toString().trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line).timestamp)).toEqual(['2025-06-01T10:01:00.123456Z']);
  const refused = await run('export', from.id, path.join(folder, 'none.jsonl'), '--after', 'yesterday');
  expect([refused.exitCode, existsSync(path.join(folder, 'none.jsonl'))]).toEqual([2, false]);
  expect((await run('export', from.id, path.join(folder, 'x.csv'))).exitCode).toBe(1);
});
