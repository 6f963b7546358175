import { describe, expect, test } from 'vitest';
import { openEndpoints, outcome, sql } from './endpoint-fixture.ts';

// [SPEC-2.1.1], [SPEC-2.1.2], [SPEC-2.1.5] to [SPEC-2.1.9].

const QUERY = sql('select event from events');
const TRENDS = { kind: 'TrendsQuery', series: [{ kind: 'EventsNode', event: 'signup' }] };

describe('create', () => {
  test('answers the whole endpoint', async () => {
    const { create } = await openEndpoints();
    expect(await create({ name: 'usage-by-day', query: QUERY })).toEqual({
      id: expect.any(String),
      name: 'usage-by-day',
      description: '',
      tags: [],
      query: QUERY,
      variables: {},
      is_active: true,
      cache_age_seconds: null,
      stale_while_revalidate_seconds: 0,
      stale_if_error_seconds: 0,
      is_materialized: false,
      sync_frequency: '24hour',
      allowed_overrides: null,
      limits: {},
      revision: 1,
      version: 1,
      current_version: 1,
      versions_count: 1,
      columns: [{ name: 'event', type: 'String' }],
      created_at: '2026-01-05T09:00:00Z',
      updated_at: '2026-01-05T09:00:00Z',
      created_by: { key_id: 'key-1', label: 'root' },
      last_executed_at: null,
      endpoint_path: '/api/projects/1/endpoints/usage-by-day/run',
      materialization: {
        materializable: true,
        reason: null,
        state: null,
        last_materialized_at: null,
        last_error: null,
        next_run_at: null,
        rows: null,
        bytes: null,
        duration: null,
        verified: null,
        cost_estimate: null,
      },
      warnings: [],
    });
  });

  test.each([
    [{ name: 'a' }, 'made'],
    [{ name: `a${'b'.repeat(127)}` }, 'made'],
    [{ name: `a${'b'.repeat(128)}` }, 'invalid_value name'],
    [{ name: '' }, 'invalid_value name'],
    [{ name: '1a' }, 'invalid_value name'],
    [{ name: 'a b' }, 'invalid_value name'],
    [{ name: 'a\n' }, 'invalid_value name'],
    [{ name: undefined }, 'invalid_value name'],
    [{ cache_age_seconds: 300 }, 'made'],
    [{ cache_age_seconds: 86_400 }, 'made'],
    [{ cache_age_seconds: null }, 'made'],
    [{ cache_age_seconds: 299 }, 'invalid_value cache_age_seconds'],
    [{ cache_age_seconds: 86_401 }, 'invalid_value cache_age_seconds'],
    [{ cache_age_seconds: 300.5 }, 'invalid_value cache_age_seconds'],
    [{ cache_age_seconds: '300' }, 'invalid_value cache_age_seconds'],
    [{ cache_age_seconds: true }, 'invalid_value cache_age_seconds'],
    [{ stale_if_error_seconds: 86_401 }, 'invalid_value stale_if_error_seconds'],
    [{ stale_while_revalidate_seconds: -1 }, 'invalid_value stale_while_revalidate_seconds'],
    [{ sync_frequency: '7day' }, 'made'],
    [{ sync_frequency: '5min' }, 'invalid_value sync_frequency'],
    [{ data_freshness_seconds: 900 }, 'made'],
    [{ data_freshness_seconds: 901 }, 'invalid_value data_freshness_seconds'],
    [
      { data_freshness_seconds: 900, cache_age_seconds: null },
      'combination_not_allowed data_freshness_seconds',
    ],
    [
      { data_freshness_seconds: 900, sync_frequency: '15min' },
      'combination_not_allowed data_freshness_seconds',
    ],
    [{ limits: { timeout_seconds: 60, max_rows: 10_000_000, max_bytes_read: 1 } }, 'made'],
    [{ limits: { timeout_seconds: 61 } }, 'invalid_value limits.timeout_seconds'],
    [{ limits: { max_rows: 0 } }, 'invalid_value limits.max_rows'],
    [{ limits: { rows: 1 } }, 'unknown_member limits.rows'],
    [{ allowed_overrides: [] }, 'made'],
    [{ allowed_overrides: 'dateRange' }, 'invalid_value allowed_overrides'],
    [{ tags: ['a', ' '] }, 'invalid_value tags.1'],
    [{ is_active: 'true' }, 'invalid_value is_active'],
    [{ is_materialized: true }, 'made'],
    [{ is_materialized: true, is_active: false }, 'not_materializable is_materialized'],
    [{ revision: 1 }, 'unknown_member revision'],
    [{ descripton: '' }, 'unknown_member descripton'],
    [{ query: undefined }, 'invalid_value query'],
    [{ query: 'select 1' }, 'invalid_value query'],
    [{ query: {} }, 'invalid_value query.kind'],
    [{ query: { kind: 'hogqlquery', query: 'select a' } }, 'invalid_value query.kind'],
    [{ query: { kind: 'HogQLQuery' } }, 'invalid_value query.query'],
    [{ query: { kind: 'HogQLQuery', query: '' } }, 'invalid_value query.query'],
    [{ query: { ...QUERY, limit: 5 } }, 'unknown_member query.limit'],
    [
      { query: { ...QUERY, filters: { properties: [{ key: 'a', operator: 'like', value: 1 }] } } },
      'invalid_filter query.filters.properties.0.operator',
    ],
    [{ query: sql('select nonsense from events') }, 'unknown_field query.query'],
    [{ query: { kind: 'InsightVizNode', source: TRENDS } }, 'made'],
    [{ query: { kind: 'InsightVizNode', source: QUERY } }, 'invalid_value query.source.kind'],
    [{ query: { kind: 'DataVisualizationNode', source: QUERY, display: 'x' } }, 'made'],
    [
      { query: { kind: 'DataTableNode', source: { kind: 'EventsQuery' } } },
      'invalid_value query.source.kind',
    ],
    [
      { query: { kind: 'DataTableNode', source: { kind: 'DataTableNode', source: QUERY } } },
      'invalid_value query.source.kind',
    ],
    [{ query: { kind: 'DataTableNode' } }, 'invalid_value query.source'],
  ])('%j: %s', async (body, expected) => {
    const { create } = await openEndpoints();
    expect(await outcome(create({ name: 'x', query: QUERY, ...body }))).toBe(expected);
  });

  test('data_freshness_seconds sets both, the cache age up to a day', async () => {
    const { create } = await openEndpoints();
    expect(await create({ name: 'a', query: QUERY, data_freshness_seconds: 1800 })).toMatchObject({
      cache_age_seconds: 1800,
      sync_frequency: '30min',
    });
    expect(await create({ name: 'b', query: QUERY, data_freshness_seconds: 604_800 })).toMatchObject({
      cache_age_seconds: 86_400,
      sync_frequency: '7day',
    });
  });

  // [W-1] to [W-4]
  test('stores the query without its wrapper and without the marker of its results', async () => {
    const { create } = await openEndpoints();
    const source = { ...TRENDS, response: null };
    const endpoint = await create({ name: 'a', query: { kind: 'InsightVizNode', source, full: true } });
    expect(endpoint.query).toEqual(TRENDS);
  });

  test('a whole number beyond 2^53 is kept exactly', async () => {
    const { create, change } = await openEndpoints();
    const variables = { id: { type: 'Number', default: 9_007_199_254_740_993n } };
    await create({
      name: 'a',
      query: sql('select event from events where toInt(distinct_id) = {variables.id}'),
      variables,
    });
    expect((await change('a', {})).variables).toEqual(variables);
  });
});

