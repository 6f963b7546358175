import { describe, expect, test } from 'vitest';
import { openManageApi } from './manage-api.ts';

// [SPEC-2.1.16].

const ACTIONS = '/api/projects/1/actions';
const ENDPOINTS = '/api/projects/1/endpoints';
const PAGEVIEW = { event: '$pageview' };

describe('an action over HTTP', () => {
  test('is created, read, changed under If-Match and deleted', async () => {
    const { root, services } = await openManageApi();
    const steps = [{ event: '$pageview', url: '/pricing' }, { event: 'buy' }];
    const created = await root('POST', ACTIONS, { name: ' Interested ', steps });
    expect(created).toMatchObject({ status: 201, headers: { etag: '"1"' } });
    expect(created.body).toEqual({
      id: 1,
      name: 'Interested',
      description: '',
      steps,
      revision: 1,
      created_at: '2026-01-05T09:00:00Z',
      updated_at: '2026-01-05T09:00:00Z',
      created_by: { key_id: expect.any(String), label: expect.any(String) },
    });
    const read = await root('GET', `${ACTIONS}/1`);
    expect(read).toMatchObject({ status: 200, headers: { etag: '"1"' } });
    expect(read.body).toEqual(created.body);

    services.clock.set(services.clock.nowMs() + 1000);
    const changed = await root('PATCH', `${ACTIONS}/1`, { steps: [PAGEVIEW] }, { 'if-match': '"1"' });
    expect(changed).toMatchObject({ status: 200, headers: { etag: '"2"' } });
    expect(changed.body).toEqual({
      ...created.body,
      steps: [PAGEVIEW],
      revision: 2,
      updated_at: '2026-01-05T09:00:01Z',
      warnings: [],
    });
    for (const [method, body] of [
      ['PATCH', { name: 'x' }],
      ['DELETE', undefined],
    ] as const) {
      expect(await root(method, `${ACTIONS}/1`, body, { 'if-match': '"1"' })).toMatchObject({
        status: 412,
        body: { code: 'precondition_failed', attr: 'If-Match', revision: 2 },
      });
    }
    expect(await root('DELETE', `${ACTIONS}/1`)).toMatchObject({ status: 204, body: undefined });
    for (const id of ['1', '0', '01', '-1', 'x', '1e0', '9'.repeat(30)]) {
      expect(await root('GET', `${ACTIONS}/${id}`)).toMatchObject({
        status: 404,
        body: { code: 'not_found' },
      });
    }
    expect((await root('POST', ACTIONS, { name: 'Interested' })).body.id).toBe(2);
  });

  test('belongs to one project', async () => {
    const { root } = await openManageApi();
    await root('POST', '/api/projects', { name: 'second' });
    const { id } = (await root('POST', '/api/projects/2/actions', { name: 'theirs', steps: [PAGEVIEW] }))
      .body;
    expect(await root('GET', `/api/projects/2/actions/${id}`)).toMatchObject({ status: 200 });
    expect(await root('GET', `${ACTIONS}/${id}`)).toMatchObject({ status: 404 });
    expect(await root('PATCH', `${ACTIONS}/${id}`, { name: 'ours' })).toMatchObject({ status: 404 });
    expect(await root('DELETE', `${ACTIONS}/${id}?force=true`)).toMatchObject({ status: 404 });
    expect((await root('GET', ACTIONS)).body.count).toBe(0);
    expect((await root('GET', '/api/projects/2/actions')).body.results).toMatchObject([{ name: 'theirs' }]);
    const theirs = { kind: 'TrendsQuery', series: [{ kind: 'ActionsNode', id }] };
    expect(await root('POST', ENDPOINTS, { name: 'a', query: theirs })).toMatchObject({
      status: 400,
      body: { code: 'invalid_value', attr: 'query.series.0.id' },
    });
    expect(await root('POST', '/api/projects/2/endpoints', { name: 'a', query: theirs })).toMatchObject({
      status: 201,
    });
  });

  test('has a name of its own', async () => {
    const { root } = await openManageApi();
    await root('POST', '/api/projects', { name: 'second' });
    await root('POST', ACTIONS, { name: 'a' });
    await root('POST', ACTIONS, { name: 'b' });
    const taken = { status: 400, body: { code: 'name_taken', attr: 'name' } };
    expect(await root('POST', ACTIONS, { name: 'a' })).toMatchObject(taken);
    expect(await root('PATCH', `${ACTIONS}/2`, { name: 'a' })).toMatchObject(taken);
    expect(await root('PATCH', `${ACTIONS}/1`, { name: 'a' })).toMatchObject({ status: 200 });
    expect(await root('POST', '/api/projects/2/actions', { name: 'a' })).toMatchObject({ status: 201 });
    await root('DELETE', `${ACTIONS}/1`);
    expect(await root('PATCH', `${ACTIONS}/2`, { name: 'a' })).toMatchObject({ status: 200 });
  });

  test('is listed page by page, newest first', async () => {
    const { root } = await openManageApi();
    for (const name of ['a', 'b', 'c']) await root('POST', ACTIONS, { name });
    const first = (await root('GET', `${ACTIONS}?limit=2`)).body;
    expect(first).toMatchObject({ count: 3, previous: null, results: [{ name: 'c' }, { name: 'b' }] });
    const second = (await root('GET', first.next)).body;
    expect(second).toMatchObject({ count: 3, next: null, results: [{ name: 'a', steps: [] }] });
    expect(await root('GET', `${ACTIONS}?search=a`)).toMatchObject({
      status: 400,
      body: { code: 'unknown_member', attr: 'search' },
    });
  });

  test('is changed by 50 at once, each revision once', async () => {
    const { root, services } = await openManageApi();
    await root('POST', ACTIONS, { name: 'busy' });
    const before = (await services.catalog.context(1)).revision;
    const changes = Array.from({ length: 50 }, (_, n) =>
      root('PATCH', `${ACTIONS}/1`, { description: `${n}` }),
    );
    const etags = (await Promise.all(changes)).map(({ headers }) => headers['etag']);
    expect(new Set(etags).size).toBe(50);
    expect((await root('GET', `${ACTIONS}/1`)).body).toMatchObject({ revision: 51 });
    expect((await services.catalog.context(1)).revision).not.toBe(before);
  });
});

