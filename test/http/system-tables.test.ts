import { beforeAll, describe, expect, test } from 'vitest';
import { shareService } from '../fixtures/share-service.ts';
import type { TestProject } from '../fixtures/start-service.ts';

// [SQL-4.6], [SQL-4.7]: what the dialect and the project have, as tables.

const NOW = '2026-01-08T12:00:00Z';

let own: TestProject;
let other: TestProject;
beforeAll(async () => {
  [own, other] = [await shareService(), await shareService()];
  for (const [project, name] of [
    [own, "Bob's \\ action"],
    [other, 'Of others'],
  ] as const) {
    await project.call('POST', 'actions', { body: { name, steps: [{ event: 'x' }] }, now: NOW });
    await project.call('POST', 'cohorts', { body: { name, is_static: true }, now: NOW });
    const query = { kind: 'HogQLQuery', query: 'SELECT name FROM system.actions' };
    await project.call('POST', 'endpoints', { body: { name: 'names', query }, now: NOW });
  }
});

const ask = async (query: string, project = own) => {
  const body = { query: { kind: 'HogQLQuery', query } };
  return (await project.call('POST', 'query', { body, now: NOW })).json;
};

test('each project sees its own things', async () => {
  for (const table of ['actions', 'cohorts']) {
    expect((await ask(`SELECT name FROM system.${table}`)).results).toEqual([["Bob's \\ action"]]);
    expect((await ask(`SELECT name FROM system.${table}`, other)).results).toEqual([['Of others']]);
  }
  const run = await own.call('POST', 'endpoints/names/run', { body: {}, now: NOW });
  expect(run.json.results).toEqual([["Bob's \\ action"]]);
});

test('all members of a thing', async () => {
  expect(
    (await ask('SELECT name, description, is_static, created_at <= updated_at FROM system.cohorts')).results,
  ).toEqual([["Bob's \\ action", '', true, 1]]);
  const { results, columns } = await ask('SELECT * FROM system.endpoints');
  expect(Object.fromEntries(columns.map((name: string, at: number) => [name, results[0][at]]))).toEqual({
    name: 'names',
    description: '',
    is_active: true,
    is_materialized: false,
    current_version: 1,
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    updated_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
  });
});

test('a list without things has no rows, and keeps its columns', async () => {
  const empty = await shareService();
  const { results, types } = await ask('SELECT id, name, updated_at FROM system.actions', empty);
  expect(results).toEqual([]);
  expect(types).toEqual([
    ['id', 'UInt64'],
    ['name', 'String'],
    ['updated_at', "Nullable(DateTime64(6, 'UTC'))"],
  ]);
});

describe('the columns of the dialect', () => {
  test('are those that a query can name, with the types of their answers', async () => {
    const { results } = await ask(
      "SELECT table, name, type FROM system.columns WHERE type != 'JSON' LIMIT 500",
    );
    expect(results.length).toBeGreaterThan(60);
    for (const table of new Set<string>(results.map(([of]: string[]) => of))) {
      const of = results.filter(([name]: string[]) => name === table);
      const names = of.map(([, name]: string[]) => `\`${name}\``);
      const { types } = await ask(`SELECT ${names.join(', ')} FROM ${table} LIMIT 1`);
      expect(types).toEqual(of.map(([, name, type]: string[]) => [name, type]));
    }
  });

  test('stand in information_schema too', async () => {
    const text = `SELECT ordinal_position, data_type, is_nullable FROM system.information_schema.columns AS c
      JOIN system.information_schema.tables AS t ON c.table_name = t.table_name AND t.table_type = 'BASE TABLE'
      WHERE c.table_name = 'events' AND column_name = 'event'`;
    expect((await ask(text)).results).toEqual([[2, 'String', 'NO']]);
  });
});

test('lists stand in sub-queries, beside events, and in expressions of insights', async () => {
  const events = [{ event: "Bob's \\ action", distinct_id: 'ann', timestamp: '2026-01-08T10:00:00Z' }];
  await own.capture(events, NOW);
  const text = 'SELECT count() FROM events WHERE event IN (SELECT name FROM system.actions)';
  expect((await ask(text)).results).toEqual([[1]]);
  const query = {
    kind: 'TrendsQuery',
    dateRange: { date_from: '2026-01-08', date_to: '2026-01-08' },
    series: [
      {
        kind: 'EventsNode',
        properties: [{ type: 'hogql', key: 'event IN (SELECT name FROM system.actions)' }],
      },
    ],
  };
  const { json } = await own.call('POST', 'query', { body: { query }, now: NOW });
  expect(json.results.map(({ data }: { data: number[] }) => data)).toEqual([[1]]);
});

test('they are streamed, stored and compiled by threads, as everything else', async () => {
  const csv = await own.call('POST', 'endpoints/names/run?format=csv', { now: NOW });
  expect(csv.text).toBe('"name"\r\n"Bob\'s \\ action"\r\n');
  const query = { kind: 'HogQLQuery', query: 'SELECT name FROM system.endpoints ORDER BY name' };
  await own.call('POST', 'endpoints', { body: { name: 'stored', query, is_materialized: true } });
  await own.call('POST', 'endpoints/stored/materialize/?wait=true');
  expect((await own.call('POST', 'endpoints/stored/run')).json).toMatchObject({
    served_from: 'materialized',
    results: [['names'], ['stored']],
  });
  const long = `SELECT name FROM system.actions WHERE name != '${'x'.repeat(3000)}'`;
  expect((await ask(long)).results).toEqual([["Bob's \\ action"]]);
});

test.each([
  ['SELECT 1 FROM system.action', 'unknown_table', 'system.actions'],
  ['SELECT 1 FROM system.processes', 'unknown_table', 'processes'],
  ['SELECT 1 FROM actions', 'unknown_table', 'actions'],
  ['SELECT steps FROM system.actions', 'unknown_field', 'steps'],
])('%s is refused', async (text, code, detail) => {
  expect(await ask(text)).toMatchObject({ code, detail: expect.stringContaining(detail) });
});

test('a filter of a call cannot narrow them', async () => {
  const body = { filters_override: { properties: [{ key: 'a', value: 'b' }] } };
  expect(await own.call('POST', 'endpoints/names/run', { body, now: NOW })).toMatchObject({
    status: 400,
    json: { code: 'filters_not_applicable' },
  });
});
