import { beforeAll, describe, expect, test } from 'vitest';
import { shareService } from '../fixtures/share-service.ts';
import type { TestProject } from '../fixtures/start-service.ts';

// [SPEC-3]: which members of a run go together, for each kind of query ([O-5], [O-7], [O-11], [O-16]); [SPEC-3] again:
// which refusal goes first. [SPEC-3.0.4], [SPEC-3.2.2], [SPEC-3.3.2], [SPEC-3.3.3].

let service: TestProject;
const SERIES = [{ kind: 'EventsNode', event: 'x' }];
const ENTITY = { id: 'x', type: 'events' };
const FILTER = { key: 'plan', value: 'pro', type: 'event' };

const QUERIES: Readonly<Record<string, Record<string, unknown>>> = {
  sql: { kind: 'HogQLQuery', query: 'select event, {variables.v} as v from events where {filters}' },
  plain: { kind: 'HogQLQuery', query: 'select event from events' },
  constant: { kind: 'HogQLQuery', query: 'select 1 as a' },
  trends: { kind: 'TrendsQuery', series: SERIES, breakdownFilter: { breakdown: 'plan' } },
  funnels: { kind: 'FunnelsQuery', series: [...SERIES, { kind: 'EventsNode', event: 'y' }] },
  retention: { kind: 'RetentionQuery', retentionFilter: { targetEntity: ENTITY, returningEntity: ENTITY } },
  lifecycle: { kind: 'LifecycleQuery', series: SERIES },
  stickiness: { kind: 'StickinessQuery', series: SERIES },
  paths: { kind: 'PathsQuery', pathsFilter: { includeEventTypes: ['custom_event'] } },
};
const SQL = ['sql', 'plain', 'constant'];
const INSIGHTS = Object.keys(QUERIES).filter((name) => !SQL.includes(name));

beforeAll(async () => {
  service = await shareService();
  for (const [name, query] of Object.entries(QUERIES)) {
    const variables = name === 'sql' ? { variables: { v: { type: 'String', default: 'd' } } } : {};
    const made = await service.call('POST', 'endpoints', { body: { name, query, ...variables } });
    expect(made.status, made.text).toBe(201);
  }
  const strict = { name: 'strict', query: QUERIES['trends'], allowed_overrides: ['interval'] };
  expect((await service.call('POST', 'endpoints', { body: strict })).status).toBe(201);
});

/** `200`, or the code and the member of the refusal. */
async function outcome(name: string, body: unknown): Promise<string> {
  const { status, json } = await service.call('POST', `endpoints/${name}/run`, { body });
  return status === 200 ? '200' : `${json.code} ${json.attr}`;
}

const not = (names: readonly string[], ...without: readonly string[]): readonly string[] =>
  names.filter((name) => !without.includes(name));

/** A body, the endpoints it goes with, and what the others say. Together they are all kinds. */
const MEMBERS: readonly (readonly [
  body: Record<string, unknown>,
  allowed: readonly string[],
  refusal: string,
])[] = [
  [{}, Object.keys(QUERIES), ''],
  [{ variables: { v: 'x' } }, ['sql'], 'unknown_variable variables.v'],
  [{ variables: { date_from: '-3d' } }, INSIGHTS, 'unknown_variable variables.date_from'],
  [{ variables: { plan: 'pro' } }, ['trends'], 'unknown_variable variables.plan'],
  [{ query_override: { dateRange: { date_from: '-3d' } } }, INSIGHTS, 'override_not_allowed query_override'],
  [
    { filters_override: { properties: [FILTER] } },
    not(Object.keys(QUERIES), 'constant'),
    'filters_not_applicable filters_override.properties.0',
  ],
  [
    { filters_override: { date_from: '-3d' } },
    not(Object.keys(QUERIES), 'constant'),
    'filters_not_applicable filters_override.date_from',
  ],
  [{ filters_override: { filterTestAccounts: true } }, Object.keys(QUERIES), ''],
  [
    { filters_override: { interval: 'week' } },
    ['trends', 'funnels', 'lifecycle', 'stickiness'],
    'combination_not_allowed filters_override.interval',
  ],
  [
    { filters_override: { breakdown_filter: { breakdown: 'a' } } },
    ['trends', 'funnels', 'retention'],
    'combination_not_allowed filters_override.breakdown_filter',
  ],
  [{ limit: 1 }, SQL, 'combination_not_allowed limit'],
  [{ limit: 1, offset: 1 }, SQL, 'combination_not_allowed limit'],
  [{ version: 1 }, Object.keys(QUERIES), ''],
  [{ version: 2 }, [], 'not_found version'],
  [{ refresh: 'direct' }, [], 'combination_not_allowed refresh'],
];

