import { beforeAll, describe, expect, test } from 'vitest';
import type { EmbeddedEngine } from '../../src/adapters/engine/embedded/supervisor.ts';
import { insertWorld, projectOf, runInsight } from '../fixtures/insight-lab.ts';
import { newProjectId } from '../fixtures/new-project-id.ts';
import { shareEngine } from '../fixtures/share-engine.ts';
import { workedWorld } from '../oracle/worked-examples.ts';

// Worked by hand, number by number, on the real engine; [C-9] besides.

interface Result {
  readonly data: readonly number[];
  readonly days: readonly string[];
  readonly labels: readonly string[];
  readonly count: number;
  readonly label: string;
  readonly aggregated_value?: number;
  readonly breakdown_value?: unknown;
  readonly compare_label?: string;
}

const WORLD = workedWorld();
const PROJECT = projectOf(WORLD, newProjectId());
const RANGE = { date_from: '2024-06-05', date_to: '2024-06-11' };
let engine: EmbeddedEngine;

beforeAll(async () => {
  engine = await shareEngine();
  await insertWorld(engine, WORLD, PROJECT.projectId);
});

const series = (event: string, more: object = {}) => ({ kind: 'EventsNode', event, ...more });

async function trends(query: object, options: { project?: typeof PROJECT; parameters?: object } = {}) {
  const stored = { kind: 'TrendsQuery', dateRange: RANGE, series: [series('view')], ...query };
  const { project = PROJECT, parameters = {} } = options;
  const answer = await runInsight(engine, project, stored, WORLD.nowMs, parameters);
  return { ...answer, results: answer.results as readonly Result[] };
}

const dataOf = async (query: object) => (await trends(query)).results.map(({ data }) => data);

describe('one series', () => {
  test('total', async () => {
    const { results } = await trends({});
    expect(results).toHaveLength(1);
    expect(results[0]).toMatchObject({
      data: [2, 3, 1, 1, 1, 1, 1],
      count: 10,
      label: 'view',
      labels: [
        '5-Jun-2024',
        '6-Jun-2024',
        '7-Jun-2024',
        '8-Jun-2024',
        '9-Jun-2024',
        '10-Jun-2024',
        '11-Jun-2024',
      ],
    });
  });

  test('dau', async () => {
    const { results } = await trends({ series: [series('view', { math: 'dau' })] });
    expect(results[0]).toMatchObject({ data: [2, 2, 1, 1, 1, 1, 1], count: 9 });
  });

  test('dau as BoldNumber', async () => {
    const { results } = await trends({
      series: [series('view', { math: 'dau' })],
      trendsFilter: { display: 'BoldNumber' },
    });
    expect(results[0]).toMatchObject({ aggregated_value: 4, data: [], days: [], count: 0 });
  });

  test('weekly_active', async () => {
    expect(await dataOf({ series: [series('view', { math: 'weekly_active' })] })).toEqual([
      [2, 3, 3, 4, 4, 4, 4],
    ]);
  });

  test('cumulative: dau counts each person once, total is a running sum', async () => {
    const trendsFilter = { display: 'ActionsLineGraphCumulative' };
    const dau = await trends({ series: [series('view', { math: 'dau' })], trendsFilter });
    expect(dau.results[0]).toMatchObject({ data: [2, 3, 3, 4, 4, 4, 4], count: 4 });
    const total = await trends({ trendsFilter });
    expect(total.results[0]).toMatchObject({ data: [2, 5, 6, 7, 8, 9, 10], count: 10 });
  });

  test('in another zone', async () => {
    const project = { ...PROJECT, timezone: 'America/Los_Angeles' };
    expect((await trends({}, { project })).results[0]?.data).toEqual([2, 3, 2, 0, 1, 1, 1]);
  });

  test('by week and month', async () => {
    const week = await trends({ interval: 'week' });
    expect(week.results[0]).toMatchObject({
      days: ['2024-06-02', '2024-06-09'],
      data: [7, 3],
      labels: ['5–8 Jun', '9–11 Jun'],
    });
    const monday = await trends({ interval: 'week' }, { project: { ...PROJECT, weekStartDay: 1 } });
    expect(monday.results[0]).toMatchObject({
      days: ['2024-06-03', '2024-06-10'],
      data: [8, 2],
      labels: ['5–9 Jun', '10–11 Jun'],
    });
    expect(await dataOf({ interval: 'week', dateRange: { ...RANGE, date_from: '2024-06-07' } })).toEqual([
      [2, 3],
    ]);
    const month = await trends({ interval: 'month', dateRange: { ...RANGE, date_from: '2024-06-10' } });
    expect(month.results[0]).toMatchObject({ days: ['2024-06-01'], data: [10] });
  });

  test('smoothing 3', async () => {
    expect(await dataOf({ trendsFilter: { smoothingIntervals: 3 } })).toEqual([[2, 2, 2, 1, 1, 1, 1]]);
  });

  test('compare, range 9th to 11th', async () => {
    const { results } = await trends({
      dateRange: { date_from: '2024-06-09', date_to: '2024-06-11' },
      compareFilter: { compare: true },
    });
    expect(results).toMatchObject([
      { data: [1, 1, 1], days: ['2024-06-09', '2024-06-10', '2024-06-11'], compare_label: 'current' },
      { data: [3, 1, 1], days: ['2024-06-06', '2024-06-07', '2024-06-08'], compare_label: 'previous' },
    ]);
  });

  test('formula A / B', async () => {
    const { results } = await trends({
      series: [series('signup'), series('view', { math: 'dau' })],
      trendsFilter: { formula: 'A / B' },
    });
    expect(results).toHaveLength(1);
    expect(results[0]).toMatchObject({
      data: [0, 0.5, 0, 2, 0, 0, 1],
      count: 3.5,
      label: 'Formula (A / B)',
      action: null,
    });
  });

  test('sum and average of a property that is partly text', async () => {
    const sum = await trends({ series: [series('buy', { math: 'sum', math_property: 'amount' })] });
    expect(sum.results[0]).toMatchObject({ data: [0, 0, 20, 15.5, 0, 0, 0], count: 35.5 });
    const avg = await trends({
      series: [series('buy', { math: 'avg', math_property: 'amount' })],
      trendsFilter: { display: 'ActionsTable' },
    });
    expect(avg.results[0]?.aggregated_value).toBe(17.75);
  });
});

