import { beforeAll, describe, expect, test } from 'vitest';
import { shareService } from '../fixtures/share-service.ts';
import type { TestProject } from '../fixtures/start-service.ts';

// [SPEC-3.6.9]

let service: TestProject;
beforeAll(async () => {
  service = await shareService();
  const sql = {
    numbers: `select number as n, [toString(number), '},{'] as list, 18446744073709551615 as large,
      nullIf(number, 1) as "how many" from numbers(3)`,
    many: 'select number as n, {variables.text} as text from numbers(3000)',
    twice: 'select 1 as one, e.event, f.event from events as e join events as f on e.uuid = f.uuid',
    none: 'select number as n from numbers(0)',
  };
  for (const [name, query] of Object.entries(sql)) await make(name, { kind: 'HogQLQuery', query });
  await make('insight', { kind: 'TrendsQuery', series: [{ kind: 'EventsNode' }] });
});

async function make(name: string, query: object): Promise<void> {
  const made = await service.call('POST', 'endpoints', { body: { name, query } });
  expect(made.status, made.text).toBe(201);
}

const run = (name: string, search = '', body?: object) =>
  service.call('POST', `endpoints/${name}/run?rows=objects${search}`, body === undefined ? {} : { body });

test('each row is an object by column name, with every digit of a number', async () => {
  const { text, json } = await run('numbers');
  expect(text).toContain('{"n":0,"list":["0","},{"],"large":18446744073709551615,"how many":0}');
  expect(json.results.map((row: { n: number }) => row['n'])).toEqual([0, 1, 2]);
  expect(json.results[1]['how many']).toBeNull();
  expect(json.columns).toEqual(['n', 'list', 'large', 'how many']);
  expect((await run('none')).json.results).toEqual([]);
});

test('is kept apart from the answer with arrays', async () => {
  const arrays = await service.call('POST', 'endpoints/numbers/run');
  expect(arrays.json.results[0]).toHaveLength(4);
  const [first, second] = [await run('numbers'), await run('numbers')];
  expect(second.json).toMatchObject({ is_cached: true, results: first.json.results });
  expect(second.headers['etag']).not.toBe(arrays.headers['etag']);
});

test('goes with integers as texts, a limit and a snapshot', async () => {
  const body = { limit: 1, offset: 1 };
  expect((await run('numbers', '&int64=string', body)).json.results).toMatchObject([
    { n: '1', large: '18446744073709551615' },
  ]);
  await service.call('PATCH', 'endpoints/numbers', { body: { is_materialized: true } });
  await service.call('POST', 'endpoints/numbers/materialize?wait=true');
  expect((await run('numbers')).json).toMatchObject({
    served_from: 'materialized',
    results: [{ n: 0 }, { n: 1 }, { n: 2 }],
  });
});

test('many rows are objects too', async () => {
  const { json } = await run('many', '', { variables: { text: 'x'.repeat(10) } });
  expect(json.results).toHaveLength(3_000);
  expect(json.results[2_999]).toEqual({ n: 2_999, text: 'x'.repeat(10) });
});

describe('is refused', () => {
  test.each([
    ['of an insight', 'insight', ''],
    ['of another format', 'numbers', '&format=csv'],
    ['with a name that stands twice', 'twice', ''],
  ])('%s', async (_, name, search) => {
    expect(await run(name, search)).toMatchObject({
      status: 400,
      json: { code: 'combination_not_allowed', attr: 'rows' },
    });
  });
});