describe.each(MEMBERS)('%j', (body, allowed, refusal) => {
  test.each(Object.keys(QUERIES))('on %s', async (name) => {
    expect(await outcome(name, body)).toBe(allowed.includes(name) ? '200' : refusal);
  });
});

test.each([
  ['sql', { variables: { v: 'x' }, filters_override: { properties: [FILTER] } }, '200'],
  ['sql', { offset: 1 }, 'combination_not_allowed offset'],
  ['trends', { variables: { plan: 'pro' }, filters_override: { properties: [FILTER] } }, '200'],
  ['trends', { query_override: { interval: 'week' }, filters_override: { properties: [FILTER] } }, '200'],
  ['trends', { query_override: { interval: 'week' }, variables: { date_from: '-3d' } }, '200'],
  [
    'trends',
    { variables: { date_from: '-3d' }, filters_override: { date_from: '-3d' } },
    'combination_not_allowed variables.date_from',
  ],
  ['trends', { query_override: { kind: 'PathsQuery' } }, 'override_not_allowed query_override.kind'],
  ['trends', { query_override: { breakdownFilter: null }, variables: { plan: 'pro' } }, '200'],
  ['strict', { query_override: { interval: 'week' } }, '200'],
  ['strict', { query_override: { series: SERIES } }, 'override_not_allowed query_override.series'],
  ['strict', { filters_override: { interval: 'week' } }, '200'],
  ['strict', { filters_override: { properties: [FILTER] } }, '200'],
  ['strict', { filters_override: { date_from: '-3d' } }, 'override_not_allowed filters_override'],
])('%s with %j: %s', async (name, body, expected) => {
  expect(await outcome(name, body)).toBe(expected);
});

/** One call that is wrong in every way; each line mends what the line before was refused for. */
test('the refusals come in the order of the checks', async () => {
  const issue = async (scopes: readonly string[]): Promise<string> =>
    (
      await service.call('POST', '/api/personal_api_keys', {
        body: { label: 'k', scopes, projects: [service.projectId] },
      })
    ).json.value;
  const [scoped, other] = [await issue(['endpoint:read']), await issue(['project:read'])];
  const wrong = { refrsh: 1, version: 7, offset: 1, variables: { w: 1 }, refresh: 'direct' };
  const { refrsh: _, ...known } = wrong;
  const { version: __, ...current } = known;
  const { offset: ___, ...combined } = current;
  const { variables: ____, ...bound } = combined;
  const own = `/api/projects/${service.projectId}/endpoints`;
  const absent = '/api/projects/999999999/endpoints';
  const steps = [
    ['nobody', `${absent}/none/run`, wrong, 'authentication_failed'],
    [other, `${absent}/none/run`, wrong, 'permission_denied'],
    [other, `${own}/none/run`, wrong, 'permission_denied'],
    [scoped, `${own}/none/run`, wrong, 'not_found'],
    [scoped, `${own}/sql/run`, wrong, 'unknown_member'],
    [scoped, `${own}/sql/run`, known, 'not_found'],
    [scoped, `${own}/sql/run`, current, 'combination_not_allowed'],
    [scoped, `${own}/sql/run`, combined, 'unknown_variable'],
    [scoped, `${own}/sql/run`, bound, 'combination_not_allowed'],
  ] as const;
  for (const [key, path, body, code] of steps)
    expect((await service.call('POST', path, { key, body })).json.code, JSON.stringify(body)).toBe(code);
});
