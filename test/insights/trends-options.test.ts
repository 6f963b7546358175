import { beforeAll, describe, expect, test } from 'vitest';
import type { EmbeddedEngine } from '../../src/adapters/engine/embedded/supervisor.ts';
import type { StoredAction } from '../../src/query/project-context.ts';
import { insertWorld, projectOf, runInsight } from '../fixtures/insight-lab.ts';
import { newProjectId } from '../fixtures/new-project-id.ts';
import { shareEngine } from '../fixtures/share-engine.ts';
import { workedWorld } from '../oracle/worked-examples.ts';

// Options of trends that generated cases do not reach, on the worked world; expectations are counted by hand from its
// seventeen events. Series: [N-1] to [N-3], [T-1], [T-9], [C-5], [C-6]. Breakdowns: [B-1], [B-8], [B-12]. The caller:
// [O-4], [O-5], [O-9], [O-14], [O-16]. [SPEC-3.4.1], [SPEC-3.4.2].

const ACTIONS = new Map<number, StoredAction>([
  [
    7,
    {
      id: 7,
      name: 'Acted',
      revision: 1,
      steps: [
        { event: 'signup' },
        { event: 'buy', properties: [{ key: 'amount', operator: 'gt', value: 16 }] },
      ],
    },
  ],
]);
const WORLD = workedWorld();
const PROJECT = projectOf(WORLD, newProjectId(), { actions: ACTIONS });
const STORED = {
  kind: 'TrendsQuery',
  dateRange: { date_from: '2024-06-05', date_to: '2024-06-11' },
  series: [{ kind: 'EventsNode', event: 'view' }],
};
let engine: EmbeddedEngine;

beforeAll(async () => {
  engine = await shareEngine();
  await insertWorld(engine, WORLD, PROJECT.projectId);
});

async function run(query: object, parameters: object = {}) {
  const answer = await runInsight(engine, PROJECT, { ...STORED, ...query }, WORLD.nowMs, parameters);
  return answer.results as readonly Record<string, unknown>[];
}

const refusal = (code: string, attr: string) => ({ code, attr });

describe('series', () => {
  test('an action: any step matches', async () => {
    const [found] = await run({ series: [{ kind: 'ActionsNode', id: 7 }] });
    expect(found).toMatchObject({
      label: 'Acted',
      data: [0, 1, 1, 2, 0, 0, 1],
      action: { id: 'Acted', type: 'events' },
    });
    await expect(run({ series: [{ kind: 'ActionsNode', id: 8 }] })).rejects.toMatchObject(
      refusal('invalid_value', 'query.series.0.id'),
    );
  });

  test('a group of nodes counts an event once', async () => {
    const nodes = [
      { kind: 'EventsNode', event: 'buy' },
      { kind: 'EventsNode', event: 'buy', properties: [{ key: 'amount', operator: 'is_set' }] },
      { kind: 'EventsNode', event: 'signup' },
    ];
    const [found] = await run({ series: [{ kind: 'GroupNode', operator: 'OR', nodes, name: 'Converted' }] });
    expect(found).toMatchObject({ label: 'Converted', data: [0, 1, 1, 3, 0, 0, 1] });
  });

  test('all events', async () => {
    const [found] = await run({ series: [{ kind: 'EventsNode', event: null }] });
    expect(found).toMatchObject({ label: 'All events', count: 16, action: { id: null, name: 'All events' } });
  });

  test('an aggregate expression', async () => {
    const math = { math: 'hogql', math_hogql: 'count() * 10 + uniqExact(distinct_id)' };
    const [found] = await run({ series: [{ kind: 'EventsNode', event: 'view', ...math }] });
    expect(found?.['data']).toEqual([22, 32, 11, 11, 11, 11, 11]);
    const plain = { math: 'hogql', math_hogql: 'properties.os' };
    await expect(run({ series: [{ kind: 'EventsNode', event: 'view', ...plain }] })).rejects.toMatchObject(
      refusal('invalid_value', 'query.series.0.math_hogql'),
    );
  });

  test.each([
    ['math_property', { math: 'sum' }],
    ['math_group_type_index', { math: 'unique_group' }],
    ['math_hogql', { math: 'hogql' }],
  ])('a maths without its %s is refused', async (member, math) => {
    await expect(run({ series: [{ kind: 'EventsNode', event: 'view', ...math }] })).rejects.toMatchObject(
      refusal('invalid_value', `query.series.0.${member}`),
    );
  });

  test('a sample is scaled back, an average is not', async () => {
    const [whole] = await run({ samplingFactor: 1 });
    expect(whole?.['count']).toBe(10);
    const [half] = await run({ samplingFactor: 0.5 });
    const data = half?.['data'] as readonly number[];
    expect(data.every((value) => value % 2 === 0)).toBe(true);
  });
});

