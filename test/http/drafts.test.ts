import { beforeAll, describe, expect, test } from 'vitest';
import { shareService } from '../fixtures/share-service.ts';
import type { TestProject } from '../fixtures/start-service.ts';

// [CON-10.1], [CON-10.2], [CON-11.1].

let service: TestProject;
beforeAll(async () => {
  service = await shareService();
});

const sql = (query: string) => ({ kind: 'HogQLQuery', query });

describe('a draft runs as its stored form will', () => {
  const query = sql('select {variables.a} as a');
  const cases: readonly (readonly [string, object, object])[] = [
    ['a type', { a: { type: 'Number' } }, { variables: { a: '7' } }],
    ['a default', { a: { type: 'Date', default: '2026-01-05' } }, {}],
    ['a required variable that is not sent', { a: { type: 'Number', required: true } }, {}],
    ['values of a list', { a: { enum: ['x', 'y'] } }, { variables: { a: 'z' } }],
    ['a bound', { a: { type: 'Number', max: 3 } }, { variables: { a: 4 } }],
    ['null', { a: { type: 'String', required: false } }, {}],
    ['an unknown member of a declaration', { a: { typ: 'Number' } }, {}],
    ['a name that the query does not use', { b: {} }, { variables: { a: 1 } }],
  ];

  test.each(cases)('%s', async (name, variables, body) => {
    const at = `draft-${name.replaceAll(/\W+/g, '-')}`;
    const saved = await service.call('POST', 'endpoints', { body: { name: at, query, variables } });
    const draft = await service.call('POST', 'query', {
      body: { query, variable_declarations: variables, ...body },
    });
    const { status, json } =
      saved.status === 201 ? await service.call('POST', `endpoints/${at}/run`, { body }) : saved;
    const seen = (answer: typeof json) => [answer.results, answer.types, answer.code];
    expect([draft.status, seen(draft.json)]).toEqual([status, seen(json)]);
  });

  test('the variables of PostHog are declarations, and a name is declared once', async () => {
    const keyed = { ...query, variables: { 'id-1': { variableId: 'id-1', code_name: 'a', value: 'given' } } };
    const { json } = await service.call('POST', 'query', { body: { query: keyed } });
    expect(json.results).toEqual([['given']]);
    const body = { query: keyed, variable_declarations: { a: { default: 'other' } } };
    expect(await service.call('POST', 'query', { body })).toMatchObject({
      status: 400,
      json: { code: 'combination_not_allowed', attr: 'variable_declarations.a' },
    });
  });

  test('a long draft, which a thread compiles, takes its declarations too', async () => {
    const long = sql(`select {variables.a} as a, 1 as b -- ${'x'.repeat(3_000)}`);
    const body = { query: long, variable_declarations: { a: { type: 'Number', default: 7 } } };
    expect((await service.call('POST', 'query', { body })).json.results).toEqual([[7, 1]]);
  });

  test('whole numbers of 64 bits are texts when asked for', async () => {
    const body = { query: sql('select toInt64(9007199254740993) as large, toInt32(1) as small') };
    const ask = async (options: string) =>
      (await service.call('POST', `query${options}`, { body })).text.replaceAll(' ', '');
    expect(await ask('?int64=string')).toContain('["9007199254740993",1]');
    expect(await ask('?int64=number')).toContain('[9007199254740993,1]');
    expect(await ask('')).toContain('[9007199254740993,1]');
    expect((await service.call('POST', 'query?int64=text', { body })).status).toBe(400);
    expect((await service.call('POST', 'query?format=csv', { body })).json.code).toBe('unknown_member');
  });
});

describe('what a save would change', () => {
  const change = async (name: string, query: object, more: object = {}) =>
    (await service.call('POST', 'endpoints/validate', { body: { query, name, ...more } })).json.change;
  const NOTHING = { added: [], removed: [], retyped: [] };

  test('says exactly what saving does', async () => {
    const first = sql('select 1 as a, 2 as b where {variables.v} = 1');
    const body = { name: 'changes', query: first, variables: { v: { type: 'Number', default: 1 } } };
    await service.call('POST', 'endpoints', { body });
    const cases: readonly (readonly [object, object, object])[] = [
      [
        sql('SELECT 1 AS a, 2 AS b WHERE {variables.v} = 1 -- same'),
        {},
        { creates_version: false, columns: NOTHING },
      ],
      [
        sql("select 1 as a, 'x' as b, 3 as c where {variables.v} = 1"),
        {},
        {
          creates_version: true,
          columns: { added: ['c'], removed: [], retyped: [{ name: 'b', from: 'UInt8', to: 'String' }] },
        },
      ],
      [
        sql('select 1 as a where {variables.v} = 1'),
        {},
        { creates_version: true, columns: { added: [], removed: ['b', 'c'], retyped: [] } },
      ],
      [
        sql('select 1 as a where {variables.v} = 1'),
        { variables: { v: { type: 'Number', default: 2 } } },
        { creates_version: true, columns: NOTHING },
      ],
      [
        sql('select 1 as a where {variables.v} = 1'),
        { variables: { v: { type: 'Number', default: 2, description: 'only words' } } },
        { creates_version: false, columns: NOTHING },
      ],
      [sql('select 1 as a where {variables.v} = 1'), {}, { creates_version: false, columns: NOTHING }],
    ];
    for (const [query, more, said] of cases) {
      expect(await change('changes', query, more)).toEqual({ ...said, stops_materialization: false });
      const before = (await service.call('GET', 'endpoints/changes')).json.current_version;
      const saved = await service.call('PATCH', 'endpoints/changes', { body: { query, ...more } });
      expect(saved.json.current_version > before).toBe('creates_version' in said && said.creates_version);
    }
  });

  test('a query that cannot be built stops the materialization', async () => {
    const body = { name: 'built-change', query: sql('select 1 as a'), is_materialized: true };
    expect((await service.call('POST', 'endpoints', { body })).status).toBe(201);
    const variable = sql('select {variables.v} as a');
    expect(await change('built-change', variable)).toMatchObject({ stops_materialization: true });
    expect(
      await service.call('PATCH', 'endpoints/built-change', { body: { query: variable } }),
    ).toMatchObject({
      status: 400,
      json: { code: 'not_materializable' },
    });
    expect(await change('built-change', sql('select 2 as a'))).toMatchObject({
      stops_materialization: false,
    });
  });

  test('another kind has no columns to compare, errors and no name have no change', async () => {
    const trends = { kind: 'TrendsQuery', series: [{ kind: 'EventsNode', event: 'x' }] };
    expect(await change('changes', trends)).toMatchObject({ creates_version: true, columns: NOTHING });
    expect(await change('changes', sql('selec 1'))).toBe(null);
    const { json } = await service.call('POST', 'endpoints/validate', { body: { query: sql('select 1') } });
    expect(json.change).toBe(null);
  });

  test('all errors are told, also where declarations would be taken over', async () => {
    const query = sql('select nothing1, nothing2 from events where {variables.v} = 1');
    const { json } = await service.call('POST', 'endpoints/validate', { body: { query, name: 'changes' } });
    expect(json.errors).toHaveLength(2);
  });

  test('an endpoint of nobody, or of another project, answers 404', async () => {
    const other = await shareService();
    for (const [project, name] of [
      [service, 'absent'],
      [other, 'changes'],
    ] as const) {
      const answer = await project.call('POST', 'endpoints/validate', {
        body: { query: sql('select 1'), name },
      });
      expect(answer).toMatchObject({ status: 404, json: { code: 'not_found' } });
    }
  });
});
