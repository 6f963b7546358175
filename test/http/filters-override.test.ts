import { beforeAll, describe, expect, test } from 'vitest';
import { shareService } from '../fixtures/share-service.ts';
import type { TestProject } from '../fixtures/start-service.ts';

// Three events, one of them of the plan "pro". A filter on the plan leaves one row for every scan of events, whatever
// the scan is called and wherever it stands; an answer that still holds a 3 has ignored the filter.

let service: TestProject;

beforeAll(async () => {
  service = await shareService();
  const batch = ['pro', 'free', 'free'].map((plan, index) => ({
    event: 'seen',
    distinct_id: `user ${index}`,
    timestamp: `2026-01-0${index + 1}T10:00:00Z`,
    properties: { plan },
  }));
  await service.capture(batch);
});

const ONLY_PRO = { properties: [{ type: 'event', key: 'plan', operator: 'exact', value: 'pro' }] };

function ask(query: string, filters_override: object = ONLY_PRO) {
  return service.call('POST', 'query', { body: { query: { kind: 'HogQLQuery', query }, filters_override } });
}

// [SQL-8.4]
describe('a filter reaches every scan, also where a CTE has the name of a table', () => {
  test.each([
    ['with events as (select event from events) select count() from events', [[1]]],
    ['with e as (select * from events), events as (select * from e) select count() from events', [[1]]],
    [
      'with events as (select * from e), e as (select event from events) select 1 from events',
      'unknown_table',
    ],
    ['with events as (select * from e), e as (select event from events) select 1 from e', 'unknown_table'],
    [
      'select (with events as (select event from events) select count() from events), count() from events',
      [[1, 1]],
    ],
    [
      'select count() from events union all select count() from (with events as (select 1 from events) select 1 from events)',
      [[1], [1]],
    ],
    [
      'with events as (select event from events) select count() from events union all select count() from events',
      [[1], [1]],
    ],
    [
      'with events as (select 1 as one) select (with 2 as events select count() from events), (select count() from events)',
      [[1, 1]],
    ],
    [
      'with events as (select 1 as one) (select one from events) union all (select 5) order by (select count() from events)',
      [[1], [5]],
    ],
  ])('%s', async (query, expected) => {
    const { status, json } = await ask(query);
    expect(status === 200 ? json.results : json.code, json.detail).toEqual(expected);
  });

  test('the same counts are those of all events without a filter', async () => {
    const query = 'select (with events as (select event from events) select count() from events)';
    expect((await ask(query, {})).json.results).toEqual([[3]]);
  });
});

describe('a filter by distinct id asks the project, whatever a CTE is called', () => {
  const everybody = `with person_distinct_ids as (
    select arrayJoin([(select min(person_id) from events), (select max(person_id) from events)]) as person_id,
      'user 0' as distinct_id)`;
  const one = { properties: [{ type: 'person', key: 'distinct_id', value: 'user 0' }] };
  test.each(['select count() from events', 'select count() from events where {filters}'])(
    '[SQL-8.4] %s',
    async (query) => {
      const { json, text } = await ask(`${everybody} ${query}`, one);
      expect(json.results, text).toEqual([[1]]);
    },
  );
});

describe('a filter that cannot narrow a part of the query is refused', () => {
  test.each([
    'select count() from persons',
    'select count() from events where person_id in (select id from persons)',
    'select count() from events as e left join (select id from persons) as p on e.person_id = p.id',
    'select count() from events as e right join persons as p on e.person_id = p.id',
    'select count() from events having (select count() from persons) > 0',
    'select number from numbers(3)',
  ])('%s', async (query) => {
    expect(await ask(query)).toMatchObject({
      status: 400,
      json: { code: 'filters_not_applicable', attr: 'filters_override.properties.0' },
    });
  });
});

describe('a filter reaches sub-selects in the filters of the owner', () => {
  // Some event of the plan "free" has this name; none of those of the plan "pro" does.
  const hasFree = {
    type: 'hogql',
    key: "event in (select event from events where properties.plan = 'free')",
  };

  test.each([
    ['of the query', { filters: { properties: [hasFree] } }, {}],
    ['of the project, asked for by the query', { filters: { filterTestAccounts: true } }, {}],
    ['of the project, switched on by the caller', {}, { filterTestAccounts: true }],
  ])('%s', async (_name, members, override) => {
    const settings = { body: { test_account_filters: [hasFree] } };
    expect((await service.call('PATCH', '', settings)).status).toBe(200);
    const count = async (filters_override: object) => {
      const query = { kind: 'HogQLQuery', query: 'select count() from events where {filters}', ...members };
      return (await service.call('POST', 'query', { body: { query, filters_override } })).json.results;
    };
    expect(await count(override)).toEqual([[3]]);
    expect(await count({ ...ONLY_PRO, ...override })).toEqual([[0]]);
  });
});

test('{filters} that find no table for the filters of the project are refused when the query is saved', async () => {
  const body = { test_account_filters: ONLY_PRO.properties };
  expect((await service.call('PATCH', '', { body })).status).toBe(200);
  const query = { kind: 'HogQLQuery', query: 'select count() from persons where {filters}' };
  const made = await service.call('POST', 'endpoints', { body: { name: 'of-persons', query } });
  expect(made.json).toMatchObject({ status: 400, code: 'filters_not_applicable' });
});
