import type { InsightCase } from '../cases.ts';
import { funnel, lifecycle, stickiness } from '../insight-loops.ts';
import { named, perDay, persons } from '../loops.ts';
import { PEOPLE } from '../people.ts';
import { DAYS, type Seen } from '../world.ts';

const VIEW = { kind: 'EventsNode', event: '$pageview' };
const BUY = { kind: 'EventsNode', event: 'purchase' };
const views = named('$pageview');
const shop = named('purchase');
const trends = (dateRange: object | null, more: object = {}) => ({
  kind: 'TrendsQuery',
  series: [VIEW],
  dateRange,
  ...more,
});
/** The day of now has no events. */
const TODAY = '2026-03-19';
const upToNow = [...DAYS, TODAY];
const last = (count: number) => upToNow.slice(-count);
const WHOLE = { date_from: '2026-03-09', date_to: '2026-03-18' };

export const emptyDates: readonly InsightCase[] = [
  {
    name: 'an empty end is now',
    query: trends({ date_from: '2026-03-15', date_to: '' }),
    reads: 'data',
    expected: [perDay(views, last(5))],
  },
  {
    name: 'an empty start is seven days ago',
    query: trends({ date_from: '', date_to: '2026-03-18' }),
    reads: 'days',
    expected: last(8).slice(0, -1),
  },
  {
    name: 'both empty',
    query: trends({ date_from: '', date_to: '' }),
    reads: 'data',
    expected: [perDay(views, last(8))],
  },
  {
    name: 'an empty end with a relative start',
    query: trends({ date_from: '-2d', date_to: '' }),
    reads: 'data',
    expected: [perDay(views, last(3))],
  },
  {
    name: 'a funnel with an empty end',
    query: { kind: 'FunnelsQuery', series: [VIEW, BUY], dateRange: { date_from: '2026-03-09', date_to: '' } },
    reads: 'counts',
    expected: funnel(views, shop),
  },
  {
    name: 'stickiness with an empty end',
    query: { kind: 'StickinessQuery', series: [VIEW], dateRange: { date_from: '2026-03-15', date_to: '' } },
    reads: 'data',
    expected: [stickiness(views, last(5))],
  },
  {
    name: 'an empty end and weeks',
    query: trends({ date_from: '2026-03-08', date_to: '' }, { interval: 'week' }),
    reads: 'data',
    expected: [weeks(views)],
  },
  {
    name: 'an empty start of a filter of the call is unset',
    query: trends(WHOLE),
    filtersOverride: { date_from: '2026-03-15', date_to: '' },
    reads: 'data',
    expected: [perDay(views, last(5))],
  },
];

function weeks(rows: readonly Seen[]): readonly number[] {
  return [
    rows.filter(({ day }) => day < '2026-03-15').length,
    rows.filter(({ day }) => day >= '2026-03-15').length,
  ];
}

/** Ada looks at two pages on the 10th, at 08:03:00 and 08:03:20. */
const SECONDS = { date_from: '2026-03-10 08:03:00', date_to: '2026-03-10 08:03:30' };
const clock = (i: number) => `08:03:${String(i).padStart(2, '0')}`;
const perSecond = (rows: readonly Seen[]) =>
  Array.from(
    { length: 31 },
    (_, i) => rows.filter(({ at }) => new Date(at).toISOString().startsWith(`2026-03-10T${clock(i)}`)).length,
  );
const QUARTERS = { date_from: '2025-11-15', date_to: '2026-03-18' };
const YEARS = { date_from: '2024-06-01', date_to: '2026-03-18' };
const buyers = persons(shop);
const rate = Math.round((10_000 * buyers) / persons(views)) / 100;
const none = { dormant: 0, resurrecting: 0, returning: 0 };
const lives = (before: number) =>
  Object.fromEntries(
    Object.entries({ new: PEOPLE.length, ...none }).map(([status, count]) => [
      status,
      [...Array.from({ length: before }, () => 0), count],
    ]),
  );
const amounts = { kind: 'EventsNode', event: 'purchase', math: 'dau' };

