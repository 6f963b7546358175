import { beforeAll, describe, expect, test } from 'vitest';
import { shareService } from '../fixtures/share-service.ts';
import type { TestProject } from '../fixtures/start-service.ts';
import { makeKey } from './operation-calls.ts';

// Cohorts on the whole service; who must be a member is read off the events below.

const NOW = '2026-01-08T12:00:00Z';

const event = (name: string, user: string, day: number, properties: object = {}) => ({
  event: name,
  distinct_id: user,
  timestamp: `2026-01-0${day}T10:00:00Z`,
  properties,
});

const EVENTS = [
  event('open', 'ann', 5, { $set: { plan: 'pro', team: 'red' } }),
  event('open', 'ben', 6, { $set: { plan: 'pro', team: 'blue' } }),
  event('open', 'cat', 7, { $set: { plan: 'free', team: 'red' } }),
  event('buy', 'ann', 2, { amount: 20 }),
  event('buy', 'ann', 7, { amount: 5 }),
  event('buy', 'cat', 7, { amount: 50 }),
  event('buy', 'ghost', 7, { $process_person_profile: false }),
];

let service: TestProject;
let ids: ReadonlyMap<string, string>;
beforeAll(async () => {
  service = await shareService();
  await service.capture(EVENTS, NOW);
  const rows = await ask('SELECT distinct_id, person_id FROM person_distinct_ids');
  ids = new Map(rows as [string, string][]);
});

async function ask(query: string, of = service): Promise<readonly unknown[][]> {
  const answer = await of.call('POST', 'query', {
    body: { query: { kind: 'HogQLQuery', query } },
    now: NOW,
  });
  expect(answer.status, answer.text).toBe(200);
  return answer.json.results;
}

/** The members of a cohort, by the names of the events above. */
async function members(id: number | string, of = service): Promise<readonly string[]> {
  const literal = typeof id === 'number' ? id : `'${id}'`;
  const rows = await ask(`SELECT id FROM persons WHERE id IN COHORT ${literal}`, of);
  return rows.map(([found]) => [...ids].find(([, person]) => person === found)?.[0] ?? String(found)).sort();
}

let made = 0;
async function make(body: object): Promise<number> {
  made += 1;
  const answer = await service.call('POST', 'cohorts', { body: { name: `cohort ${made}`, ...body } });
  expect(answer.status, answer.text).toBe(201);
  return answer.json.id;
}

const all = (...values: object[]) => ({ filters: { properties: { type: 'AND', values } } });
const plan = (value: string, more: object = {}) => ({ type: 'person', key: 'plan', value, ...more });
const bought = (more: object = {}) => ({
  type: 'behavioral',
  value: 'performed_event',
  key: 'buy',
  time_value: 3,
  time_interval: 'day',
  ...more,
});
const inCohort = (value: number, more: object = {}) => ({ type: 'cohort', key: 'id', value, ...more });
const often = (operator: string, operator_value: number, days = 30) =>
  bought({ value: 'performed_event_multiple', operator, operator_value, time_value: days });

/** PostHog's other behavioral values, and members that only these have; docs/cohorts.md says why each is refused. */
const REFUSED_BEHAVIORS = [
  'performed_event_first_time',
  'performed_event_sequence',
  'performed_event_regularly',
  'stopped_performing_event',
  'restarted_performing_event',
];
const MEMBERS_OF_REFUSED = [
  'seq_event',
  'seq_event_type',
  'seq_time_value',
  'seq_time_interval',
  'min_periods',
  'total_periods',
];