describe('breakdown by os', () => {
  test('all values', async () => {
    const { results, hasMore } = await trends({ breakdownFilter: { breakdown: 'os' } });
    expect(results.map(({ label, breakdown_value, data }) => [label, breakdown_value, data])).toEqual([
      ['Mac', 'Mac', [1, 1, 1, 0, 0, 1, 0]],
      ['Win', 'Win', [0, 2, 0, 0, 1, 0, 0]],
      ['Linux', 'Linux', [0, 0, 0, 0, 0, 0, 1]],
      ['None', null, [1, 0, 0, 1, 0, 0, 0]],
    ]);
    expect(hasMore).toBe(false);
  });

  test('limit 2', async () => {
    const limited = { breakdown: 'os', breakdown_limit: 2 };
    const { results, hasMore } = await trends({ breakdownFilter: limited });
    expect(results.map(({ label, data }) => [label, data])).toEqual([
      ['Mac', [1, 1, 1, 0, 0, 1, 0]],
      ['Win', [0, 2, 0, 0, 1, 0, 0]],
      ['Other', [1, 0, 0, 1, 0, 0, 1]],
    ]);
    expect(results[2]).toMatchObject({ breakdown_value: 'Other', breakdown_is_other: true });
    expect(hasMore).toBe(true);
    const hidden = await trends({ breakdownFilter: { ...limited, breakdown_hide_other_aggregation: true } });
    expect(hidden.results.map(({ label }) => label)).toEqual(['Mac', 'Win']);
    expect(hidden.hasMore).toBe(true);
  });
});

describe('filters', () => {
  test.each([
    [{ operator: 'is_not', value: 'Mac' }, 6],
    [{ operator: 'not_icontains', value: 'in' }, 6],
    [{ operator: 'is_set' }, 9],
    [{ operator: 'is_not_set' }, 1],
    [{ operator: 'regex', value: '^(Mac|Lin)' }, 5],
    [{ operator: 'exact', value: ['Mac', 'Win'] }, 7],
    [{ operator: 'icontains', value: 'i' }, 4],
    [{ operator: 'not_regex', value: '^$' }, 9],
  ])('os %j on view: %i', async (filter, count) => {
    const { results } = await trends({ properties: [{ key: 'os', type: 'event', ...filter }] });
    expect(results[0]?.count).toBe(count);
  });

  test.each([
    [{ operator: 'gt', value: 16 }, 1],
    [{ operator: 'gte', value: '15.5' }, 2],
    [{ operator: 'lt', value: 100 }, 2],
    [{ operator: 'is_not', value: 20 }, 2],
  ])('amount %j on buy until the 12th: %i', async (filter, count) => {
    const { results } = await trends({
      dateRange: { ...RANGE, date_to: '2024-06-12' },
      series: [series('buy')],
      properties: [{ key: 'amount', type: 'event', ...filter }],
    });
    expect(results[0]?.count).toBe(count);
  });
});

describe('overrides', () => {
  const stored = {
    interval: 'day',
    properties: [{ key: 'os', value: ['Mac', 'Win'], operator: 'exact', type: 'event' }],
  };
  const run = (parameters: object) => trends(stored, { parameters });

  test('a new range drops the stored end and keeps the filter', async () => {
    const { results, resolvedDateRange } = await run({
      query_override: { dateRange: { date_from: '2024-06-10' } },
    });
    expect(resolvedDateRange).toEqual({
      date_from: '2024-06-10T00:00:00+00:00',
      date_to: '2024-07-01T23:59:59.999999+00:00',
    });
    expect(results[0]?.count).toBe(1);
  });

  test('a new interval', async () => {
    expect((await run({ query_override: { interval: 'week' } })).results[0]?.data).toEqual([5, 2]);
  });

  test('both filters hold', async () => {
    const properties = [{ key: 'os', value: 'w', operator: 'icontains', type: 'event' }];
    expect((await run({ filters_override: { properties } })).results[0]?.data).toEqual([0, 2, 0, 0, 1, 0, 0]);
  });

  test('an unknown operator is refused', async () => {
    const properties = [{ key: 'os', operator: 'icontians', value: 'w' }];
    await expect(run({ filters_override: { properties } })).rejects.toMatchObject({
      code: 'invalid_filter',
      attr: 'filters_override.properties.0.operator',
    });
  });

  test('both overrides', async () => {
    const { results } = await run({
      query_override: { interval: 'week' },
      filters_override: { date_from: '2024-06-09', date_to: '2024-06-11' },
    });
    expect(results[0]).toMatchObject({ days: ['2024-06-09'], data: [2] });
  });
});
