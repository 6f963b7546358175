import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertBusyActor } from '../fixtures/busy-actor.ts';
import { testProject } from '../fixtures/compiler/test-project.ts';
import { runInsight } from '../fixtures/insight-lab.ts';
import { startTestEngine, type TestEngine } from '../fixtures/start-engine.ts';

// One actor with 100,000 events, as `insertBusyActor` says, breaks no kind of insight; retention,
// which has most options, is in busy-retention.deep.test.ts. Of the other 1,000 actors, 333 did
// A, 334 B and 333 C, all on 2 June, the last of 24 days.

const NOW = Date.parse('2024-06-10T00:00:00Z');
let server: TestEngine;

beforeAll(async () => {
  server = await startTestEngine();
  await insertBusyActor(server.engine);
});

afterAll(() => server.close());

const dateRange = { date_from: '2024-05-10', date_to: '2024-06-02' };
const node = (event: string, more: object = {}) => ({ kind: 'EventsNode', event, ...more });
const any = { kind: 'EventsNode' };
const daily = (first: number, middle: number, last: number) => [first, ...Array(22).fill(middle), last];

async function resultsOf(query: Readonly<Record<string, unknown>>): Promise<unknown> {
  return (await runInsight(server.engine, testProject(), { dateRange, ...query }, NOW)).results;
}

test.each([
  ['total', {}, 101_000],
  ['dau', {}, 1001],
  ['max_count_per_actor', {}, 100_000],
  ['p99_count_per_actor', {}, 1],
  ['first_time_for_user', {}, 1001],
  ['weekly_active', {}, 1001],
  ['sum', { math_property: 'n' }, (101_000 * 100_999) / 2],
  ['median', { math_property: 'n' }, 50_499.5],
])('trends: %s', async (math, more, value) => {
  const query = {
    kind: 'TrendsQuery',
    series: [{ ...any, math, ...more }],
    trendsFilter: { display: 'ActionsTable' },
  };
  expect(await resultsOf(query)).toMatchObject([{ aggregated_value: value }]);
});

test('trends by day, active in the last 7 and 30 days by the hour, and broken down', async () => {
  const by = (interval: string, math: string) =>
    resultsOf({ kind: 'TrendsQuery', interval, series: [{ ...any, math }] });
  expect(await by('day', 'dau')).toMatchObject([{ data: daily(1, 1, 1001) }]);
  const hours = [...Array(23 * 24).fill(1)];
  for (const math of ['weekly_active', 'monthly_active']) {
    const [series] = (await by('hour', math)) as [{ readonly data: readonly number[] }];
    expect(series.data.slice(0, hours.length)).toEqual(hours);
    expect(series.data.at(-1)).toBe(1001);
  }
  const broken = await resultsOf({
    kind: 'TrendsQuery',
    series: [any],
    breakdownFilter: { breakdown: 'n', breakdown_limit: 1 },
  });
  expect(broken).toMatchObject([
    { breakdown_value: '0', count: 1 },
    { breakdown_value: 'Other', count: 100_999 },
  ]);
});

// Each value of `n` occurs once: a whole list of 576 hours or 8,000 minutes for each of them would not fit.
const HOURS = { interval: 'hour', dateRange };
const MINUTES = {
  interval: 'minute',
  dateRange: { date_from: '2024-05-10T00:00:00', date_to: '2024-05-15T13:19:59' },
};
const CUMULATIVE = { display: 'ActionsLineGraphCumulative' };

/** The values of a breakdown by a property that is new in each event, with the sums of their numbers. */
async function sumsByNumber(query: Readonly<Record<string, unknown>>): Promise<unknown> {
  const breakdownFilter = { breakdown: 'n', breakdown_limit: 2 };
  const results = await resultsOf({ kind: 'TrendsQuery', breakdownFilter, ...query });
  const shown = results as readonly { readonly breakdown_value: unknown; readonly data: readonly number[] }[];
  return shown.map(({ breakdown_value, data }) => [breakdown_value, data.reduce((sum, one) => sum + one, 0)]);
}