describe('breakdowns', () => {
  test('an expression', async () => {
    const found = await run({
      breakdownFilter: { breakdown: "if(properties.os = 'Mac', 'apple', '')", breakdown_type: 'hogql' },
    });
    expect(found.map(({ breakdown_value, count }) => [breakdown_value, count])).toEqual([
      ['apple', 4],
      [null, 6],
    ]);
  });

  test('several properties, cut to one value', async () => {
    const breakdowns = [{ property: 'os' }, { property: 'distinct_id', type: 'event_metadata' }];
    const all = await run({ breakdownFilter: { breakdowns } });
    expect(all.map(({ breakdown_value, label, count }) => [breakdown_value, label, count])).toEqual([
      [['Mac', 'ann'], 'Mac::ann', 4],
      [['Win', 'bob'], 'Win::bob', 3],
      [[null, 'cat'], 'None::cat', 1],
      [[null, 'dan'], 'None::dan', 1],
      [['Linux', 'dan'], 'Linux::dan', 1],
    ]);
    const cut = await run({ breakdownFilter: { breakdowns, breakdown_limit: 1 } });
    expect(cut[1]).toMatchObject({ breakdown_value: ['Other', 'Other'], breakdown_is_other: true, count: 6 });
  });

  test('bins of numbers', async () => {
    const found = await run({
      dateRange: { date_from: '2024-06-05', date_to: '2024-06-12' },
      series: [{ kind: 'EventsNode', event: 'buy' }],
      breakdownFilter: { breakdown: 'amount', breakdown_histogram_bin_count: 2 },
    });
    expect(found.map(({ breakdown_value, count }) => [breakdown_value, count])).toEqual([
      ['[15.5,17.75]', 1],
      ['[17.75,20.01]', 1],
      [null, 1],
    ]);
  });

  test('by the hour as by the day, also summed up', async () => {
    const byHour = async (trendsFilter: object = {}) => {
      const breakdownFilter = { breakdown: 'os', breakdown_limit: 1 };
      const found = await run({ interval: 'hour', breakdownFilter, trendsFilter });
      return found.map(({ data }) => data as readonly number[]);
    };
    const daily = await run({ breakdownFilter: { breakdown: 'os', breakdown_limit: 1 } });
    const hourly = await byHour();
    const days = Array.from({ length: 7 }, (_, day) => day);
    const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
    expect(hourly.map((data) => days.map((day) => sum(data.slice(24 * day, 24 * day + 24))))).toEqual(
      daily.map(({ data }) => data),
    );
    expect(await byHour({ display: 'SlopeGraph' })).toEqual(hourly);
    expect(await byHour({ display: 'ActionsLineGraphCumulative' })).toEqual(
      hourly.map((data) => data.map((_, hour) => sum(data.slice(0, hour + 1)))),
    );
  });

  test('by the hour and summed up, who came first ranks first', async () => {
    const rankOf = async (trendsFilter: object) => {
      const found = await run({
        interval: 'hour',
        series: [{ kind: 'EventsNode', event: 'signup' }],
        breakdownFilter: { breakdown: 'distinct_id', breakdown_type: 'event_metadata' },
        trendsFilter,
      });
      return found.map(({ breakdown_value }) => breakdown_value);
    };
    expect(await rankOf({})).toEqual(['ann', 'bob', 'cat', 'dan']);
    expect(await rankOf({ display: 'ActionsLineGraphCumulative' })).toEqual(['ann', 'cat', 'bob', 'dan']);
  });

  test('smoothed by the hour', async () => {
    const found = await run({
      interval: 'hour',
      series: [{ kind: 'EventsNode', event: 'buy', math: 'sum', math_property: 'amount' }],
      breakdownFilter: { breakdown: 'distinct_id', breakdown_type: 'event_metadata' },
      trendsFilter: { smoothingIntervals: 8 },
    });
    // 20 at the 60th hour: 2.5 in each of eight.
    const ann = found.find(({ breakdown_value }) => breakdown_value === 'ann');
    expect(ann?.['data']).toEqual(
      Array.from({ length: 168 }, (_, hour) => (hour >= 60 && hour < 68 ? 2 : 0)),
    );
  });

  // [T-27] and [T-29]
  test('with formulas, values are ranked over all series', async () => {
    const found = await run({
      series: [
        { kind: 'EventsNode', event: 'view' },
        { kind: 'EventsNode', event: 'signup' },
      ],
      breakdownFilter: { breakdown: 'distinct_id', breakdown_type: 'event_metadata', breakdown_limit: 2 },
      trendsFilter: {
        display: 'ActionsTable',
        formulaNodes: [{ formula: 'A + b', custom_name: 'Both' }, { formula: 'B' }],
      },
    });
    // ann 4 + 1, bob 3 + 1; cat 1 + 1 and dan 2 + 1 are beyond the limit.
    expect(
      found.map(({ label, order, breakdown_value, aggregated_value }) => [
        label,
        order,
        breakdown_value,
        aggregated_value,
      ]),
    ).toEqual([
      ['Both', 0, 'ann', 5],
      ['Both', 0, 'bob', 4],
      ['Both', 0, 'Other', 5],
      ['Formula (B)', 1, 'ann', 1],
      ['Formula (B)', 1, 'bob', 1],
      ['Formula (B)', 1, 'Other', 2],
    ]);
  });
});