describe('who is in a dynamic cohort', () => {
  // [CO-2], [CO-3], [CO-5], [CO-6], [CO-7].
  test.each<[string, object, readonly string[]]>([
    ['a property', all(plan('pro')), ['ann', 'ben']],
    ['its opposite', all(plan('pro', { negation: true })), ['cat']],
    ['an event in the period', all(bought()), ['ann', 'cat']],
    ['no such event', all(bought({ negation: true })), ['ben']],
    [
      'an event with a filter',
      all(bought({ event_filters: [{ key: 'amount', value: 10, operator: 'gt' }] })),
      ['cat'],
    ],
    ['at least twice', all(often('gte', 2)), ['ann']],
    ['twice in a shorter period', all(often('gte', 2, 3)), []],
    ['at most once, by those who did at all', all(often('lte', 1)), ['cat']],
    [
      'between two dates',
      all(bought({ explicit_datetime: '2026-01-01', explicit_datetime_to: '2026-01-03' })),
      ['ann'],
    ],
    ['a date before now', all({ ...bought({ explicit_datetime: '-1d' }), time_value: undefined }), []],
    [
      'groups',
      {
        filters: {
          properties: {
            type: 'OR',
            values: [
              { type: 'AND', values: [plan('pro'), bought({ negation: true })] },
              { type: 'AND', values: [plan('free')] },
            ],
          },
        },
      },
      ['ben', 'cat'],
    ],
  ])('%s', async (_, body, expected) => {
    expect(await members(await make(body))).toEqual(expected);
  });

  test('an action by its id', async () => {
    const steps = [{ event: 'buy', properties: [{ key: 'amount', value: 10, operator: 'lt' }] }];
    const { json } = await service.call('POST', 'actions', { body: { name: 'Bought little', steps } });
    const id = await make(all(bought({ event_type: 'actions', key: json.id })));
    expect(await members(id)).toEqual(['ann']);
  });

  test('the sender of personless events is in none, and not_in holds for it [CO-3]', async () => {
    const id = await make(all(bought()));
    const count = (not: string) =>
      `SELECT count() FROM events WHERE event = 'buy' AND person_id ${not} IN COHORT ${id}`;
    expect(await ask(count(''))).toEqual([[3]]);
    expect(await ask(count('NOT'))).toEqual([[1]]);
  });

  test('it is decided over all events, whatever the query narrows [CO-4]', async () => {
    const id = await make(all(often('gte', 2)));
    const name = `narrowed-${id}`;
    const query = { kind: 'HogQLQuery', query: `SELECT count() FROM events WHERE person_id IN COHORT ${id}` };
    await service.call('POST', 'endpoints', { body: { name, query } });
    const filters_override = { properties: [{ key: 'amount', value: 5 }], date_from: '2026-01-07' };
    const { json } = await service.call('POST', `endpoints/${name}/run`, {
      body: { filters_override },
      now: NOW,
    });
    expect(json.results).toEqual([[1]]);
  });

  test('its time is that of the run [CO-2]', async () => {
    const id = await make(all(bought({ time_value: 1 })));
    const at = async (now: string) => {
      const query = { kind: 'HogQLQuery', query: `SELECT count() FROM persons WHERE id IN COHORT ${id}` };
      return (await service.call('POST', 'query', { body: { query }, now })).json.results;
    };
    expect(await at('2026-01-08T09:00:00Z')).toEqual([[2]]);
    expect(await at('2026-01-08T11:00:00Z')).toEqual([[0]]);
  });
});

describe('who is in a static cohort', () => {
  test('persons by distinct ids; unknown ids are reported and not kept [CO-1]', async () => {
    const id = await make({ is_static: true });
    expect(await members(id)).toEqual([]);
    const body = { distinct_ids: ['ann', 'nobody', 'ann', 'ghost'] };
    const added = await service.call('POST', `cohorts/${id}/members`, { body });
    expect(added.json).toEqual({ added: 1, count: 1, unknown_distinct_ids: ['nobody', 'ghost'] });
    const again = await service.call('POST', `cohorts/${id}/members`, {
      body: { distinct_ids: ['ann', 'ben'] },
    });
    expect(again.json).toEqual({ added: 1, count: 2, unknown_distinct_ids: [] });
    expect(await members(id)).toEqual(['ann', 'ben']);
    await service.capture([event('open', 'nobody', 7, { $set: { plan: 'pro' } })], NOW);
    expect(await members(id)).toEqual(['ann', 'ben']);
    await removePerson('nobody');
  });

  test.each([
    ['with other columns and quotes', 'name,distinct_id\r\n"Ben, B.","ben"\r\nC,cat\r\n', ['ben', 'cat']],
    ['with one column and no end of line', '\uFEFFdistinct_id\nann', ['ann']],
  ])('a csv %s', async (_, body, expected) => {
    const id = await make({ is_static: true });
    const headers = { 'content-type': 'text/csv' };
    const added = await service.call('POST', `cohorts/${id}/members`, { body, headers });
    expect(added.status, added.text).toBe(200);
    expect(await members(id)).toEqual(expected);
  });

  test.each([
    ['no column', 'id\nann\n', /distinct_id/],
    ['nothing', '', /distinct_id/],
    ['a lone quote', 'distinct_id\n"ann\n', /quote/],
    ['too many rows', `distinct_id\n${'x\n'.repeat(10_001)}`, /10000/],
    ['too many columns', `${'a,'.repeat(30)}distinct_id\n`, /columns/],
  ])('a csv with %s is refused', async (_, body, detail) => {
    const id = await make({ is_static: true });
    const headers = { 'content-type': 'text/csv' };
    const { status, json } = await service.call('POST', `cohorts/${id}/members`, { body, headers });
    expect([status, json.code]).toEqual([400, 'invalid_value']);
    expect(json.detail).toMatch(detail);
  });

  test('a merge takes nobody out, and a deletion does [CO-1]', async () => {
    const id = await make({ is_static: true });
    await service.capture([event('open', 'dan', 6, { $set: { plan: 'free' } })], NOW);
    await service.capture([event('open', 'dora', 6, { $set: { plan: 'free' } })], NOW);
    await service.call('POST', `cohorts/${id}/members`, { body: { distinct_ids: ['dan'] } });
    const alias = { event: '$identify', distinct_id: 'dora', properties: { $anon_distinct_id: 'dan' } };
    await service.capture([{ ...alias, timestamp: '2026-01-07T10:00:00Z' }], NOW);
    const opened = `SELECT count() FROM events WHERE event = 'open' AND person_id IN COHORT ${id}`;
    expect(await ask(opened)).toEqual([[2]]);
    await removePerson('dora');
    expect(await ask(opened)).toEqual([[0]]);
    // Not at NOW, which is long before the deletion: what was received before goes too.
    await service.capture([event('open', 'dan', 7, { $set: { plan: 'free' } })]);
    expect(await ask(opened)).toEqual([[0]]);
    await removePerson('dan');
  });

  async function removePerson(distinctId: string): Promise<void> {
    const [row] = await ask(`SELECT person_id FROM person_distinct_ids WHERE distinct_id = '${distinctId}'`);
    const { status, text } = await service.call('DELETE', `persons/${row?.[0]}`);
    expect(status, text).toBe(204);
  }
});

