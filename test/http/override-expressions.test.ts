import { beforeAll, describe, expect, test } from 'vitest';
import { EXPRESSION_SPOTS, type ExpressionSpot } from '../fixtures/expression-spots.ts';
import { shareService } from '../fixtures/share-service.ts';
import type { TestProject } from '../fixtures/start-service.ts';

// Whoever may run endpoints may replace and narrow by plain properties. An expression of the SQL dialect is a query of
// the caller's own: it needs `query:read`, and reads nothing but the rows of the stored query ([O-7]). [SPEC-3.3.8].

let service: TestProject;
let runner: string;
let analyst: string;

beforeAll(async () => {
  service = await shareService();
  const makeKey = async (...scopes: readonly string[]) => {
    const body = { label: scopes.join(), scopes, projects: [service.projectId] };
    return (await service.call('POST', '/api/personal_api_keys/', { body })).json.value as string;
  };
  runner = await makeKey('endpoint:read');
  analyst = await makeKey('endpoint:read', 'query:read');
  const batch = [
    { event: 'view', distinct_id: 'ada', properties: { plan: 'pro' } },
    { event: 'buy', distinct_id: 'ada', properties: { plan: 'pro' } },
  ];
  await service.capture(batch);
});

async function store(name: string, query: object, members: object = {}): Promise<string> {
  const { status, json } = await service.call('POST', 'endpoints', { body: { name, query, ...members } });
  expect(status, json.detail).toBe(201);
  return `endpoints/${name}/run`;
}

const view = { kind: 'EventsNode', event: 'view' };
const PLAIN_QUERIES: Readonly<Record<string, object>> = {
  TrendsQuery: { kind: 'TrendsQuery', series: [view] },
  FunnelsQuery: { kind: 'FunnelsQuery', series: [view, { ...view, event: 'buy' }] },
  RetentionQuery: { kind: 'RetentionQuery', retentionFilter: {} },
  StickinessQuery: { kind: 'StickinessQuery', series: [view] },
  LifecycleQuery: { kind: 'LifecycleQuery', series: [view] },
  PathsQuery: { kind: 'PathsQuery', pathsFilter: {} },
};
const PLAIN: Readonly<Record<ExpressionSpot['role'], string>> = {
  value: 'upper(event)',
  condition: "event != 'none'",
  aggregate: 'count() + 1',
};
const ELSEWHERE: Readonly<Record<ExpressionSpot['role'], string>> = {
  value: 'toString((select count() from events))',
  condition: '(select count() from events) > 0',
  aggregate: 'count() / (select count() from events)',
};
const spots = EXPRESSION_SPOTS.map((spot, at) => {
  const [member = ''] = spot.path.split('.');
  const kind = String(spot.query('').kind);
  const override = (text: string) => ({ query_override: { [member]: spot.query(text)[member] } });
  return { ...spot, at, kind, override, attr: `query_override.${spot.path}` };
});

describe('an expression in query_override', () => {
  test.each(spots)('$kind $path', async ({ at, kind, role, query, override, attr, isUnused = false }) => {
    const run = await store(`plain-${at}`, PLAIN_QUERIES[kind] ?? {});
    const ask = (key: string, text: string, path = run) =>
      service.call('POST', path, { body: override(text), key });
    const refused = { status: 403, json: { code: 'permission_denied', attr } };

    expect(await ask(runner, PLAIN[role])).toMatchObject(refused);
    const allowed = await ask(analyst, PLAIN[role]);
    expect(allowed.status, allowed.json.detail).toBe(isUnused ? 400 : 200);
    // The same request, now remembered as checked and its answer cached.
    expect(await ask(runner, PLAIN[role])).toMatchObject(refused);
    for (const text of [
      ELSEWHERE[role],
      'row_number() over ()',
      '{variables.x}',
      '[1, (select 1 union all select 2)]',
    ])
      expect(await ask(analyst, text), text).toMatchObject({ status: 400, json: { attr } });

    if (isUnused) return;
    const stored = await store(`stored-${at}`, query(ELSEWHERE[role]));
    const same = await ask(runner, ELSEWHERE[role], stored);
    expect(same.status, same.json.detail).toBe(200);
    expect(await ask(runner, PLAIN[role], stored)).toMatchObject(refused);
  });
});

