import { Validator } from '@seriousme/openapi-schema-validator';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { shareService } from '../fixtures/share-service.ts';
import type { TestProject } from '../fixtures/start-service.ts';

const NOW = '2026-01-08T12:00:00Z';

let service: TestProject;
beforeAll(async () => {
  service = await shareService();
  const batch = ['ada', 'bob', 'cyd'].flatMap((distinct_id, person) =>
    ['$pageview', 'signup', '$pageview'].map((event, index) => ({
      event,
      distinct_id,
      timestamp: `2026-01-0${5 + person}T10:1${index}:00Z`,
      properties: {
        $current_url: `/page-${index}`,
        $session_id: distinct_id,
        amount: index / 2,
        plan: distinct_id,
      },
    })),
  );
  await service.capture(batch);
});

/** Makes an endpoint and gives its document and what its run answers. */
async function documentOf(fields: Record<string, unknown>, run: Record<string, unknown> = {}) {
  const name = String(fields['name']);
  const made = await service.call('POST', 'endpoints', { body: fields });
  expect(made.status, made.text).toBe(201);
  const { json: document, status } = await service.call('GET', `endpoints/${name}/openapi.json`);
  expect(status).toBe(200);
  const answer = await service.call('POST', `endpoints/${name}/run`, { body: run, now: NOW });
  expect(answer.status, answer.text).toBe(200);
  return { document, answer: answer.json };
}

/** Checks a value against a component of a document. */
function judge(document: Record<string, Record<string, unknown>>, component: string, value: unknown) {
  const { schemas } = document['components'] as { schemas: Record<string, object> };
  const text = JSON.stringify({ $defs: schemas, $ref: `#/$defs/${component}` });
  const schema = JSON.parse(text.replaceAll('#/components/schemas/', '#/$defs/'));
  return z.fromJSONSchema(schema).safeParse(value);
}

const SQL_ENDPOINT = {
  name: 'typed',
  description: 'One of each type',
  query: {
    kind: 'HogQLQuery',
    query: `select event, length(event) as small, toInt(2) as large, 1.5 as part, toDecimal(1, 2) as money,
        timestamp, toDate(timestamp) as day, [1, 2] as numbers, uuid, event = 'signup' as is_signup,
        nullIf(event, 'signup') as maybe, map('a', 1) as named
      from events where properties.plan = {variables.plan} and properties.amount < {variables.below}
        and timestamp > {variables.after} limit {variables.most}`,
  },
  variables: {
    plan: { type: 'String', required: true, enum: ['ada', 'bob'], description: 'Which plan.' },
    below: { type: 'Number', min: 0, max: 10, default: 5 },
    after: { type: 'Date', required: false },
  },
};
const hogql = (query: string) => ({ kind: 'HogQLQuery', query });
const VARIABLES = { plan: 'ada', most: 3, after: '2026-01-01' };

