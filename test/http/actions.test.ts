import { beforeAll, describe, expect, test } from 'vitest';
import { shareService } from '../fixtures/share-service.ts';
import type { TestProject } from '../fixtures/start-service.ts';
import { makeProject } from './operation-calls.ts';

// Actions on the whole service: what they match is counted by hand over the twelve events below.

const NOW = '2026-01-08T12:00:00Z';

const view = (user: string, day: number, url: string, more: object = {}) => ({
  event: '$pageview',
  distinct_id: user,
  timestamp: `2026-01-0${day}T10:00:00Z`,
  properties: { $current_url: url, ...more },
});

/** The element first, then those around it. */
const click = (user: string, day: number, chain: string, url = 'https://shop.test/') => ({
  event: '$autocapture',
  distinct_id: user,
  timestamp: `2026-01-0${day}T11:00:00Z`,
  properties: { $current_url: url, $elements_chain: chain },
});

const BUY_BUTTON =
  'button.primary.big:attr__class="big primary"attr_id="buy"nth-child="1"nth-of-type="1"text="Buy now";' +
  'div.cart:attr__class="cart"nth-child="2"nth-of-type="1"';
const DOCS_LINK =
  'a.link:attr__class="link"attr__href="/docs/start"href="/docs/start"nth-child="1"nth-of-type="1"text="Docs";' +
  'nav.menu:attr__class="menu"nth-child="1"nth-of-type="1"';

const EVENTS = [
  view('ann', 5, 'https://shop.test/pricing', { plan: 'pro' }),
  view('ann', 5, 'https://shop.test/pricing?from=ad', { plan: 'free' }),
  view('ben', 6, 'https://shop.test/pricing', { plan: 'free' }),
  view('ben', 6, 'https://shop.test/Pricing'),
  view('cat', 7, 'https://shop.test/blog/1', { plan: 'pro' }),
  view('cat', 7, 'https://shop.test/blog/22'),
  {
    event: 'buy',
    distinct_id: 'ann',
    timestamp: '2026-01-06T12:00:00Z',
    properties: { plan: 'pro', amount: 20 },
  },
  {
    event: 'buy',
    distinct_id: 'ben',
    timestamp: '2026-01-07T12:00:00Z',
    properties: { plan: 'free', amount: 5 },
  },
  click('ann', 5, BUY_BUTTON),
  click('ben', 6, BUY_BUTTON, 'https://shop.test/pricing'),
  click('cat', 7, DOCS_LINK),
  // Looks like a click, but is none.
  { ...click('cat', 7, BUY_BUTTON), event: 'copied' },
];

let service: TestProject;
beforeAll(async () => {
  service = await shareService();
  await service.capture(EVENTS);
});

let made = 0;

/** Makes an action and gives its id. */
async function action(steps: readonly object[]): Promise<number> {
  made += 1;
  const created = await service.call('POST', 'actions/', { body: { name: `action ${made}`, steps } });
  expect(created.status, created.text).toBe(201);
  return created.json.id;
}

const trends = (...series: readonly object[]) => ({
  kind: 'TrendsQuery',
  dateRange: { date_from: '2026-01-05', date_to: '2026-01-07' },
  series,
});
const node = (id: number, more: object = {}) => ({ kind: 'ActionsNode', id, ...more });

async function ask(query: object) {
  const answer = await service.call('POST', 'query', { body: { query }, now: NOW });
  expect(answer.status, answer.text).toBe(200);
  return answer.json.results;
}