describe('the caller', () => {
  test('a breakdown value by variable, and the none bucket', async () => {
    const query = { breakdownFilter: { breakdown: 'os' } };
    expect(
      (await run(query, { variables: { os: 'Win' } })).map(({ label, count }) => [label, count]),
    ).toEqual([['Win', 3]]);
    expect((await run(query, { variables: { os: null } })).map(({ label, count }) => [label, count])).toEqual(
      [['None', 2]],
    );
  });

  test('rows that fail a filter of the caller do not exist, also in the history of an actor', async () => {
    const query = { series: [{ kind: 'EventsNode', event: 'view', math: 'first_time_for_user' }] };
    const late = { type: 'event_metadata', key: 'timestamp', operator: 'gte', value: '2024-06-09' };
    expect((await run({ ...query, properties: [late] }))[0]?.['data']).toEqual([0, 0, 0, 0, 0, 0, 0]);
    const narrowed = await run(query, { filters_override: { properties: [late] } });
    expect(narrowed[0]?.['data']).toEqual([0, 0, 0, 0, 1, 1, 1]);
  });

  test.each([
    ['override_not_allowed', 'query_override.kind', { query_override: { kind: 'FunnelsQuery' } }],
    ['unknown_member', 'query_override.intervall', { query_override: { intervall: 'day' } }],
    ['invalid_value', 'query_override.interval', { query_override: { interval: 'fortnight' } }],
    [
      'invalid_date',
      'query_override.dateRange.date_from',
      { query_override: { dateRange: { date_from: 'soon' } } },
    ],
    ['invalid_date', 'variables.date_from', { variables: { date_from: 'soon' } }],
    ['unknown_variable', 'variables.browser', { variables: { browser: 'x' } }],
    [
      'combination_not_allowed',
      'variables.date_to',
      { variables: { date_to: '-1d' }, filters_override: { date_to: '-2d' } },
    ],
    [
      'invalid_filter',
      'filters_override.properties.0.value',
      { filters_override: { properties: [{ key: 'os', value: [] }] } },
    ],
    [
      'invalid_filter',
      'filters_override.properties.0.key',
      { filters_override: { properties: [{ type: 'hogql', key: '(select 1) = 1' }] } },
    ],
    ['combination_not_allowed', 'limit', { limit: 5 }],
  ])('%s at %s', async (code, attr, parameters) => {
    await expect(run({}, parameters)).rejects.toMatchObject({ code, attr });
  });
});

test('an empty period is checked like any other', async () => {
  const query = {
    dateRange: { date_from: '2024-06-11', date_to: '2024-06-05' },
    series: [{ kind: 'EventsNode', event: 'view', math: 'hogql', math_hogql: 'nothing(1)' }],
  };
  await expect(run(query)).rejects.toMatchObject(refusal('invalid_value', 'query.series.0.math_hogql'));
  expect(await run({ dateRange: query.dateRange })).toMatchObject([
    { data: [], days: [], labels: [], count: 0 },
  ]);
});
