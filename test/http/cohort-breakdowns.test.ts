import { beforeAll, expect, test } from 'vitest';
import { shareService } from '../fixtures/share-service.ts';
import type { TestProject } from '../fixtures/start-service.ts';

// [B-6]. Red: ann and ben. Buyers: ann and cat. Nobody: no member. All numbers are counted over these events.

const NOW = '2026-01-08T12:00:00Z';

const event = (name: string, user: string, day: number) => ({
  event: name,
  distinct_id: user,
  timestamp: `2026-01-0${day}T10:00:00Z`,
  properties: { $set: { known: true } },
});

const EVENTS = [
  event('open', 'ann', 6),
  event('open', 'ann', 7),
  event('open', 'ben', 7),
  event('open', 'cat', 7),
  event('open', 'dan', 7),
  event('open', 'dan', 4),
  event('open', 'ben', 5),
  event('buy', 'ann', 7),
  event('buy', 'cat', 7),
];

let service: TestProject;
let red: number;
let buyers: number;
let nobody: number;
beforeAll(async () => {
  service = await shareService();
  await service.capture(EVENTS, NOW);
  red = await list('Red', ['ann', 'ben']);
  nobody = await list('Nobody', []);
  const bought = {
    type: 'behavioral',
    value: 'performed_event',
    key: 'buy',
    time_value: 7,
    time_interval: 'day',
  };
  const filters = { properties: { type: 'AND', values: [bought] } };
  buyers = (await service.call('POST', 'cohorts', { body: { name: 'Buyers', filters } })).json.id;
});

async function list(name: string, distinct_ids: readonly string[]): Promise<number> {
  const { json } = await service.call('POST', 'cohorts', { body: { name, is_static: true } });
  await service.call('POST', `cohorts/${json.id}/members`, { body: { distinct_ids } });
  return json.id;
}

const dateRange = { date_from: '2026-01-06', date_to: '2026-01-07' };
const by = (...breakdown: unknown[]) => ({ breakdownFilter: { breakdown_type: 'cohort', breakdown } });
const trends = (more: object) => ({ kind: 'TrendsQuery', series: [{ event: 'open' }], dateRange, ...more });

async function ask(query: object) {
  const answer = await service.call('POST', 'query', { body: { query }, now: NOW });
  expect(answer.status, answer.text).toBe(200);
  return answer.json;
}

test('trends have one series per cohort, in the order of the query, with zeros', async () => {
  const { results, hasMore } = await ask(trends(by(buyers, 'all', red, nobody)));
  const shown = results.map((one: Record<string, unknown>) => [
    one['label'],
    one['breakdown_value'],
    one['data'],
  ]);
  expect(shown).toEqual([
    ['Buyers', buyers, [1, 2]],
    ['All users', 'all', [1, 4]],
    ['Red', red, [1, 2]],
    ['Nobody', nobody, [0, 0]],
  ]);
  expect(hasMore ?? false).toBe(false);
});

test('a cohort named twice counts once, as a text too', async () => {
  const { results } = await ask(trends(by(red, String(red))));
  expect(results).toHaveLength(1);
});

test('more cohorts than a breakdown takes are refused with how many it takes', async () => {
  const query = trends(by(...Array(100).fill(red)));
  const { status, json } = await service.call('POST', 'query', { body: { query }, now: NOW });
  expect([status, json.code, json.attr]).toEqual([400, 'invalid_value', 'query.breakdownFilter.breakdown']);
  expect(json.detail).toContain('at most 25');
});

test('several series, a comparison and formulas', async () => {
  const two = await ask(trends({ ...by(red, buyers), series: [{ event: 'open' }, { event: 'buy' }] }));
  expect(two.results.map((one: { label: string; count: number }) => [one.label, one.count])).toEqual([
    ['open - Red', 3],
    ['buy - Red', 1],
    ['open - Buyers', 3],
    ['buy - Buyers', 2],
  ]);
  const compared = await ask(trends({ ...by('all', red), compareFilter: { compare: true } }));
  expect(
    compared.results.map((one: Record<string, unknown>) => [
      one['compare_label'],
      one['label'],
      one['count'],
    ]),
  ).toEqual([
    ['current', 'All users', 5],
    ['current', 'Red', 3],
    ['previous', 'All users', 2],
    ['previous', 'Red', 1],
  ]);
  const formula = await ask(trends({ ...by(red), trendsFilter: { formula: 'A * 10' } }));
  expect(formula.results).toMatchObject([{ label: 'Formula (A * 10)', breakdown_value: red, count: 30 }]);
});