describe('an expression in filters_override', () => {
  const trends = { kind: 'TrendsQuery', series: [{ kind: 'EventsNode', event: 'view' }] };
  const sql = { kind: 'HogQLQuery', query: 'select count() from events' };
  const hogql = { type: 'hogql', key: "properties.plan = 'pro'" };
  const split = { breakdown: 'properties.plan', breakdown_type: 'hogql' };
  const splits = { breakdowns: [{ property: 'properties.plan', type: 'hogql' }] };
  const held = { ...trends, properties: [hogql], breakdownFilter: split };
  const properties = [{ type: 'OR', values: [{ type: 'AND', values: [hogql] }] }];

  test.each([
    ['a filter of an insight', trends, { properties: [hogql] }, 'properties.0.key', held],
    ['one in groups', trends, { properties }, 'properties.0.values.0.values.0.key', held],
    [
      'a filter of SQL',
      sql,
      { properties: [hogql] },
      'properties.0.key',
      { ...sql, filters: { properties: [hogql] } },
    ],
    ['a breakdown', trends, { breakdown_filter: split }, 'breakdown_filter.breakdown', held],
    ['one of several', trends, { breakdown_filter: splits }, 'breakdown_filter.breakdowns.0.property', held],
  ])('%s', async (name, query, filters_override, path, holder) => {
    const short = name.replaceAll(' ', '-');
    const run = await store(short, query);
    const text = encodeURIComponent(JSON.stringify(filters_override));
    const refused = { status: 403, json: { code: 'permission_denied', attr: `filters_override.${path}` } };
    const post = (key: string, to = run) => service.call('POST', to, { body: { filters_override }, key });
    const get = (key: string) => service.call('GET', `${run}?filters_override=${text}`, { key });
    for (const ask of [post, get]) {
      expect(await ask(runner)).toMatchObject(refused);
      expect((await ask(analyst)).status).toBe(200);
      expect(await ask(runner)).toMatchObject(refused);
    }
    expect((await post(runner, await store(`${short}-held`, holder))).status).toBe(200);
  });
});

describe('what stays open to a key that may only run', () => {
  const stored = { kind: 'TrendsQuery', series: [{ kind: 'EventsNode', event: 'view' }] };
  const by = { breakdown: 'plan' };
  const node = { kind: 'EventsNode', event: 'view', properties: [{ key: 'plan', value: 'pro' }] };

  test('plain breakdowns and filters by any property', async () => {
    const run = await store('open', stored);
    const bodies = [
      { query_override: { breakdownFilter: by, series: [node] } },
      { filters_override: { breakdown_filter: by, properties: [{ key: 'plan', value: 'pro' }] } },
    ];
    for (const body of bodies)
      expect((await service.call('POST', run, { body, key: runner })).status).toBe(200);
  });

  test('until allowed_overrides closes it', async () => {
    const run = await store('closed', stored, { allowed_overrides: ['interval'] });
    const body = { query_override: { breakdownFilter: by } };
    const { json } = await service.call('POST', run, { body, key: runner });
    expect(json.code).toBe('override_not_allowed');
  });

  test('a stored expression may not be put to another use', async () => {
    const run = await store('used', {
      ...stored,
      breakdownFilter: { breakdown: 'event', breakdown_type: 'hogql' },
    });
    const body = { query_override: { series: [{ ...node, math: 'hogql', math_hogql: 'event' }] } };
    expect((await service.call('POST', run, { body, key: runner })).status).toBe(403);
  });
});
