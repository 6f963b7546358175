import { describe, expect, test } from 'vitest';
import { openManageApi } from './manage-api.ts';

// [SPEC-2.0.6], [SPEC-2.0.9].

const ENDPOINTS = '/api/projects/1/endpoints';
const KEYS = '/api/personal_api_keys';
const QUERY = { kind: 'HogQLQuery', query: 'select event from events' };
const OTHER = { kind: 'HogQLQuery', query: 'select distinct_id from events' };

describe('an endpoint over HTTP', () => {
  test('is created, read, changed under If-Match, deleted and restored', async () => {
    const { root } = await openManageApi();
    const created = await root('POST', ENDPOINTS, { name: 'daily', query: QUERY });
    expect(created).toMatchObject({ status: 201, headers: { etag: '"1"' } });
    expect(created.body.url).toBe('/api/projects/1/endpoints/daily/run');

    const read = await root('GET', `${ENDPOINTS}/daily`);
    const { warnings, ...endpoint } = created.body;
    expect(warnings).toEqual([]);
    expect(read).toMatchObject({ status: 200, headers: { etag: '"1"' }, body: endpoint });

    const changed = await root('PATCH', `${ENDPOINTS}/daily`, { query: OTHER }, { 'if-match': '"1"' });
    expect(changed).toMatchObject({
      status: 200,
      headers: { etag: '"2"' },
      body: {
        current_version: 2,
        warnings: [{ code: 'breaking_change', detail: 'The column "event" is removed.', attr: 'query' }],
      },
    });
    for (const tag of ['"1"', 'W/"1"', '2', '"x"', '"1", "3"', '"1" "2"']) {
      const late = await root('PUT', `${ENDPOINTS}/daily`, { description: 'x' }, { 'if-match': tag });
      expect(late).toMatchObject({ status: 412, body: { code: 'precondition_failed', revision: 2 } });
    }
    for (const tag of ['*', '"1", "3"']) {
      const met = await root('PUT', `${ENDPOINTS}/daily`, { description: 'x' }, { 'if-match': tag });
      expect(met).toMatchObject({ status: 200 });
    }

    expect(await root('DELETE', `${ENDPOINTS}/daily`, undefined, { 'if-match': '"1"' })).toMatchObject({
      status: 412,
    });
    expect(await root('DELETE', `${ENDPOINTS}/daily`)).toMatchObject({ status: 204, body: undefined });
    expect(await root('GET', `${ENDPOINTS}/daily`)).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    });
    expect(await root('POST', `${ENDPOINTS}/daily/restore`)).toMatchObject({
      status: 200,
      body: { id: created.body.id, current_version: 2 },
    });
  });

  test('is renamed, and a taken name is refused', async () => {
    const { root } = await openManageApi();
    await root('POST', ENDPOINTS, { name: 'a', query: QUERY });
    await root('POST', ENDPOINTS, { name: 'b', query: QUERY });
    const taken = { status: 400, body: { code: 'name_taken', attr: 'name', status: 400 } };
    expect(await root('POST', ENDPOINTS, { name: 'a', query: QUERY })).toMatchObject(taken);
    expect(await root('POST', `${ENDPOINTS}/a/rename`, { name: 'b' })).toMatchObject(taken);
    expect(await root('POST', `${ENDPOINTS}/a/rename`, { name: 'c' })).toMatchObject({
      status: 200,
      body: { name: 'c', endpoint_path: '/api/projects/1/endpoints/c/run' },
    });
  });

  test('has versions that are listed, shown and made current again', async () => {
    const { root } = await openManageApi();
    await root('POST', ENDPOINTS, { name: 'a', query: QUERY });
    await root('PATCH', `${ENDPOINTS}/a`, { query: OTHER });
    expect((await root('GET', `${ENDPOINTS}/a?version=1`)).body).toMatchObject({ query: QUERY, version: 1 });
    for (const absent of ['7', '99999999999']) {
      expect(await root('GET', `${ENDPOINTS}/a?version=${absent}`)).toMatchObject({
        status: 404,
        body: { current_version: 2 },
      });
    }
    expect(await root('GET', `${ENDPOINTS}/a?version=x`)).toMatchObject({
      status: 400,
      body: { attr: 'version' },
    });
    expect((await root('POST', `${ENDPOINTS}/a/rollback`, { version: 1 })).body).toMatchObject({
      query: QUERY,
      current_version: 3,
    });
    const versions = (await root('GET', `${ENDPOINTS}/a/versions?limit=2`)).body;
    expect(versions).toMatchObject({ count: 3, previous: null, results: [{ version: 3 }, { version: 2 }] });
    expect(versions.next).toBe('/api/projects/1/endpoints/a/versions?limit=2&offset=2');
  });

  test('keeps whole numbers beyond 2^53', async () => {
    const { as, credentials, server } = await openManageApi();
    const query = {
      kind: 'HogQLQuery',
      query: 'select event from events where toInt(distinct_id) = {variables.id}',
    };
    const text = JSON.stringify({ name: 'a', query, variables: { id: { default: 0 } } });
    const created = await server.inject({
      method: 'POST',
      url: ENDPOINTS,
      headers: { authorization: `Bearer ${credentials.root_key}`, 'content-type': 'application/json' },
      payload: text.replace('"default":0', '"default":9007199254740993'),
    });
    expect(created.body).toContain('"default":9007199254740993');
    const read = await as(credentials.root_key)('GET', `${ENDPOINTS}/a`);
    expect(read.body.variables['id']?.default).toBe(9_007_199_254_740_993n);
  });
});