describe('the document of a SQL endpoint', () => {
  test('is valid, and types its variables and rows', async () => {
    const { document, answer } = await documentOf(SQL_ENDPOINT, { variables: VARIABLES });
    expect(await new Validator().validate(structuredClone(document))).toMatchObject({ valid: true });
    const { Variables, Row, Columns } = document.components.schemas;
    expect(Variables).toEqual({
      type: 'object',
      description: 'Values of the variables of the query',
      properties: {
        plan: {
          type: 'string',
          description: 'Which plan. String, required.',
          enum: ['ada', 'bob'],
          examples: ['ada'],
        },
        below: {
          type: ['number', 'null'],
          description: 'Number, optional.',
          minimum: 0,
          maximum: 10,
          default: 5,
          examples: [5],
        },
        after: {
          type: ['string', 'null'],
          description: 'Date, optional. ISO date or datetime, or a relative date.',
          examples: ['-7d'],
        },
        most: { type: 'number', description: 'Number, inferred from its use, required.', examples: [10] },
      },
      required: ['plan', 'most'],
      additionalProperties: false,
    });
    expect(Columns.prefixItems.map((item: { const: string }) => item.const)).toEqual(answer.columns);
    expect(Row.prefixItems.map(({ title, type }: { title: string; type: unknown }) => [title, type])).toEqual(
      [
        ['event', 'string'],
        ['small', 'integer'],
        ['large', ['integer', 'null']],
        ['part', ['number', 'null']],
        ['money', ['string', 'null']],
        ['timestamp', 'string'],
        ['day', 'string'],
        ['numbers', 'array'],
        ['uuid', 'string'],
        ['is_signup', expect.anything()],
        ['maybe', ['string', 'null']],
        ['named', 'object'],
      ],
    );
    expect(answer.results).toHaveLength(3);
    expect(judge(document, 'RunAnswer', answer)).toMatchObject({ success: true });
    expect(judge(document, 'RunRequest', { variables: VARIABLES })).toMatchObject({ success: true });
  });

  // [SPEC-2.1.21]
  test('has examples with which the endpoint answers, and its project as the default', async () => {
    const variables = {
      names: { type: 'List', enum: ['ada', 'bob'] },
      day: { type: 'Date', min: '2026-01-01' },
    };
    const query = `select event, {variables.day} as day from events where distinct_id in {variables.names}`;
    const name = 'with-examples';
    const own = { names: ['ada'], day: '2026-01-01' };
    const { document } = await documentOf({ name, query: hogql(query), variables }, { variables: own });
    const { post, get } = document.paths[`/api/projects/{project_id}/endpoints/${name}/run`];
    expect(post.requestBody).toMatchObject({ required: true });
    const { example } = post.requestBody.content['application/json'];
    expect(example).toEqual({ variables: own });
    expect(judge(document, 'RunRequest', example)).toMatchObject({ success: true });
    expect(judge(document, 'RunRequest', { variables: { ...own, names: ['eve'] } }).success).toBe(false);

    const parameter = (of: { parameters: { name: string }[] }, wanted: string) =>
      of.parameters.find((one) => one.name === wanted);
    expect(parameter(get, 'variables')).toMatchObject({
      required: true,
      schema: { examples: [JSON.stringify(example.variables)] },
    });
    for (const operation of [post, get]) {
      const project = { in: 'path', required: true, schema: { default: service.projectId } };
      expect(parameter(operation, 'project_id')).toMatchObject(project);
      expect(parameter(operation, 'query_override')).toBeUndefined();
      expect(parameter(operation, 'version')).toMatchObject({ required: false });
      expect(parameter(operation, 'rows')).toMatchObject({ schema: { enum: ['arrays', 'objects'] } });
    }
    const asked = await service.call('GET', `endpoints/${name}/run?variables=${JSON.stringify(own)}`);
    expect(asked.status).toBe(200);
  });

  test('of an older version names this version in every call', async () => {
    await service.call('POST', 'endpoints', { body: { name: 'older', query: hogql('select 1 as one') } });
    await service.call('PATCH', 'endpoints/older', { body: { query: hogql('select 2 as two, 3 as three') } });
    const { json: document } = await service.call('GET', 'endpoints/older/openapi.json?version=1');
    expect([document.info.version, document.components.schemas.Row.prefixItems.length]).toEqual(['1', 1]);
    const { post, get } = document.paths['/api/projects/{project_id}/endpoints/older/run'];
    for (const { parameters } of [post, get])
      expect(parameters.find((one: { name: string }) => one.name === 'version')).toMatchObject({
        required: true,
        schema: { const: 1 },
      });
    expect(await service.call('GET', 'endpoints/older/openapi.json?version=3')).toMatchObject({
      status: 404,
    });
  });

  test('types rows as objects too', async () => {
    const { json: document } = await service.call('GET', 'endpoints/older/openapi.json');
    const { json } = await service.call('POST', 'endpoints/older/run?rows=objects');
    expect(json.results).toEqual([{ two: 2, three: 3 }]);
    expect(judge(document, 'RunAnswer', json)).toMatchObject({ success: true });
    expect(judge(document, 'RunAnswer', { ...json, results: [{ two: 2 }] }).success).toBe(false);
  });

  test('refuses what the endpoint refuses', async () => {
    const { json: document } = await service.call('GET', 'endpoints/typed/openapi.json');
    for (const changed of [{ plan: 'eve' }, { most: 'many' }, { below: 11 }, { below: -1 }, { unknown: 1 }]) {
      const variables = { ...VARIABLES, ...changed };
      expect(judge(document, 'Variables', variables), JSON.stringify(changed)).toMatchObject({
        success: false,
      });
      const run = await service.call('POST', 'endpoints/typed/run', { body: { variables }, now: NOW });
      expect(run.status, JSON.stringify(changed)).toBe(400);
    }
  });

  test('tells the formats and errors of a run, and follows the query', async () => {
    const { json: document } = await service.call('GET', 'endpoints/typed/openapi.json');
    const { post, get } = document.paths['/api/projects/{project_id}/endpoints/typed/run'];
    expect(Object.keys(post.responses['200'].content)).toEqual(
      expect.arrayContaining(['application/json', 'text/csv', 'application/vnd.apache.parquet']),
    );
    expect(Object.keys(post.responses)).toEqual(
      expect.arrayContaining(['400', '401', '403', '404', '406', '429', '503']),
    );
    expect([post.operationId, get.operationId]).toEqual(['run', 'runByGet']);
    const body = { query: { kind: 'HogQLQuery', query: 'select 1 as one' }, variables: {} };
    await service.call('PATCH', 'endpoints/typed', { body });
    const { json: changed } = await service.call('GET', 'endpoints/typed/openapi.json');
    expect(changed.info.version).toBe('2');
    expect(changed.components.schemas.Row.prefixItems).toHaveLength(1);
    expect(await service.call('GET', 'endpoints/absent/openapi.json')).toMatchObject({ status: 404 });
  });
});

