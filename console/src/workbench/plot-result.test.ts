import { expect, test } from 'vitest';
import { firstPlot, plotFor, plotResult } from './plot-result.ts';

const column = (name: string, type: string) => ({ name, type });
const byDay = {
  columns: [column('day', 'Date'), column('events', 'UInt64'), column('users', 'UInt64')],
  rows: [
    ['2026-11-20', 5, '2'],
    ['2026-11-21', 7, '3'],
  ],
};
const byBrowser = {
  columns: [column('browser', 'String'), column('day', "DateTime64(6, 'UTC')"), column('n', 'UInt64')],
  rows: [
    ['Chrome', '2026-11-20T00:00:00.000000Z', 5],
    ['Firefox', '2026-11-21T00:00:00.000000Z', 7],
    [null, '2026-11-21T00:00:00.000000Z', 1],
  ],
};

test('dates are the axis, figures the lines', () => {
  const choice = firstPlot(byDay);
  expect(choice).toEqual({ form: 'line', x: 'day', y: ['events', 'users'], series: null });
  const plotted = choice && plotResult(byDay, choice);
  expect(plotted?.labels).toEqual(['2026-11-20', '2026-11-21']);
  expect(plotted?.series.map(({ name, values }) => [name, values])).toEqual([
    ['events', [5, 7]],
    ['users', [2, 3]],
  ]);
});

test('a text of few values makes series, a missing point is 0', () => {
  const choice = firstPlot(byBrowser);
  expect(choice).toEqual({ form: 'line', x: 'day', y: ['n'], series: 'browser' });
  const plotted = choice && plotResult(byBrowser, choice);
  expect(plotted?.labels).toEqual(['2026-11-20', '2026-11-21']);
  expect(plotted?.series.map(({ name, values }) => [name, values])).toEqual([
    ['Chrome', [5, 0]],
    ['Firefox', [0, 7]],
    ['NULL', [0, 1]],
  ]);
});

test('figures alone are figures, texts alone are nothing', () => {
  expect(firstPlot({ columns: [column('n', 'UInt64')], rows: [[1]] })?.form).toBe('number');
  expect(firstPlot({ columns: [column('a', 'String')], rows: [['x']] })).toBeNull();
  expect(firstPlot({ ...byDay, rows: [] })).toBeNull();
});

test('a kept choice lives as long as its columns', () => {
  const kept = { form: 'bar', x: 'day', y: ['users'], series: null } as const;
  expect(plotFor(byDay, kept)).toBe(kept);
  expect(plotFor(byBrowser, kept)?.y).toEqual(['n']);
});