test('a range of all asks for its beginning per cohort', async () => {
  const { results } = await ask(
    trends({ ...by(red, 'all'), dateRange: { date_from: 'all', date_to: '2026-01-07' } }),
  );
  expect(results.map(({ count }: { count: number }) => count)).toEqual([4, 7]);
});

test('funnels: steps, rates and times', async () => {
  const funnel = (more: object) => ({
    kind: 'FunnelsQuery',
    series: [{ event: 'open' }, { event: 'buy' }],
    dateRange,
    ...more,
  });
  const { results } = await ask(funnel(by(red, buyers)));
  expect(
    results.map((steps: Record<string, unknown>[]) =>
      steps.map((step) => [step['breakdown'], step['breakdown_value'], step['count']]),
    ),
  ).toEqual([
    [
      ['Red', red, 2],
      ['Red', red, 1],
    ],
    [
      ['Buyers', buyers, 2],
      ['Buyers', buyers, 2],
    ],
  ]);
  const rates = await ask(funnel({ ...by(buyers, red), funnelsFilter: { funnelVizType: 'trends' } }));
  expect(rates.results).toMatchObject([
    { breakdown: 'Buyers', breakdown_value: buyers, data: [100, 100] },
    { breakdown: 'Red', breakdown_value: red, data: [100, 50] },
  ]);
  const times = await ask(funnel({ ...by(red), funnelsFilter: { funnelVizType: 'time_to_convert' } }));
  expect(times.results.bins).toBeDefined();
});

test('retention has the table of each cohort', async () => {
  const { results } = await ask({
    kind: 'RetentionQuery',
    retentionFilter: {
      period: 'Day',
      totalIntervals: 2,
      targetEntity: { id: 'open' },
      returningEntity: { id: 'open' },
    },
    dateRange,
    ...by(red, 'all'),
  });
  expect(
    results.map((row: { breakdown_value: unknown; values: { count: number }[] }) => [
      row.breakdown_value,
      row.values.map(({ count }) => count),
    ]),
  ).toEqual([
    [red, [1, 1]],
    [red, [2, 0]],
    ['all', [1, 1]],
    ['all', [4, 0]],
  ]);
});

test('csv shows the id', async () => {
  const query = trends(by(red));
  await service.call('POST', 'endpoints', { body: { name: 'by-cohort', query } });
  const { text } = await service.call('POST', 'endpoints/by-cohort/run?format=csv', { body: {}, now: NOW });
  expect(text.split(/\r?\n/)[1]).toBe(`0,"Red","${red}",,,"2026-01-06",1`);
});

test.each<[string, () => object, object]>([
  [
    'an unknown cohort',
    () => by(987_654),
    { code: 'invalid_value', attr: 'query.breakdownFilter.breakdown' },
  ],
  ['no id', () => by('Red'), { code: 'invalid_value', attr: 'query.breakdownFilter.breakdown' }],
  ['26 of them', () => by(...Array.from({ length: 26 }, (_, at) => at + 1)), { code: 'invalid_value' }],
  [
    'four properties',
    () => ({ breakdownFilter: { breakdown: ['a', 'b', 'c', 'd'] } }),
    { code: 'invalid_value', attr: 'query.breakdownFilter.breakdown' },
  ],
  [
    'too many numbers of all cohorts together',
    () => ({
      ...by(...Array.from({ length: 25 }, (_, at) => (at === 0 ? 'all' : [red, buyers, nobody][at % 3]))),
      interval: 'minute',
      dateRange: { date_from: '2024-06-01', date_to: '2025-06-01' },
    }),
    { code: 'query_too_large' },
  ],
])('refuses %s', async (_, more, expected) => {
  const { status, json } = await service.call('POST', 'query', { body: { query: trends(more()) }, now: NOW });
  expect(status).toBe(400);
  expect(json).toMatchObject(expected);
});