describe('where a cohort is named', () => {
  test('by name, by id, under other names of tables, and beside tables of the same name [CO-11]', async () => {
    const id = await make({ ...all(plan('pro')), name: "Pro's" });
    expect(await members("Pro\\'s")).toEqual(['ann', 'ben']);
    const hidden = `WITH persons AS (SELECT 1 AS id), events AS (SELECT 1 AS x) SELECT count() FROM sessions, numbers(1)
      WHERE toUUID('${ids.get('ann')}') IN COHORT ${id}`;
    expect(await ask(hidden)).toEqual([[0]]);
    const shown = `WITH persons AS (SELECT toUUID('${ids.get('ann')}') AS id)
      SELECT count() FROM persons WHERE id IN COHORT ${id}`;
    expect(await ask(shown)).toEqual([[1]]);
  });

  test('a text longer than what this thread compiles [CO-11]', async () => {
    const id = await make(all(plan('pro')));
    const long = `SELECT count() FROM persons WHERE id IN COHORT ${id} AND '${'x'.repeat(3_000)}' != ''`;
    expect(await ask(long)).toEqual([[2]]);
  });

  test.each([
    ['persons', 2],
    ['person_distinct_ids', 2],
    ['events', 4],
  ])('a filter acts on %s [CO-10]', async (table, expected) => {
    const id = await make(all(plan('pro')));
    const query = { kind: 'HogQLQuery', query: `SELECT count() FROM ${table}` };
    const filters_override = { properties: [{ type: 'static-cohort', key: 'id', value: String(id) }] };
    const { json, text } = await service.call('POST', 'query', {
      body: { query, filters_override },
      now: NOW,
    });
    expect(json.results, text).toEqual([[expected]]);
  });

  test('groups have no persons, so they carry no such filter [CO-10]', async () => {
    const id = await make(all(plan('pro')));
    const query = { kind: 'HogQLQuery', query: 'SELECT count() FROM groups' };
    const filters_override = { properties: [inCohort(id)] };
    const { json } = await service.call('POST', 'query', { body: { query, filters_override } });
    expect(json).toMatchObject({
      code: 'filters_not_applicable',
      detail: expect.stringContaining(`cohort ${id}`),
    });
  });

  test('another cohort, five deep and no circle [CO-8]', async () => {
    const chain = [await make(all(plan('pro')))];
    for (const _ of [2, 3, 4, 5]) chain.push(await make(all(inCohort(chain.at(-1) ?? 0))));
    expect(await members(chain[4] ?? 0)).toEqual(['ann', 'ben']);
    const six = await service.call('POST', 'cohorts', {
      body: { name: 'six', ...all(inCohort(chain[4] ?? 0)) },
    });
    expect(six.json).toMatchObject({
      code: 'invalid_value',
      attr: 'filters',
      detail: expect.stringContaining('5 deep'),
    });
    const under = await make(all(plan('free')));
    const below = await service.call('PATCH', `cohorts/${chain[0]}`, { body: all(inCohort(under)) });
    expect(below.json).toMatchObject({ code: 'invalid_value', detail: expect.stringContaining('5 deep') });
    const circle = await service.call('PATCH', `cohorts/${chain[0]}`, { body: all(inCohort(chain[2] ?? 0)) });
    expect(circle.json).toMatchObject({ code: 'invalid_value', detail: expect.stringContaining('circle') });
  });

  test('not_in and negation of another cohort', async () => {
    const pro = await make(all(plan('pro')));
    expect(await members(await make(all(inCohort(pro, { operator: 'not_in' }))))).toEqual(['cat']);
    expect(await members(await make(all(inCohort(pro, { operator: 'not_in', negation: true }))))).toEqual([
      'ann',
      'ben',
    ]);
  });
});