describe('events that an action matches, on the 5th, 6th and 7th', () => {
  const clicked = (more: object) => [{ event: '$autocapture', ...more }];

  test.each<[string, readonly object[], readonly number[]]>([
    ['no steps: every event', [], [3, 4, 5]],
    ['an event', [{ event: 'buy' }], [0, 1, 1]],
    ['a url contains, by default', [{ url: '/pricing' }], [2, 2, 0]],
    ['a url contains, of one event', [{ event: '$pageview', url: '/pricing' }], [2, 1, 0]],
    ['a url is', [{ url: 'https://shop.test/pricing', url_matching: 'exact' }], [1, 2, 0]],
    ['a url matches', [{ url: '/blog/\\d{2}$', url_matching: 'regex' }], [0, 0, 1]],
    ['a url matches in any case', [{ url: '(?i)/pricing$', url_matching: 'regex' }], [1, 3, 0]],
    ['a percent sign is itself', [{ url: '%' }], [0, 0, 0]],
    ['a property', [{ properties: [{ key: 'plan', value: 'pro' }] }], [1, 1, 1]],
    [
      'all properties of a step',
      [
        {
          properties: [
            { key: 'plan', value: 'pro' },
            { key: 'amount', operator: 'gt', value: 10 },
          ],
        },
      ],
      [0, 1, 0],
    ],
    [
      'an event and a property',
      [{ event: '$pageview', properties: [{ key: 'plan', value: 'pro' }] }],
      [1, 0, 1],
    ],
    ['SQL', [{ properties: [{ type: 'hogql', key: 'properties.amount < 10' }] }], [0, 0, 1]],
    ['any step, each event once', [{ event: 'buy' }, { url: '/pricing' }, { url: 'pricing' }], [2, 3, 1]],
    ['a tag', clicked({ tag_name: 'button' }), [1, 1, 0]],
    ['a tag around the element', clicked({ tag_name: 'nav' }), [0, 0, 1]],
    ['no part of a tag', clicked({ tag_name: 'butto' }), [0, 0, 0]],
    ['a selector', clicked({ selector: 'div.cart > button.primary' }), [1, 1, 0]],
    ['a selector that only begins alike', clicked({ selector: 'div.car > button' }), [0, 0, 0]],
    ['a text', clicked({ text: 'Buy now' }), [1, 1, 0]],
    ['a whole text, by default', clicked({ text: 'Buy' }), [0, 0, 0]],
    ['a text contains', clicked({ text: 'uy n', text_matching: 'contains' }), [1, 1, 0]],
    ['a text matches', clicked({ text: '^(Docs|Help)$', text_matching: 'regex' }), [0, 0, 1]],
    ['a link is', clicked({ href: '/docs/start' }), [0, 0, 1]],
    ['a whole link, by default', clicked({ href: '/docs' }), [0, 0, 0]],
    ['a link contains', clicked({ href: '/docs', href_matching: 'contains' }), [0, 0, 1]],
    ['a link matches', clicked({ href: '^/(docs|help)/', href_matching: 'regex' }), [0, 0, 1]],
    ['an element on a page', clicked({ tag_name: 'button', url: '/pricing' }), [0, 1, 0]],
  ])('%s', async (_, steps, expected) => {
    const [series] = await ask(trends(node(await action(steps))));
    expect(series.data).toEqual(expected);
    expect(series.label).toBe(`action ${made}`);
  });

  test('its series has filters and math of its own, and joins with others', async () => {
    const id = await action([{ url: '/pricing' }, { event: 'buy' }]);
    const pro = [{ key: 'plan', value: 'pro' }];
    const [filtered, people, group] = await ask(
      trends(node(id, { properties: pro }), node(id, { math: 'dau' }), {
        kind: 'GroupNode',
        operator: 'OR',
        nodes: [node(id, { properties: pro }), { kind: 'EventsNode', event: 'copied' }],
      }),
    );
    expect(filtered.data).toEqual([1, 1, 0]);
    expect(people.data).toEqual([1, 2, 1]);
    expect(group.data).toEqual([1, 1, 1]);
  });
});

describe('the other kinds of insight', () => {
  const dateRange = { date_from: '2026-01-05', date_to: '2026-01-07' };

  test('lifecycle: ann and ben come on the 5th and 6th, stay a day, and leave', async () => {
    // ann: 5th pricing, 6th buy. ben: 6th pricing, 7th buy. Both were new with their first event.
    const id = await action([{ url: '/pricing' }, { event: 'buy' }]);
    const results = await ask({ kind: 'LifecycleQuery', series: [node(id)], dateRange });
    const data = Object.fromEntries(
      results.map((one: { status: string; data: unknown }) => [one.status, one.data]),
    );
    expect(data).toEqual({
      new: [1, 1, 0],
      returning: [0, 1, 1],
      resurrecting: [0, 0, 0],
      dormant: [0, 0, -1],
    });
    expect(results[0].action).toMatchObject({ id: String(id), type: 'actions' });
  });

  test('a funnel: ann and ben look at prices and buy a day later, cat does neither', async () => {
    const looked = await action([{ event: '$pageview', url: '/pricing' }]);
    const bought = await action([{ event: 'buy' }]);
    const steps = [node(looked), node(bought)];
    const results = await ask({ kind: 'FunnelsQuery', series: steps, dateRange });
    expect(results).toMatchObject([
      { action_id: looked, type: 'actions', count: 2 },
      { action_id: bought, type: 'actions', count: 2 },
    ]);
    // ben clicked on the page of prices after his views of it and before he bought.
    const clicked = await action([{ event: '$autocapture', url: '/pricing' }]);
    const exclusions = [{ ...node(clicked), funnelFromStep: 0, funnelToStep: 1 }];
    const [, last] = await ask({
      kind: 'FunnelsQuery',
      series: steps,
      dateRange,
      funnelsFilter: { exclusions },
    });
    expect(last.count).toBe(1);
  });

  test('stickiness: two people on two days, nobody on one or three', async () => {
    const id = await action([{ url: '/pricing' }, { event: 'buy' }]);
    const [series] = await ask({ kind: 'StickinessQuery', series: [node(id)], dateRange });
    expect(series.data).toEqual([0, 2, 0]);
  });

  test('retention: one person in each cohort of the 5th and 6th, each back the day after', async () => {
    const id = await action([{ url: '/pricing' }]);
    const bought = await action([{ event: 'buy' }]);
    const results = await ask({
      kind: 'RetentionQuery',
      dateRange,
      retentionFilter: {
        targetEntity: { id, type: 'actions' },
        returningEntity: { id: bought, type: 'actions' },
        totalIntervals: 3,
        period: 'Day',
      },
    });
    const counts = results.map((row: { values: { count: number }[] }) =>
      row.values.map(({ count }) => count),
    );
    expect(counts).toEqual([
      [1, 1, 0],
      [1, 1, 0],
      [0, 0, 0],
    ]);
  });
});