describe('what an action may say', () => {
  const AUTOCAPTURE = { event: '$autocapture', tag_name: 'a' };
  const SQL = { properties: [{ type: 'hogql', key: 'properties.n > 1' }] };

  test.each([
    ['nothing about steps', { name: 'a' }, []],
    ['null members', { name: 'a', description: null, steps: [{ event: 'b', url: null }] }, [{ event: 'b' }]],
    ['a url only', { name: 'a', steps: [{ url: '/a' }] }, [{ url: '/a' }]],
    ['a tag of $autocapture', { name: 'a', steps: [AUTOCAPTURE] }, [AUTOCAPTURE]],
    ['a filter in SQL', { name: 'a', steps: [SQL, PAGEVIEW] }, [SQL, PAGEVIEW]],
  ])('%s', async (_, body, steps) => {
    const { root } = await openManageApi();
    const created = await root('POST', ACTIONS, body);
    expect(created).toMatchObject({ status: 201, body: { description: '', steps } });
  });
});

describe('what is refused', () => {
  const step = (more: object) => ({ name: 'a', steps: [PAGEVIEW, more] });
  const filter = (more: object) => step({ properties: [more] });

  test.each([
    ['no name', {}, 'invalid_value', 'name'],
    ['an empty name', { name: ' ' }, 'invalid_value', 'name'],
    ['an unknown member', { name: 'a', tags: [] }, 'unknown_member', 'tags'],
    ['an unknown member of a step', step({ event: 'b', selectr: 'a' }), 'unknown_member', 'steps.1.selectr'],
    ['101 steps', { name: 'a', steps: Array(101).fill(PAGEVIEW) }, 'invalid_value', 'steps'],
    ['a step without condition', step({}), 'invalid_value', 'steps.1'],
    ['a step of nulls', step({ event: null, url: null }), 'invalid_value', 'steps.1'],
    ['a step with only a way to match', step({ url_matching: 'exact' }), 'invalid_value', 'steps.1'],
    ['a step with no filters', step({ properties: [] }), 'invalid_value', 'steps.1'],
    [
      'a step with a group of no filters',
      step({
        properties: [
          { type: 'AND', values: [] },
          { type: 'OR', values: [] },
        ],
      }),
      'invalid_value',
      'steps.1',
    ],
    ['an empty event', step({ event: '' }), 'invalid_value', 'steps.1.event'],
    ['an element of any event', step({ selector: 'a' }), 'invalid_value', 'steps.1.selector'],
    ['an element of another event', step({ event: 'b', text: 'c' }), 'invalid_value', 'steps.1.text'],
    [
      'a selector that cannot be read',
      step({ event: '$autocapture', selector: 'a, b' }),
      'invalid_value',
      'steps.1.selector',
    ],
    [
      'an unknown way to match',
      step({ url: '/', url_matching: 'like' }),
      'invalid_value',
      'steps.1.url_matching',
    ],
    ['a broken pattern', step({ url: '(', url_matching: 'regex' }), 'invalid_value', 'steps.1.url'],
    [
      'look-ahead in a pattern',
      step({ event: '$autocapture', href: '(?=a)', href_matching: 'regex' }),
      'invalid_value',
      'steps.1.href',
    ],
    [
      'an unknown operator',
      filter({ key: 'a', operator: 'like', value: 1 }),
      'invalid_filter',
      'steps.1.properties.0.operator',
    ],
    [
      'a filter that cannot be compiled',
      filter({ key: 'a', operator: 'regex', value: '(' }),
      'invalid_filter',
      'steps.1.properties.0.value',
    ],
    [
      'an unknown field in SQL',
      filter({ type: 'hogql', key: 'nothing > 1' }),
      'unknown_field',
      'steps.1.properties.0.key',
    ],
  ])('%s', async (_, body, code, attr) => {
    const { root } = await openManageApi();
    const refused = { status: 400, body: { code, attr } };
    expect(await root('POST', ACTIONS, body)).toMatchObject(refused);
    await root('POST', ACTIONS, { name: 'kept', steps: [PAGEVIEW] });
    if ('name' in body) expect(await root('PATCH', `${ACTIONS}/1`, body)).toMatchObject(refused);
    expect((await root('GET', `${ACTIONS}/1`)).body).toMatchObject({ name: 'kept', revision: 1 });
  });
});