/**
 * What they must be.
 * @param each sum of the numbers of a value, from the count of buckets from that of its event to the last, and whether
 *   that is the first
 */
function sums(
  form: typeof HOURS | typeof MINUTES,
  each: (left: number, isFirst: boolean) => number,
): unknown {
  const [events, buckets, perBucket] = form === HOURS ? [101_000, 576, 180] : [24_000, 8000, 3];
  const ofValue = (value: number) => each(buckets - Math.floor(value / perBucket), value < perBucket);
  const all = Array.from({ length: events }, (_, value) => ofValue(value));
  return [
    ['0', ofValue(0)],
    ['1', ofValue(1)],
    ['Other', all.slice(2).reduce((sum, one) => sum + one, 0)],
  ];
}

/** 1 + 2 + .. + count */
const rising = (count: number): number => (count * (count + 1)) / 2;

describe.each([
  ['hour', HOURS, 7 * 24],
  ['minute', MINUTES, 7 * 24 * 60],
])('trends by the %s, broken down by 100,000 values', (_name, form, week) => {
  const once = () => 1;
  const forWeek = (left: number) => Math.min(left, week);
  const risingForWeek = (left: number) => rising(left) - rising(Math.max(0, left - week));
  test.each([
    ['total', once, (left: number) => left],
    ['dau', once, (left: number) => left],
    ['unique_session', () => 0, () => 0],
    ['max_count_per_actor', once, (left: number) => left],
    ['weekly_active', forWeek, risingForWeek],
    ['monthly_active', (left: number) => left, rising],
  ])('%s', async (math, each, summedUp) => {
    const series = [{ ...any, math }];
    expect(await sumsByNumber({ ...form, series })).toEqual(sums(form, each));
    const cumulative = { ...form, series, trendsFilter: CUMULATIVE };
    expect(await sumsByNumber(cumulative)).toEqual(sums(form, summedUp));
  });

  test('smoothed', async () => {
    const query = { ...form, series: [any], trendsFilter: { smoothingIntervals: 7 } };
    // One event in seven buckets is nothing; only the first bucket has no others before it.
    expect(await sumsByNumber(query)).toEqual(sums(form, (_, isFirst) => (isFirst ? 1 : 0)));
  });

  test('a formula', async () => {
    const query = {
      ...form,
      series: [any, { ...any, math: 'weekly_active' }],
      trendsFilter: { formula: 'A + B' },
    };
    expect(await sumsByNumber(query)).toEqual(sums(form, (left) => once() + forWeek(left)));
  });
});

test('lifecycle', async () => {
  expect(await resultsOf({ kind: 'LifecycleQuery', series: [any] })).toMatchObject([
    { status: 'new', data: daily(1, 0, 1000) },
    { status: 'returning', data: daily(0, 1, 1) },
    { status: 'resurrecting', data: daily(0, 0, 0) },
    { status: 'dormant', data: daily(0, 0, 0) },
  ]);
});

test('stickiness', async () => {
  expect(await resultsOf({ kind: 'StickinessQuery', series: [any] })).toMatchObject([
    { data: [1000, ...Array(22).fill(0), 1] },
  ]);
});

const ORDERS = [
  // Entered: everybody with A; in an unordered funnel everybody.
  ['ordered', 334],
  ['strict', 334],
  ['unordered', 1001],
] as const;
const steps = ['A', 'B', 'C'].map((event) => node(event));
const never = { kind: 'EventsNode', event: 'X', funnelFromStep: 0, funnelToStep: 2 };