const PAGEVIEW = { kind: 'EventsNode', event: '$pageview' };
const SIGNUP = { kind: 'EventsNode', event: 'signup' };
const BREAKDOWN = { breakdownFilter: { breakdown: 'plan', breakdown_limit: 2 } };
const FUNNEL = { kind: 'FunnelsQuery', series: [PAGEVIEW, SIGNUP] };
const RETENTION_FILTER = { period: 'Day', totalIntervals: 3 };

const INSIGHTS = {
  trends: { kind: 'TrendsQuery', series: [PAGEVIEW] },
  'trends-breakdown': {
    kind: 'TrendsQuery',
    series: [PAGEVIEW, SIGNUP],
    compareFilter: { compare: true },
    ...BREAKDOWN,
  },
  'trends-formula': { kind: 'TrendsQuery', series: [PAGEVIEW, SIGNUP], trendsFilter: { formula: 'A / B' } },
  'trends-total': { kind: 'TrendsQuery', series: [PAGEVIEW], trendsFilter: { display: 'BoldNumber' } },
  funnel: FUNNEL,
  'funnel-breakdown': { ...FUNNEL, ...BREAKDOWN },
  'funnel-time': { ...FUNNEL, funnelsFilter: { funnelVizType: 'time_to_convert' } },
  'funnel-trends': { ...FUNNEL, ...BREAKDOWN, funnelsFilter: { funnelVizType: 'trends' } },
  retention: { kind: 'RetentionQuery', retentionFilter: RETENTION_FILTER },
  'retention-sum': {
    kind: 'RetentionQuery',
    retentionFilter: { ...RETENTION_FILTER, aggregationType: 'sum', aggregationProperty: 'amount' },
    ...BREAKDOWN,
  },
  lifecycle: { kind: 'LifecycleQuery', series: [PAGEVIEW] },
  stickiness: { kind: 'StickinessQuery', series: [PAGEVIEW], compareFilter: { compare: true } },
  paths: { kind: 'PathsQuery', pathsFilter: {} },
};

describe('the document of an insight endpoint', () => {
  test.each(Object.entries(INSIGHTS))('%s: its answer has the shape that it tells', async (name, query) => {
    const { document, answer } = await documentOf({ name, query });
    expect(await new Validator().validate(structuredClone(document))).toMatchObject({ valid: true });
    const { get } = document.paths[`/api/projects/{project_id}/endpoints/${name}/run`];
    expect(Object.keys(get.responses['200'].content)).toEqual(['application/json', 'text/csv']);
    expect(
      get.parameters.find((parameter: { name: string }) => parameter.name === 'format').schema,
    ).toMatchObject({ enum: ['json', 'csv'] });
    expect(JSON.stringify(answer.results).length).toBeGreaterThan(10);
    expect(judge(document, 'RunAnswer', answer)).toMatchObject({ success: true });
    expect(judge(document, 'RunAnswer', { ...answer, results: [{ x: 1 }] })).toMatchObject({
      success: false,
    });
    const variables = Object.keys(document.components.schemas.Variables.properties);
    expect(variables).toEqual(['date_from', 'date_to', ...('breakdownFilter' in query ? ['plan'] : [])]);
  });
});
