import { expect, test } from 'vitest';
import { readFunnelSteps, readFunnelTimes, readFunnelTrend, tableOfSteps } from './read-funnel.ts';

const visit = { name: '$pageview', count: 200, median_conversion_time: null, average_conversion_time: null };
const signUp = {
  name: 'signed up',
  custom_name: 'Sign-up',
  count: 50,
  median_conversion_time: 90,
  average_conversion_time: 120,
};
const paid = { name: 'paid', count: 10, median_conversion_time: 3600, average_conversion_time: 4000 };

test('steps of everybody with their shares', () => {
  const [group, ...others] = readFunnelSteps({ results: [visit, signUp, paid] });
  expect(others).toEqual([]);
  expect(group?.name).toBe('');
  expect(
    group?.steps.map(({ name, count, ofFirst, ofPrevious }) => [name, count, ofFirst, ofPrevious]),
  ).toEqual([
    ['$pageview', 200, 1, 1],
    ['Sign-up', 50, 0.25, 0.25],
    ['paid', 10, 0.05, 0.2],
  ]);
  expect(group?.steps[1]?.medianSeconds).toBe(90);
});

test('groups of a breakdown; no value is named so', () => {
  const of = (value: unknown) =>
    [visit, signUp].map((step) => ({ ...step, breakdown: value, breakdown_value: value }));
  const groups = readFunnelSteps({ results: [of(['Chrome']), of(['']), of('org-1')] });
  expect(groups.map(({ name }) => name)).toEqual(['Chrome', 'None', 'org-1']);
  expect(tableOfSteps(groups).rows[1]).toEqual(['Chrome', 'Sign-up', 50, 25, 25, 90, 120]);
});

test('nobody came in', () => {
  const [group] = readFunnelSteps({
    results: [
      { ...visit, count: 0 },
      { ...signUp, count: 0 },
    ],
  });
  expect(group?.steps.map(({ ofFirst, ofPrevious }) => [ofFirst, ofPrevious])).toEqual([
    [0, 0],
    [0, 0],
  ]);
  expect(readFunnelSteps({ results: [] })).toEqual([]);
});

test('times of conversion', () => {
  const times = readFunnelTimes({
    results: {
      bins: [
        [90, 2],
        [150, 0],
      ],
      average_conversion_time: 95.5,
    },
  });
  expect(times).toEqual({
    bins: [
      { fromSeconds: 90, count: 2 },
      { fromSeconds: 150, count: 0 },
    ],
    averageSeconds: 95.5,
  });
});

test('the rate over time is in percent', () => {
  const plotted = readFunnelTrend({
    results: [{ data: [50, 33.33], labels: ['a', 'b'], breakdown_value: ['x', ''] }],
  });
  expect(plotted.unit).toBe('percent');
  expect(plotted.series[0]).toMatchObject({ name: 'x · None', values: [50, 33.33] });
});