describe('what is refused', () => {
  // [CO-9].
  test.each<[string, object, object]>([
    ['no condition', {}, { code: 'invalid_value', attr: 'filters' }],
    ['only empty groups', all({ type: 'OR', values: [] }), { code: 'invalid_value', attr: 'filters' }],
    [
      'an empty group beside a condition',
      { filters: { properties: { type: 'OR', values: [{ type: 'AND', values: [] }, plan('pro')] } } },
      { code: 'invalid_value', attr: 'filters', detail: expect.stringContaining('everybody') },
    ],
    [
      'the older groups of PostHog',
      { ...all(plan('pro')), groups: [{ action_id: 5, days: 3 }] },
      { code: 'invalid_value', attr: 'groups', detail: expect.stringContaining('filters') },
    ],
    [
      'a query of PostHog',
      { is_static: true, query: { kind: 'ActorsQuery' } },
      { code: 'invalid_value', attr: 'query', detail: expect.stringContaining('filters') },
    ],
    [
      'filters of a static one',
      { is_static: true, ...all(plan('pro')) },
      { code: 'invalid_value', attr: 'filters' },
    ],
    [
      'an unknown member',
      { is_statik: true },
      { code: 'unknown_member', detail: expect.stringContaining('is_static') },
    ],
    ['an unknown type', all({ type: 'event', key: 'x' }), { detail: expect.stringContaining('behavioral') }],
    ...REFUSED_BEHAVIORS.map((value): [string, object, object] => [
      `the behavior ${value}`,
      all(bought({ value })),
      { code: 'invalid_value', detail: expect.stringContaining('performed_event') },
    ]),
    ...MEMBERS_OF_REFUSED.map((member): [string, object, object] => [
      `the member ${member}`,
      all(bought({ [member]: 3 })),
      { code: 'unknown_member', detail: expect.stringContaining(member) },
    ]),
    [
      'a misspelt member',
      all(bought({ time_vale: 3 })),
      { code: 'unknown_member', detail: expect.stringContaining('time_value') },
    ],
    ['no period', all(bought({ time_value: undefined })), { code: 'invalid_value' }],
    ['no number', all(bought({ value: 'performed_event_multiple' })), { code: 'invalid_value' }],
    [
      'an unknown action',
      all(bought({ event_type: 'actions', key: '987' })),
      { detail: expect.stringContaining('987') },
    ],
    ['an impossible date', all(bought({ explicit_datetime: 'soon' })), { code: 'invalid_date' }],
    ['a pattern that is none', all(plan('(', { operator: 'regex' })), { code: 'invalid_filter' }],
    [
      'more than fifty conditions',
      all(...Array.from({ length: 2 }, () => ({ type: 'OR', values: Array(60).fill(plan('a')) }))),
      { detail: expect.stringContaining('at most 50') },
    ],
  ])('%s', async (name, body, expected) => {
    const { status, json } = await service.call('POST', 'cohorts', { body: { name, ...body } });
    expect(status).toBe(400);
    expect(json).toMatchObject(expected);
  });

  test('cohorts of one query with more than a hundred conditions together [CO-5]', async () => {
    const filters = (key: string) =>
      Array.from({ length: 20 }, (_, at) => ({ key: `${key} ${at}`, value: 1 }));
    const large = async (key: string) =>
      make(all(bought({ event_filters: filters(key) }), bought({ event_filters: filters(`${key} too`) })));
    const [one, two, three] = [await large('a'), await large('b'), await large('c')];
    const ofTwo = `SELECT count() FROM persons WHERE id IN COHORT ${one} OR id IN COHORT ${two} OR id IN COHORT ${one}`;
    expect(await ask(ofTwo)).toEqual([[0]]);
    const body = { query: { kind: 'HogQLQuery', query: `${ofTwo} OR id IN COHORT ${three}` } };
    expect((await service.call('POST', 'query', { body })).json).toMatchObject({ code: 'query_too_complex' });
    const breakdownFilter = { breakdown_type: 'cohort', breakdown: [one, two, three] };
    const query = { kind: 'TrendsQuery', series: [{ event: 'open' }], breakdownFilter };
    expect((await service.call('POST', 'query', { body: { query } })).json).toMatchObject({
      code: 'query_too_large',
      attr: 'query.breakdownFilter.breakdown',
    });
  });

  test('a name twice, an id that is none, members of a dynamic one', async () => {
    const id = await make({ ...all(plan('pro')), name: 'Twice' });
    const twice = await service.call('POST', 'cohorts', { body: { name: 'Twice', is_static: true } });
    expect(twice.json).toMatchObject({ code: 'name_taken', attr: 'name' });
    expect((await service.call('GET', 'cohorts/0x1')).status).toBe(404);
    const added = await service.call('POST', `cohorts/${id}/members`, { body: { distinct_ids: ['ann'] } });
    expect(added.json).toMatchObject({ code: 'invalid_value', detail: expect.stringContaining('static') });
  });

  test('a cohort that is used is not deleted [CO-13]', async () => {
    const id = await make({ is_static: true, name: 'Used' });
    const remove = () => service.call('DELETE', `cohorts/${id}`);
    const users: [string, string, object][] = [
      [
        'endpoint by SQL',
        'endpoints',
        {
          name: 'by-sql',
          query: { kind: 'HogQLQuery', query: "SELECT 1 FROM persons WHERE id NOT IN COHORT 'Used'" },
        },
      ],
      [
        'endpoint by filter',
        'endpoints',
        {
          name: 'by-filter',
          query: { kind: 'TrendsQuery', series: [{ event: 'a', properties: [inCohort(id)] }] },
        },
      ],
      [
        'endpoint by expression',
        'endpoints',
        {
          name: 'by-text',
          query: {
            kind: 'TrendsQuery',
            series: [{ event: 'a' }],
            properties: [{ type: 'hogql', key: `person_id in cohort ${id}` }],
          },
        },
      ],
      [
        'endpoint by a value of its text',
        'endpoints',
        {
          name: 'by-value',
          query: {
            kind: 'HogQLQuery',
            query: 'SELECT 1 FROM persons WHERE id IN COHORT {it}',
            values: { it: id },
          },
        },
      ],
      ['cohort', 'cohorts', { name: 'over-used', ...all(inCohort(id)) }],
      ['action', 'actions', { name: 'acts-used', steps: [{ event: 'a', properties: [inCohort(id)] }] }],
    ];
    for (const [what, path, body] of users) {
      const user = await service.call('POST', path, { body });
      expect(user.status, `${what} ${user.text}`).toBe(201);
      const refused = await remove();
      expect(refused.json, what).toMatchObject({
        code: 'cohort_in_use',
        detail: expect.stringContaining(user.json.name),
      });
      await service.call('DELETE', `${path}/${path === 'endpoints' ? user.json.name : user.json.id}`);
    }
    await service.call('PATCH', '', { body: { test_account_filters: [inCohort(id)] } });
    expect((await remove()).json).toMatchObject({ detail: expect.stringContaining('test-account') });
    await service.call('PATCH', '', { body: { test_account_filters: [] } });
    expect((await remove()).status).toBe(204);
    expect((await remove()).status).toBe(404);
  });

  test('a call without query:read names only cohorts of the stored query [CO-14]', async () => {
    const [known, other] = [await make(all(plan('pro'))), await make(all(plan('free')))];
    const query = `SELECT count() FROM persons WHERE id IN COHORT ${known} OR 1 = 1`;
    const series = [{ event: 'open' }];
    const insight = {
      kind: 'TrendsQuery',
      series,
      properties: [inCohort(known)],
      dateRange: { date_from: '-7d' },
    };
    await service.call('POST', 'endpoints', {
      body: { name: 'of-sql', query: { kind: 'HogQLQuery', query } },
    });
    await service.call('POST', 'endpoints', { body: { name: 'of-trends', query: insight } });
    const { value: key } = await makeKey(service, { scopes: ['endpoint:read'] });
    const run = (name: string, cohort: number, by: string | undefined) =>
      service.call('POST', `endpoints/${name}/run`, {
        body: { filters_override: { properties: [inCohort(cohort)] } },
        now: NOW,
        ...(by && { key: by }),
      });
    for (const name of ['of-sql', 'of-trends']) {
      expect((await run(name, other, undefined)).status).toBe(200);
      expect((await run(name, known, key)).status).toBe(200);
      const refused = await run(name, other, key);
      expect(refused.json).toMatchObject({ status: 403, code: 'permission_denied' });
      expect(refused.json.attr).toBe('filters_override.properties.0.value');
    }
  });
});

