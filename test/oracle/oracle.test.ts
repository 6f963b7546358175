import { describe, expect, test } from 'vitest';
import { evaluateFunnelSteps, evaluateFunnelTrends, evaluateTimeToConvert } from './funnels.ts';
import { evaluateLifecycle } from './lifecycle.ts';
import type { Query, World } from './model.ts';
import { evaluateRetention } from './retention.ts';
import { evaluateStickiness } from './stickiness.ts';
import { evaluateTrends } from './trends.ts';
import { workedWorld } from './worked-examples.ts';

// The evaluator that judges the service is itself held against the worked examples of the specification.

const utc = workedWorld();
const range = { date_from: '2024-06-05', date_to: '2024-06-11' };
const node = (event: string, more: object = {}) => ({ kind: 'EventsNode', event, ...more });

function trends(query: Query, world: World = utc) {
  return evaluateTrends({ kind: 'TrendsQuery', dateRange: range, series: [node('view')], ...query }, world);
}
const data = (query: Query, world: World = utc) => trends(query, world).results.map((result) => result.data);

describe('trends', () => {
  test.each<[string, Query, number[][]]>([
    ['total', {}, [[2, 3, 1, 1, 1, 1, 1]]],
    ['dau', { series: [node('view', { math: 'dau' })] }, [[2, 2, 1, 1, 1, 1, 1]]],
    ['weekly_active', { series: [node('view', { math: 'weekly_active' })] }, [[2, 3, 3, 4, 4, 4, 4]]],
    [
      'dau cumulative',
      { series: [node('view', { math: 'dau' })], trendsFilter: { display: 'ActionsLineGraphCumulative' } },
      [[2, 3, 3, 4, 4, 4, 4]],
    ],
    [
      'total cumulative',
      { trendsFilter: { display: 'ActionsLineGraphCumulative' } },
      [[2, 5, 6, 7, 8, 9, 10]],
    ],
    ['total, week', { interval: 'week' }, [[7, 3]]],
    [
      'total, week, from the 7th',
      { interval: 'week', dateRange: { ...range, date_from: '2024-06-07' } },
      [[2, 3]],
    ],
    [
      'total, month, from the 10th',
      { interval: 'month', dateRange: { ...range, date_from: '2024-06-10' } },
      [[10]],
    ],
    ['smoothing 3', { trendsFilter: { smoothingIntervals: 3 } }, [[2, 2, 2, 1, 1, 1, 1]]],
    [
      'compare, 9th to 11th',
      { dateRange: { date_from: '2024-06-09', date_to: '2024-06-11' }, compareFilter: { compare: true } },
      [
        [1, 1, 1],
        [3, 1, 1],
      ],
    ],
    [
      'formula A / B',
      { series: [node('signup'), node('view', { math: 'dau' })], trendsFilter: { formula: 'A / B' } },
      [[0, 0.5, 0, 2, 0, 0, 1]],
    ],
    [
      'sum of amount',
      { series: [node('buy', { math: 'sum', math_property: 'amount' })] },
      [[0, 0, 20, 15.5, 0, 0, 0]],
    ],
    [
      'breakdown os',
      { breakdownFilter: { breakdown: 'os' } },
      [
        [1, 1, 1, 0, 0, 1, 0],
        [0, 2, 0, 0, 1, 0, 0],
        [0, 0, 0, 0, 0, 0, 1],
        [1, 0, 0, 1, 0, 0, 0],
      ],
    ],
    [
      'breakdown os, limit 2',
      { breakdownFilter: { breakdown: 'os', breakdown_limit: 2 } },
      [
        [1, 1, 1, 0, 0, 1, 0],
        [0, 2, 0, 0, 1, 0, 0],
        [1, 0, 0, 1, 0, 0, 1],
      ],
    ],
    [
      'week, both overrides',
      {
        interval: 'week',
        dateRange: { date_from: '2024-06-09', date_to: '2024-06-11' },
        properties: [{ key: 'os', value: ['Mac', 'Win'] }],
      },
      [[2]],
    ],
  ])('%s', (_name, query, expected) => {
    expect(data(query)).toEqual(expected);
  });

  test('zones, week starts, labels and totals', () => {
    expect(data({}, workedWorld('America/Los_Angeles'))).toEqual([[2, 3, 2, 0, 1, 1, 1]]);
    const monday = trends({ interval: 'week' }, workedWorld('UTC', 1)).results[0];
    expect(monday).toMatchObject({
      days: ['2024-06-03', '2024-06-10'],
      data: [8, 2],
      labels: ['5–9 Jun', '10–11 Jun'],
    });
    expect(trends({ interval: 'week' }).results[0]?.labels).toEqual(['5–8 Jun', '9–11 Jun']);
    const bold = trends({ series: [node('view', { math: 'dau' })], trendsFilter: { display: 'BoldNumber' } })
      .results[0];
    expect(bold).toMatchObject({ aggregated_value: 4, data: [], days: [], count: 0 });
    const table = trends({
      series: [node('buy', { math: 'avg', math_property: 'amount' })],
      trendsFilter: { display: 'ActionsTable' },
    });
    expect(table.results[0]?.aggregated_value).toBe(17.75);
    const limited = trends({
      breakdownFilter: { breakdown: 'os', breakdown_limit: 2, breakdown_hide_other_aggregation: true },
    });
    expect(limited.results.map((result) => result.label)).toEqual(['Mac', 'Win']);
    expect(limited.hasMore).toBe(true);
  });

  test.each<[string, unknown, number]>([
    ['is_not', 'Mac', 6],
    ['not_icontains', 'in', 6],
    ['is_set', null, 9],
    ['is_not_set', null, 1],
    ['regex', '^(Mac|Lin)', 5],
    ['exact', ['Mac', 'Win'], 7],
    ['icontains', 'i', 4],
    ['not_regex', '^$', 9],
  ])('view filtered by os %s %s', (operator, value, expected) => {
    expect(trends({ properties: [{ key: 'os', operator, value }] }).results[0]?.count).toBe(expected);
  });

  test.each<[string, unknown, number]>([
    ['gt', 16, 1],
    ['gte', '15.5', 2],
    ['lt', 100, 2],
    ['is_not', 20, 2],
  ])('buy filtered by amount %s %s', (operator, value, expected) => {
    const query = { series: [node('buy')], dateRange: { ...range, date_to: '2024-06-12' } };
    expect(trends({ ...query, properties: [{ key: 'amount', operator, value }] }).results[0]?.count).toBe(
      expected,
    );
  });
});