test('a filter on elements reads selectors as an action does', async () => {
  const filter = (value: string) => [{ type: 'element', key: 'selector', value }];
  const series = (value: string) => ({
    kind: 'EventsNode',
    event: '$autocapture',
    properties: filter(value),
  });
  const [begun, whole] = await ask(trends(series('div.car > button'), series('div.cart > button')));
  expect([begun.data, whole.data]).toEqual([
    [0, 0, 0],
    [1, 1, 0],
  ]);
  const body = { query: trends(series('a, b')) };
  expect(await service.call('POST', 'query', { body })).toMatchObject({
    status: 400,
    json: { code: 'invalid_filter', attr: expect.stringContaining('series.0.properties.0.value') },
  });
});

describe('an endpoint that uses an action', () => {
  const run = (name: string) => service.call('POST', `endpoints/${name}/run`, { now: NOW });

  test('answers a changed action at once, although its answer is cached', async () => {
    const id = await action([{ event: 'buy' }]);
    await service.call('POST', 'endpoints', { body: { name: 'cached', query: trends(node(id)) } });
    expect((await run('cached')).json).toMatchObject({ results: [{ data: [0, 1, 1] }], is_cached: false });
    expect((await run('cached')).json).toMatchObject({ results: [{ data: [0, 1, 1] }], is_cached: true });

    await service.call('PATCH', `actions/${id}/`, { body: { steps: [{ event: 'copied' }] } });
    expect((await run('cached')).json).toMatchObject({ results: [{ data: [0, 0, 1] }], is_cached: false });

    await service.call('PATCH', `actions/${id}/`, { body: { name: 'Copies' } });
    expect((await run('cached')).json).toMatchObject({ results: [{ label: 'Copies' }], is_cached: false });
    expect((await run('cached')).json).toMatchObject({ results: [{ label: 'Copies' }], is_cached: true });

    await service.call('PATCH', `actions/${id}/`, { body: { steps: [{ event: 'buy' }] } });
    expect((await run('cached')).json).toMatchObject({ results: [{ data: [0, 1, 1] }], is_cached: false });
  });

  test('is refused when the action is gone, cached or not, and works again with another', async () => {
    const id = await action([{ event: 'buy' }]);
    await service.call('POST', 'endpoints', { body: { name: 'orphan', query: trends(node(id)) } });
    expect((await run('orphan')).status).toBe(200);
    expect(await service.call('DELETE', `actions/${id}/`)).toMatchObject({
      status: 400,
      json: { code: 'action_in_use', endpoints: ['orphan'] },
    });
    expect((await run('orphan')).json.is_cached).toBe(true);
    expect((await service.call('DELETE', `actions/${id}/?force=true`)).status).toBe(204);
    expect(await run('orphan')).toMatchObject({
      status: 400,
      json: { code: 'invalid_value', detail: expect.stringContaining(`no action with id ${id}`) },
    });
    const other = await action([{ event: 'copied' }]);
    await service.call('PATCH', 'endpoints/orphan', { body: { query: trends(node(other)) } });
    expect((await run('orphan')).json).toMatchObject({ results: [{ data: [0, 0, 1] }] });
  });

  test.each([
    ['a text that names it', (name: string) => `select countIf(matchesAction('${name}')) from events`],
    [
      'a text with its id',
      (_name: string, id: number) => `select countIf(MATCHESACTION( ${id} )) from events`,
    ],
  ])('[SQL-6.5] follows it and keeps it: %s', async (what, textOf) => {
    const name = `of ${what}`;
    const made = await service.call('POST', 'actions', { body: { name, steps: [{ event: 'buy' }] } });
    const id: number = made.json.id;
    const endpoint = `keeps-${id}`;
    const query = { kind: 'HogQLQuery', query: textOf(name, id) };
    expect((await service.call('POST', 'endpoints', { body: { name: endpoint, query } })).status).toBe(201);
    expect((await run(endpoint)).json.results).toEqual([[2]]);
    expect((await run(endpoint)).json.is_cached).toBe(true);
    await service.call('PATCH', `actions/${id}/`, { body: { steps: [{ event: 'copied' }] } });
    expect((await run(endpoint)).json.results).toEqual([[1]]);
    expect(await service.call('DELETE', `actions/${id}/`)).toMatchObject({
      status: 400,
      json: { code: 'action_in_use', endpoints: [endpoint] },
    });
    expect((await service.call('DELETE', `actions/${id}/?force=true`)).status).toBe(204);
    expect(await run(endpoint)).toMatchObject({ status: 400, json: { code: 'invalid_value' } });
  });

  test.each<[string, (name: string, id: number) => readonly ['POST' | 'PATCH', string, object]]>([
    [
      'a cohort that looks at it',
      (name, id) => {
        const behavior = { type: 'behavioral', value: 'performed_event', event_type: 'actions', key: id };
        const values = [{ ...behavior, time_value: 3, time_interval: 'day' }];
        return ['POST', 'cohorts', { name, filters: { properties: { type: 'AND', values } } }];
      },
    ],
    [
      'a cohort with an expression',
      (name) => {
        const behavior = { type: 'behavioral', value: 'performed_event', key: 'buy' };
        const event_filters = [{ type: 'hogql', key: `matchesAction('${name}')` }];
        const values = [{ ...behavior, time_value: 3, time_interval: 'day', event_filters }];
        return ['POST', 'cohorts', { name, filters: { properties: { type: 'AND', values } } }];
      },
    ],
    [
      'the test-account filters',
      (name) => ['PATCH', '', { test_account_filters: [{ type: 'hogql', key: `matchesAction('${name}')` }] }],
    ],
    [
      'a value of a text',
      (name, id) => {
        const text = 'select count() from events where matchesAction({it})';
        return [
          'POST',
          'endpoints',
          { name, query: { kind: 'HogQLQuery', query: text, values: { it: id } } },
        ];
      },
    ],
  ])('[SPEC-2.1.16] is kept by %s', async (what, userOf) => {
    const name = `kept by ${what}`.replaceAll(' ', '-');
    const made = await service.call('POST', 'actions', { body: { name, steps: [{ event: 'buy' }] } });
    const id: number = made.json.id;
    const [method, path, body] = userOf(name, id);
    const used = await service.call(method, path, { body });
    expect([200, 201], used.text).toContain(used.status);
    const removed = await service.call('DELETE', `actions/${id}/`);
    expect([removed.status, removed.json?.code]).toEqual([400, 'action_in_use']);
    expect((await service.call('DELETE', `actions/${id}/?force=true`)).status).toBe(204);
    expect((await service.call(method, path, { body })).json.code).toMatch(/invalid_value|name_taken/);
    if (method === 'PATCH') await service.call('PATCH', '', { body: { test_account_filters: [] } });
  });

  test('[SQL-6.5] by its name is told when the name changes', async () => {
    const body = { name: 'Old name', steps: [{ event: 'buy' }] };
    const { id } = (await service.call('POST', 'actions', { body })).json;
    const query = { kind: 'HogQLQuery', query: "select count() from events where matchesAction('Old name')" };
    await service.call('POST', 'endpoints', { body: { name: 'by-name', query } });
    const rename = (path: string) => service.call('PATCH', path, { body: { name: 'New name' } });
    expect((await rename(`actions/${id}/?allow_breaking=false`)).status).toBe(400);
    const { warnings } = (await rename(`actions/${id}/`)).json;
    expect(JSON.stringify(warnings)).toContain('by-name');
    expect((await run('by-name')).status).toBe(400);
  });

  test('takes an action of a caller only from its own project', async () => {
    const second = await makeProject(service);
    const theirs = await service.call('POST', `/api/projects/${second.id}/actions`, {
      body: { name: 'theirs', steps: [{ event: 'buy' }] },
    });
    await service.call('POST', 'endpoints', {
      body: { name: 'open', query: trends({ kind: 'EventsNode', event: 'buy' }) },
    });
    const body = { query_override: { series: [node(theirs.json.id)] } };
    expect(await service.call('POST', 'endpoints/open/run', { body, now: NOW })).toMatchObject({
      status: 400,
      json: { code: 'invalid_value', attr: 'query_override.series.0.id' },
    });
  });
});
