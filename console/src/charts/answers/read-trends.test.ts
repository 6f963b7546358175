import { expect, test } from 'vitest';
import { readLifecycle, readStickiness, readTotals, readTrends } from './read-trends.ts';

const computed = '2026-11-23T14:00:00Z';
const running = { date_from: '2026-11-21T00:00:00+00:00', date_to: '2026-11-23T23:59:59.999999+00:00' };
const labels = ['21-Nov-2026', '22-Nov-2026', '23-Nov-2026'];

function answerOf(results: readonly object[], range: object = running) {
  return { results, last_refresh: computed, resolved_date_range: range };
}

test('series of a trend keep the figures of the answer, and the last bucket runs', () => {
  const plotted = readTrends(answerOf([{ label: '$pageview', labels, data: [1, 0, '3'], order: 0 }]));
  expect(plotted).toEqual({
    labels,
    series: [{ name: '$pageview', colorKey: '$pageview', values: [1, 0, 3], isPrevious: false }],
    running: 2,
    unit: 'figure',
  });
});

test('a range that has ended has no running bucket', () => {
  const ended = { ...running, date_to: '2026-11-22T23:59:59.999999+00:00' };
  expect(readTrends(answerOf([{ label: 'a', labels, data: [1, 2, 3] }], ended)).running).toBeNull();
});

test('the period before has the colour of its own series and no part in the axis', () => {
  const plotted = readTrends(
    answerOf([
      { label: 'Chrome', breakdown_value: 'Chrome', labels, data: [1, 2, 3], compare_label: 'current' },
      {
        label: 'Chrome',
        breakdown_value: 'Chrome',
        labels: ['a', 'b', 'c', 'd'],
        data: [4, 5, 6, 7],
        compare_label: 'previous',
      },
    ]),
  );
  expect(plotted.labels).toEqual(labels);
  expect(plotted.series.map(({ name, colorKey, isPrevious }) => [name, colorKey, isPrevious])).toEqual([
    ['Chrome', 'Chrome', false],
    ['Chrome (previous)', 'Chrome', true],
  ]);
});

test('two series of one event are told apart, a name of its own wins', () => {
  const plotted = readTrends(
    answerOf([
      { label: '$pageview', labels, data: [1], order: 0 },
      { label: '$pageview', labels, data: [2], order: 1 },
      { label: 'note', labels, data: [3], order: 2, action: { custom_name: 'Notes' } },
    ]),
  );
  expect(plotted.series.map(({ name }) => name)).toEqual(['A $pageview', 'B $pageview', 'Notes']);
});

test('totals carry the figure of the period before', () => {
  const results = [
    { label: 'a', aggregated_value: 10, compare: true, compare_label: 'current' },
    { label: 'a', aggregated_value: 8, compare: true, compare_label: 'previous' },
  ];
  expect(readTotals(answerOf(results))).toEqual([{ name: 'a', colorKey: 'a', value: 10, previous: 8 }]);
  expect(readTotals(answerOf([{ label: 'b', aggregated_value: 2 }]))[0]?.previous).toBeNull();
});

test('a lifecycle is named by states and shows the chosen ones', () => {
  const states = ['new', 'returning', 'resurrecting', 'dormant'];
  const answer = answerOf(
    states.map((status, at) => ({ status, label: `x - ${status}`, labels, data: [at, -at, at] })),
  );
  expect(readLifecycle(answer, null).series.map(({ name }) => name)).toEqual(states);
  expect(readLifecycle(answer, ['dormant']).series).toMatchObject([{ name: 'dormant', values: [3, -3, 3] }]);
});

test('an answer without its members draws nothing', () => {
  expect(readTrends(null).series).toEqual([]);
  expect(readStickiness({ results: [{ data: 5 }] }).series[0]?.values).toEqual([]);
});