describe('endpoints that use an action', () => {
  const node = { kind: 'ActionsNode', id: 1 };
  const entity = { id: 1, type: 'actions' };
  const other = { kind: 'EventsNode', event: 'b' };
  const USES = [
    ['trends', { kind: 'TrendsQuery', series: [other, node] }, 'query.series.1.id'],
    [
      'trends of a group of nodes',
      { kind: 'TrendsQuery', series: [{ kind: 'GroupNode', operator: 'OR', nodes: [other, node] }] },
      'query.series.0.nodes.1.id',
    ],
    ['a funnel', { kind: 'FunnelsQuery', series: [other, node] }, 'query.series.1.id'],
    [
      'what a funnel excludes',
      {
        kind: 'FunnelsQuery',
        series: [other, other],
        funnelsFilter: { exclusions: [{ ...node, funnelFromStep: 0, funnelToStep: 1 }] },
      },
      'query.funnelsFilter.exclusions.0.id',
    ],
    ['lifecycle', { kind: 'LifecycleQuery', series: [node] }, 'query.series.0.id'],
    ['stickiness', { kind: 'StickinessQuery', series: [node] }, 'query.series.0.id'],
    [
      'retention by its target',
      { kind: 'RetentionQuery', retentionFilter: { targetEntity: entity } },
      'query.retentionFilter.targetEntity.id',
    ],
    [
      'retention by what returns, the id as text',
      { kind: 'RetentionQuery', retentionFilter: { returningEntity: { ...entity, id: '1' } } },
      'query.retentionFilter.returningEntity.id',
    ],
  ] as const;

  test.each(USES)('%s: cannot be saved without it, and keep it from deletion', async (_, query, attr) => {
    const { root } = await openManageApi();
    const missing = { status: 400, body: { code: 'invalid_value', attr } };
    expect(await root('POST', ENDPOINTS, { name: 'daily', query })).toMatchObject(missing);
    await root('POST', ACTIONS, { name: 'a', steps: [PAGEVIEW] });
    await root('POST', ACTIONS, { name: 'unused', steps: [PAGEVIEW] });
    expect(await root('POST', ENDPOINTS, { name: 'daily', query })).toMatchObject({ status: 201 });
    expect(await root('DELETE', `${ACTIONS}/1`)).toMatchObject({
      status: 400,
      body: { code: 'action_in_use', detail: expect.stringContaining('daily'), endpoints: ['daily'] },
    });
    expect(await root('DELETE', `${ACTIONS}/2`)).toMatchObject({ status: 204 });
    expect(await root('DELETE', `${ACTIONS}/1?force=true`)).toMatchObject({ status: 204 });
    expect(await root('PATCH', `${ENDPOINTS}/daily`, { query })).toMatchObject(missing);
  });

  test('are the live ones, active or not, by their current version', async () => {
    const { root } = await openManageApi();
    const query = { kind: 'TrendsQuery', series: [node] };
    const without = { kind: 'TrendsQuery', series: [other] };
    await root('POST', ACTIONS, { name: 'a', steps: [PAGEVIEW] });
    await root('POST', ENDPOINTS, { name: 'moved', query });
    await root('POST', ENDPOINTS, { name: 'idle', query, is_active: false });
    await root('POST', ENDPOINTS, { name: 'gone', query });
    await root('POST', '/api/projects', { name: 'second' });
    await root('PATCH', `${ENDPOINTS}/moved`, { query: without });
    await root('DELETE', `${ENDPOINTS}/gone`);
    for (const force of ['', '?force=false']) {
      expect(await root('DELETE', `${ACTIONS}/1${force}`)).toMatchObject({
        status: 400,
        body: { endpoints: ['idle'] },
      });
    }
    expect(await root('DELETE', `${ACTIONS}/1?force=yes`)).toMatchObject({
      status: 400,
      body: { code: 'invalid_value', attr: 'force' },
    });
    await root('DELETE', `${ENDPOINTS}/idle`);
    expect(await root('DELETE', `${ACTIONS}/1`)).toMatchObject({ status: 204 });
    expect(await root('POST', `${ENDPOINTS}/moved/rollback`, { version: 1 })).toMatchObject({
      status: 400,
      body: { code: 'invalid_value', attr: 'query.series.0.id' },
    });
  });
});