test.each(ORDERS)('%s funnel', async (funnelOrderType, entered) => {
  const run = (filter: object, more: object = {}) =>
    resultsOf({
      kind: 'FunnelsQuery',
      series: steps,
      funnelsFilter: { funnelOrderType, ...filter },
      ...more,
    });
  const counts = [
    { count: entered, average_conversion_time: null },
    { count: 1, average_conversion_time: 20 },
    { count: 1, average_conversion_time: 20 },
  ];
  expect(await run({})).toMatchObject(counts);
  expect(await run({ exclusions: [never] })).toMatchObject(counts);
  expect(await run({ funnelVizType: 'time_to_convert' })).toEqual({
    bins: [
      [40, 1],
      [100, 0],
    ],
    average_conversion_time: 40,
  });
  const rate = Math.round(10_000 / entered) / 100;
  expect(await run({ funnelVizType: 'trends' })).toMatchObject([{ data: daily(100, 100, rate) }]);
  for (const breakdownAttributionType of ['first_touch', 'last_touch', 'step']) {
    const tables = await run({ breakdownAttributionType }, { breakdownFilter: { breakdown: 'letter' } });
    expect((tables as readonly object[])[0]).toMatchObject([{}, { count: 1 }, { count: 1 }]);
  }
});

/** Any event, then A, then any: C, A and B of the busy actor, or in an unordered funnel its first three events. */
const shared = [any, node('A'), any];

test.each(ORDERS)('%s funnel of steps that share events', async (funnelOrderType) => {
  const counts = [
    { count: 1001 },
    { count: 1, average_conversion_time: 20 },
    { count: 1, average_conversion_time: 20 },
  ];
  for (const exclusions of [[], [never]]) {
    const query = { kind: 'FunnelsQuery', series: shared, funnelsFilter: { funnelOrderType, exclusions } };
    expect(await resultsOf(query)).toMatchObject(counts);
  }
});

test.each([
  ['three of them at each instant', 3],
  ['all of them at one instant', 100_000],
])('funnels of steps that share events, %s', async (_name, together) => {
  const projectId = together;
  await server.engine.ensureProject(projectId);
  await server.engine.command(
    `INSERT INTO app.events (project_id, uuid, event, distinct_id, person_id, timestamp, properties)
     SELECT ${projectId}, generateUUIDv4(), ['A', 'B', 'C'][number % 3 + 1], 'p', toUUID('00000000-0000-4000-8000-000000000001'),
       toDateTime64('2024-05-10 00:00:00', 6, 'UTC') + toIntervalSecond(intDiv(number, ${together}) * 20), '{}'
     FROM numbers(100000)`,
  );
  const counts = [
    { count: 1 },
    { count: 1, average_conversion_time: null },
    { count: 1, average_conversion_time: null },
  ];
  for (const [funnelOrderType] of ORDERS) {
    for (const exclusions of [[], [never]]) {
      const query = {
        kind: 'FunnelsQuery',
        dateRange,
        series: shared,
        funnelsFilter: { funnelOrderType, exclusions },
      };
      const { results } = await runInsight(server.engine, testProject({ projectId }), query, NOW);
      expect(results).toMatchObject(counts);
    }
  }
});

const edge = (source: string, target: string) => ({
  source,
  target,
  value: 1,
  average_conversion_time: 20_000,
});

test.each([
  [
    'from the beginning',
    {},
    [edge('1_A', '2_B'), edge('2_B', '3_C'), edge('3_C', '4_A'), edge('4_A', '5_B')],
  ],
  ['from C', { startPoint: 'C', stepLimit: 2 }, [edge('1_C', '2_A')]],
  ['to C', { endPoint: 'C' }, [edge('1_A', '2_B'), edge('2_B', '3_C')]],
  [
    'with a pattern for one',
    { pathGroupings: ['B*'], stepLimit: 3 },
    [edge('1_A', '2_B*'), edge('2_B*', '3_C')],
  ],
  ['with a pattern for all', { pathGroupings: ['*'] }, []],
  [
    'without A',
    { excludeEvents: ['A'], stepLimit: 3 },
    [edge('1_B', '2_C'), { ...edge('2_C', '3_B'), average_conversion_time: 40_000 }],
  ],
])('paths %s', async (_name, pathsFilter, edges) => {
  expect(await resultsOf({ kind: 'PathsQuery', pathsFilter })).toEqual(edges);
});