test('a call without query:read may switch on test-account filters that name a cohort [CO-14]', async () => {
  const id = await make(all(plan('pro')));
  await service.call('PATCH', '', { body: { test_account_filters: [inCohort(id)] } });
  const query = { kind: 'HogQLQuery', query: 'SELECT count() FROM events' };
  await service.call('POST', 'endpoints', { body: { name: `of-tests-${id}`, query } });
  const { value: key } = await makeKey(service, { scopes: ['endpoint:read'] });
  const body = { filters_override: { filterTestAccounts: true } };
  const run = await service.call('POST', `endpoints/of-tests-${id}/run`, { body, now: NOW, key });
  await service.call('PATCH', '', { body: { test_account_filters: [] } });
  expect([run.status, run.json.results], run.text).toEqual([200, [[4]]]);
});

test('a filter by an unknown cohort is refused with its place', async () => {
  const series = [{ kind: 'EventsNode', event: 'open', properties: [inCohort(999_999)] }];
  const query = { kind: 'TrendsQuery', series };
  const refused = await service.call('POST', 'endpoints', { body: { name: 'of-nobody', query } });
  expect(refused.json).toMatchObject({
    code: 'invalid_value',
    detail: expect.stringContaining('no cohort with id 999999'),
    attr: 'query.series.0.properties.0.value',
  });
});