export const intervals: readonly InsightCase[] = [
  {
    name: 'second: numbers',
    query: trends(SECONDS, { interval: 'second' }),
    reads: 'data',
    expected: [perSecond(views)],
  },
  {
    name: 'second: days',
    query: trends(SECONDS, { interval: 'second' }),
    reads: 'days',
    expected: Array.from({ length: 31 }, (_, i) => `2026-03-10 ${clock(i)}`),
  },
  {
    name: 'second: labels',
    query: trends(SECONDS, { interval: 'second' }),
    reads: 'labels',
    expected: Array.from({ length: 31 }, (_, i) => `10-Mar ${clock(i)}`),
  },
  {
    name: 'second: the last half minute',
    query: trends({ date_from: '-30s' }, { interval: 'second' }),
    reads: 'shape',
    expected: [1, 31],
  },
  {
    name: 'second: distinct persons',
    query: { ...trends(SECONDS, { interval: 'second' }), series: [{ ...VIEW, math: 'dau' }] },
    reads: 'data',
    expected: [perSecond(views)],
  },
  {
    name: 'second: stickiness',
    query: { kind: 'StickinessQuery', series: [VIEW], interval: 'second', dateRange: SECONDS },
    reads: 'data',
    expected: [Array.from({ length: 31 }, (_, i) => (i === 1 ? 1 : 0))],
  },
  {
    name: 'quarter: numbers',
    query: trends(QUARTERS, { interval: 'quarter' }),
    reads: 'data',
    expected: [[0, views.length]],
  },
  {
    name: 'quarter: days',
    query: trends(QUARTERS, { interval: 'quarter' }),
    reads: 'days',
    expected: ['2025-10-01', '2026-01-01'],
  },
  {
    name: 'quarter: labels',
    query: trends(QUARTERS, { interval: 'quarter' }),
    reads: 'labels',
    expected: ['Q4 2025', 'Q1 2026'],
  },
  {
    name: 'quarter: the first bucket is complete',
    query: trends({ date_from: '2026-03-15', date_to: '2026-03-18' }, { interval: 'quarter' }),
    reads: 'data',
    expected: [[views.length]],
  },
  {
    name: 'quarter: distinct persons',
    query: { ...trends(QUARTERS, { interval: 'quarter' }), series: [amounts] },
    reads: 'data',
    expected: [[0, buyers]],
  },
  {
    name: 'quarter: relative',
    query: trends({ date_from: '-1qStart' }, { interval: 'quarter' }),
    reads: 'data',
    expected: [[0, views.length]],
  },
  {
    name: 'quarter: lifecycle',
    query: { kind: 'LifecycleQuery', series: [VIEW], interval: 'quarter', dateRange: QUARTERS },
    reads: 'lifecycle',
    expected: lives(1),
  },
  {
    name: 'quarter: stickiness',
    query: { kind: 'StickinessQuery', series: [VIEW], interval: 'quarter', dateRange: QUARTERS },
    reads: 'data',
    expected: [[PEOPLE.length, 0]],
  },
  {
    name: 'quarter: labels of stickiness',
    query: { kind: 'StickinessQuery', series: [VIEW], interval: 'quarter', dateRange: QUARTERS },
    reads: 'labels',
    expected: ['1 quarter', '2 quarters'],
  },
  {
    name: 'quarter: a funnel over time',
    query: {
      kind: 'FunnelsQuery',
      series: [VIEW, BUY],
      interval: 'quarter',
      dateRange: QUARTERS,
      funnelsFilter: { funnelVizType: 'trends' },
    },
    reads: 'data',
    expected: [[0, rate]],
  },
  {
    name: 'quarter: compared with the year before',
    query: trends(
      { date_from: '2026-01-01', date_to: '2026-03-18' },
      { interval: 'quarter', compareFilter: { compare: true, compare_to: '-1y' } },
    ),
    reads: 'data',
    expected: [[views.length], [0]],
  },
  {
    name: 'year: numbers',
    query: trends(YEARS, { interval: 'year' }),
    reads: 'data',
    expected: [[0, 0, views.length]],
  },
  {
    name: 'year: days',
    query: trends(YEARS, { interval: 'year' }),
    reads: 'days',
    expected: ['2024-01-01', '2025-01-01', '2026-01-01'],
  },
  {
    name: 'year: labels',
    query: trends(YEARS, { interval: 'year' }),
    reads: 'labels',
    expected: ['2024', '2025', '2026'],
  },
  {
    name: 'year: lifecycle',
    query: { kind: 'LifecycleQuery', series: [VIEW], interval: 'year', dateRange: YEARS },
    reads: 'lifecycle',
    expected: lives(2),
  },
  {
    name: 'year: cumulative',
    query: trends(YEARS, { interval: 'year', trendsFilter: { display: 'ActionsLineGraphCumulative' } }),
    reads: 'data',
    expected: [[0, 0, views.length]],
  },
  {
    name: 'year: by the call',
    query: trends(YEARS),
    filtersOverride: { interval: 'year' },
    reads: 'data',
    expected: [[0, 0, views.length]],
  },
  {
    name: 'year: a funnel over time',
    query: {
      kind: 'FunnelsQuery',
      series: [VIEW, BUY],
      interval: 'year',
      dateRange: YEARS,
      funnelsFilter: { funnelVizType: 'trends' },
    },
    reads: 'data',
    expected: [[0, 0, rate]],
  },
  {
    name: 'an unknown interval names the nearest',
    query: trends(WHOLE, { interval: 'quater' }),
    refused: 'invalid_value',
    says: /quarter/,
  },
];