test('lifecycle of view', () => {
  const results = evaluateLifecycle({ dateRange: range, series: [node('view')] }, utc);
  expect(results.map((result) => result.data)).toEqual([
    [0, 1, 0, 1, 0, 0, 0],
    [0, 1, 1, 0, 0, 0, 0],
    [2, 0, 0, 0, 1, 1, 1],
    [0, -1, -1, -1, -1, -1, -1],
  ]);
});

test.each([
  [
    'retention_recurring',
    [
      [2, 1, 1],
      [2, 1, 0],
      [1, 0, 0],
    ],
  ],
  [
    'retention_first_time',
    [
      [2, 1, 1],
      [1, 0, 0],
      [0, 0, 0],
    ],
  ],
])('retention of view, %s', (retentionType, expected) => {
  const entity = { id: 'view', type: 'events' };
  const rows = evaluateRetention(
    {
      dateRange: { date_from: '2024-06-05', date_to: '2024-06-07' },
      retentionFilter: { retentionType, totalIntervals: 3, targetEntity: entity, returningEntity: entity },
    },
    utc,
  );
  expect(rows.map((row) => row.values.map((value) => value.count))).toEqual(expected);
});

test('stickiness of view', () => {
  const query = { dateRange: range, series: [node('view')] };
  expect(evaluateStickiness(query, utc)[0]).toMatchObject({ data: [1, 2, 0, 1, 0, 0, 0], count: 4 });
  const cumulative = { ...query, stickinessFilter: { computedAs: 'cumulative' } };
  expect(evaluateStickiness(cumulative, utc)[0]?.data).toEqual([4, 3, 1, 1, 0, 0, 0]);
});

describe('funnels', () => {
  const window = { funnelWindowInterval: 2, funnelWindowIntervalUnit: 'day' };
  const three = {
    dateRange: range,
    series: [node('view'), node('signup'), node('buy')],
    funnelsFilter: window,
  };
  const two = { ...three, series: [node('view'), node('signup')] };
  const withFilter = (query: Query, more: object) => ({ ...query, funnelsFilter: { ...window, ...more } });
  const steps = (query: Query) =>
    evaluateFunnelSteps(query, utc)[0]?.map((s) => [
      s.count,
      s.average_conversion_time,
      s.median_conversion_time,
    ]);

  test('ordered, strict, unordered', () => {
    expect(steps(three)).toEqual([
      [4, null, null],
      [4, 45825, 4500],
      [1, 95400, 95400],
    ]);
    expect(steps(withFilter(three, { funnelOrderType: 'strict' }))).toEqual([
      [4, null, null],
      [3, 59300, 3600],
      [0, null, null],
    ]);
    expect(steps(withFilter(three, { funnelOrderType: 'unordered' }))?.map(([count]) => count)).toEqual([
      4, 4, 2,
    ]);
  });

  test('time to convert, trends, exclusion', () => {
    expect(evaluateTimeToConvert(withFilter(three, { funnelFromStep: 0, funnelToStep: 1 }), utc)).toEqual({
      bins: [
        [1800, 3],
        [87150, 0],
        [172500, 1],
      ],
      average_conversion_time: 45825,
    });
    expect(
      evaluateTimeToConvert(withFilter(three, { funnelFromStep: 0, funnelToStep: 1, binCount: 2 }), utc).bins
        .length,
    ).toBe(3);
    expect(evaluateFunnelTrends(two, utc).data).toEqual([50, 100, 0, 100, 0, 0, 100]);
    const exclusions = [{ ...node('buy'), funnelFromStep: 0, funnelToStep: 1 }];
    expect(steps(withFilter(two, { exclusions }))?.map(([count]) => count)).toEqual([3, 3]);
  });
});