test('answers follow each change of a cohort, also of one behind another [CO-12]', async () => {
  const below = await make({ is_static: true });
  const id = await make(all(inCohort(below)));
  const name = `follows-${id}`;
  const query = { kind: 'HogQLQuery', query: `SELECT count() FROM persons WHERE id IN COHORT ${id}` };
  await service.call('POST', 'endpoints', { body: { name, query } });
  const run = async () => {
    const { json } = await service.call('POST', `endpoints/${name}/run`, { body: {}, now: NOW });
    return [json.results[0][0], json.is_cached];
  };
  expect(await run()).toEqual([0, false]);
  expect(await run()).toEqual([0, true]);
  await service.call('POST', `cohorts/${below}/members`, { body: { distinct_ids: ['cat'] } });
  expect(await run()).toEqual([1, false]);
  await service.call('PATCH', `cohorts/${id}`, { body: all(plan('pro')) });
  expect(await run()).toEqual([2, false]);
  const renamed = await service.call('PATCH', `cohorts/${id}`, { body: { name: `renamed ${id}` } });
  expect(renamed.json).toMatchObject({
    name: `renamed ${id}`,
    revision: 3,
    warnings: [{ code: 'answers_change' }],
  });
  const log = await service.call('GET', `activity?subject=cohort&subject_is=${id}`);
  expect(log.json.results.map((entry: { activity: string }) => entry.activity)).toEqual([
    'changed',
    'changed',
    'created',
  ]);
});

test('a cohort belongs to one project', async () => {
  const id = await make({ ...all(plan('pro')), name: 'Ours' });
  const other = await shareService();
  expect((await other.call('GET', `cohorts/${id}`)).status).toBe(404);
  expect((await other.call('DELETE', `cohorts/${id}`)).status).toBe(404);
  expect((await other.call('POST', `cohorts/${id}/members`, { body: { distinct_ids: ['a'] } })).status).toBe(
    404,
  );
  for (const named of [String(id), "'Ours'"]) {
    const query = { kind: 'HogQLQuery', query: `SELECT count() FROM persons WHERE id IN COHORT ${named}` };
    expect((await other.call('POST', 'query', { body: { query } })).json).toMatchObject({
      code: 'invalid_value',
    });
  }
});