const full = { excludeIncompletePeriods: true };

// Now is noon of Thursday the 19th; weeks begin on Sunday, so the present one began on the 15th.
export const incompletePeriods: readonly InsightCase[] = [
  {
    name: 'days without today',
    query: trends({ date_from: '-3d', ...full }),
    reads: 'data',
    expected: [perDay(views, last(4).slice(0, -1))],
  },
  {
    name: 'the days',
    query: trends({ date_from: '-3d', ...full }),
    reads: 'days',
    expected: last(4).slice(0, -1),
  },
  {
    name: 'without dates: seven days',
    query: trends(full),
    reads: 'data',
    expected: [perDay(views, last(8).slice(0, -1))],
  },
  {
    name: 'whole weeks of a relative start',
    query: trends({ date_from: '-2w', ...full }, { interval: 'week' }),
    reads: 'data',
    expected: [[weeks(views)[0]]],
  },
  {
    name: 'a week from an absolute start stays partial',
    query: trends({ date_from: '2026-03-11', ...full }, { interval: 'week' }),
    reads: 'data',
    expected: [[views.filter(({ day }) => day >= '2026-03-11' && day < '2026-03-15').length]],
  },
  {
    name: 'whole months of a relative start',
    query: trends({ date_from: '-1mStart', ...full }, { interval: 'month' }),
    reads: 'days',
    expected: ['2026-02-01'],
  },
  {
    name: 'a past range is as it was',
    query: trends({ date_from: '2026-03-09', date_to: '2026-03-12', ...full }),
    reads: 'data',
    expected: [perDay(views, DAYS.slice(0, 4))],
  },
  {
    name: 'hours',
    query: trends({ date_from: '-3h', ...full }, { interval: 'hour' }),
    reads: 'days',
    expected: ['2026-03-19 09:00:00', '2026-03-19 10:00:00', '2026-03-19 11:00:00'],
  },
  {
    name: 'stickiness',
    query: { kind: 'StickinessQuery', series: [VIEW], dateRange: { date_from: '-4d', ...full } },
    reads: 'data',
    expected: [stickiness(views, last(5).slice(0, -1))],
  },
  {
    name: 'lifecycle',
    query: { kind: 'LifecycleQuery', series: [VIEW], dateRange: { date_from: '2026-03-09', ...full } },
    reads: 'lifecycle',
    expected: lifecycle(views),
  },
  {
    name: 'false changes nothing',
    query: trends({ date_from: '-3d', excludeIncompletePeriods: false }),
    reads: 'data',
    expected: [perDay(views, last(4))],
  },
];