describe('variables', () => {
  const USING_X = sql('select event from events where event = {variables.x}');
  const keyed = (...variables: object[]) => ({
    ...USING_X,
    variables: Object.fromEntries(variables.map((variable, index) => [`id${index}`, variable])),
  });

  test.each([
    [{ variableId: 'id0', code_name: 'x', value: 'a' }, { default: 'a' }],
    [{ variableId: 'id0', code_name: 'x', value: 'a', isNull: true }, { default: null }],
    [{ variableId: 'id0', code_name: 'x', isNull: false }, {}],
    [{ code_name: 'x', value: null }, {}],
  ])("PostHog's %j declares %j", async (variable, declaration) => {
    const { create } = await openEndpoints();
    const endpoint = await create({ name: 'a', query: keyed(variable) });
    expect(endpoint.variables).toEqual({ x: declaration });
    expect(endpoint.query).toEqual(USING_X);
  });

  test.each([
    [{ query: keyed({ code_name: 'x' }), variables: { x: {} } }, 'combination_not_allowed variables.x'],
    [{ query: keyed({ code_name: 'x' }, { code_name: 'x' }) }, 'invalid_value query.variables.id1.code_name'],
    [{ query: keyed({ code_name: 'y' }) }, 'unknown_variable variables.y'],
    [{ query: keyed({ code_name: 'not a name' }) }, 'invalid_value query.variables.id0.code_name'],
    [{ query: USING_X, variables: { y: {} } }, 'unknown_variable variables.y'],
    [{ query: USING_X, variables: { '1x': {} } }, 'invalid_value variables.1x'],
    [{ query: USING_X, variables: { x: { type: 'string' } } }, 'invalid_value variables.x.type'],
    [{ query: USING_X, variables: { x: { typ: 'String' } } }, 'unknown_member variables.x.typ'],
    [{ query: USING_X, variables: { x: { min: 1 } } }, 'invalid_variable variables.x'],
    [{ query: USING_X, is_materialized: true }, 'not_materializable is_materialized'],
  ])('%j: %s', async (body, expected) => {
    const { create } = await openEndpoints();
    expect(await outcome(create({ name: 'a', ...body }))).toBe(expected);
  });
});