describe('the list', () => {
  test('filters and pages, with links that work', async () => {
    const { root } = await openManageApi();
    for (const name of ['a', 'b', 'c']) await root('POST', ENDPOINTS, { name, query: QUERY, tags: ['t'] });
    await root('PATCH', `${ENDPOINTS}/a`, { is_active: false });
    const first = (await root('GET', `${ENDPOINTS}?limit=2&tag=t`)).body;
    expect(first).toMatchObject({ count: 3, previous: null, results: [{ name: 'c' }, { name: 'b' }] });
    const second = (await root('GET', first.next)).body;
    expect(second).toMatchObject({ count: 3, next: null, results: [{ name: 'a', is_active: false }] });
    expect((await root('GET', second.previous)).body.results).toEqual(first.results);
    expect((await root('GET', `${ENDPOINTS}?is_active=true&search=B`)).body).toMatchObject({
      count: 1,
      results: [{ name: 'b' }],
    });
  });

  test.each([
    ['limit=0', 'invalid_value', 'limit'],
    ['limit=1001', 'invalid_value', 'limit'],
    ['limit=1e2', 'invalid_value', 'limit'],
    ['offset=-1', 'invalid_value', 'offset'],
    ['limit=1&limit=2', 'invalid_value', 'limit'],
    ['is_active=yes', 'invalid_value', 'is_active'],
    ['tags=a', 'unknown_member', 'tags'],
    ['search=%00', 'invalid_value', 'search'],
  ])('?%s is refused', async (parameters, code, attr) => {
    const { root } = await openManageApi();
    expect(await root('GET', `${ENDPOINTS}?${parameters}`)).toMatchObject({
      status: 400,
      body: { code, attr },
    });
  });
});

test('keys and projects are paged too', async () => {
  const { root } = await openManageApi();
  for (const label of ['a', 'b']) await root('POST', KEYS, { label, scopes: ['*'] });
  const second = (await root('GET', `${KEYS}?limit=1&offset=1`)).body;
  expect(second).toMatchObject({ count: 3, results: [{ label: 'a' }] });
  expect((await root('GET', second.next)).body).toMatchObject({ next: null, results: [{ label: 'b' }] });
  expect((await root('GET', second.previous)).body.results).toMatchObject([{ label: 'root' }]);
  await root('POST', '/api/projects', { name: 'Second' });
  expect((await root('GET', '/api/projects?limit=1&offset=1')).body).toMatchObject({
    count: 2,
    next: null,
    results: [{ name: 'Second' }],
  });
});

test('a query string is refused where none has a meaning', async () => {
  const { root, as } = await openManageApi();
  const made = await root('POST', `${ENDPOINTS}?allow_breaking=false`, { name: 'a', query: QUERY });
  expect(made).toMatchObject({ status: 400, body: { code: 'unknown_member', attr: 'allow_breaking' } });
  expect(await root('GET', '/api/projects/1?x=1')).toMatchObject({ status: 400, body: { attr: 'x' } });
  expect(await as(undefined)('GET', '/api/projects/1?x=1')).toMatchObject({ status: 401 });
});

test('a path with two slashes at its end is no path', async () => {
  const { root } = await openManageApi();
  expect(await root('GET', `${ENDPOINTS}//`)).toMatchObject({ status: 404, body: { code: 'not_found' } });
  expect(await root('GET', '/api/projects//')).toMatchObject({ status: 404 });
});

test('validate tells what a query takes and gives, or its errors, and saves nothing', async () => {
  const { root } = await openManageApi();
  const query = { kind: 'HogQLQuery', query: 'select event from events where event = {variables.x}' };
  expect(await root('POST', `${ENDPOINTS}/validate`, { query })).toMatchObject({
    status: 200,
    body: {
      is_valid: true,
      errors: [],
      variables: [{ name: 'x', type: 'String', declared: false, required: true }],
      tables: ['events'],
      materialization: { materializable: false, reason: expect.stringContaining('"x"') },
    },
  });
  const bad = { kind: 'HogQLQuery', query: 'select bad, worse from events' };
  expect(await root('POST', `${ENDPOINTS}/validate`, { query: bad })).toMatchObject({
    status: 200,
    body: {
      is_valid: false,
      errors: [{ code: 'unknown_field', position: { line: 1, column: 8 } }, { code: 'unknown_field' }],
    },
  });
  expect((await root('GET', ENDPOINTS)).body.count).toBe(0);
});

describe('empty filters of a query are removed', () => {
  const trends = (...properties: readonly unknown[]) => ({
    kind: 'TrendsQuery',
    series: [{ kind: 'EventsNode', event: 'view' }],
    properties,
  });
  const isMac = { key: 'os', value: 'Mac' };

  test('as validate tells before', async () => {
    const { root } = await openManageApi();
    const query = trends({}, isMac, { type: 'AND', values: [{ type: 'empty' }] });
    const warnings = [
      {
        code: 'empty_filter_removed',
        detail: 'The empty filter "query.properties.0" is removed.',
        attr: 'query.properties.0',
      },
      {
        code: 'empty_filter_removed',
        detail: 'The empty filter "query.properties.2.values.0" is removed.',
        attr: 'query.properties.2.values.0',
      },
    ];
    expect(await root('POST', `${ENDPOINTS}/validate`, { query })).toMatchObject({
      body: { is_valid: true, warnings },
    });
    // An endpoint is told besides that callers may replace its filters: a query by itself has no callers.
    const replaceable = { code: 'replaceable_filter', attr: 'allowed_overrides' };
    expect(await root('POST', ENDPOINTS, { name: 'x', query })).toMatchObject({
      status: 201,
      body: { warnings: [replaceable, ...warnings] },
    });
  });

  test('and errors still name the places in the request', async () => {
    const { root } = await openManageApi();
    const query = trends({}, isMac, { key: 'day', operator: 'is_date_before', value: 'soon' });
    const attr = 'query.properties.2.value';
    expect(await root('POST', `${ENDPOINTS}/validate`, { query })).toMatchObject({
      status: 200,
      body: {
        is_valid: false,
        errors: [{ code: 'invalid_filter', attr }],
        warnings: [
          {
            code: 'empty_filter_removed',
            detail: 'The empty filter "query.properties.0" is removed.',
            attr: 'query.properties.0',
          },
        ],
      },
    });
    expect(await root('POST', ENDPOINTS, { name: 'x', query })).toMatchObject({
      status: 400,
      body: { attr },
    });
    await root('POST', ENDPOINTS, { name: 'x', query: trends() });
    expect(await root('PATCH', `${ENDPOINTS}/x`, { query })).toMatchObject({ status: 400, body: { attr } });
  });
});
