import type { InsightCase } from '../cases.ts';

const VIEW = { kind: 'EventsNode', event: '$pageview' };
const BUY = { kind: 'EventsNode', event: 'purchase' };
const WHOLE = { date_from: '2026-03-09', date_to: '2026-03-18' };
const trends = (dateRange: object, more: object = {}) => ({
  kind: 'TrendsQuery',
  series: [VIEW],
  dateRange,
  ...more,
});

const TWO_YEARS = { date_from: '2024-03-01', date_to: '2026-03-18' };
const crowded = (name: string, query: object, says: RegExp): InsightCase => ({
  name,
  query,
  refused: 'query_too_large|invalid_value|query_too_complex',
  says,
});

export const buckets: readonly InsightCase[] = [
  crowded(
    'seconds of two years',
    trends(TWO_YEARS, { interval: 'second' }),
    /\b(minute|hour|day|week|month|quarter|year)\b/,
  ),
  crowded(
    'seconds of ten days',
    trends(WHOLE, { interval: 'second' }),
    /\b(minute|hour|day|week|month|quarter|year)\b/,
  ),
  crowded(
    'minutes of two years',
    trends(TWO_YEARS, { interval: 'minute' }),
    /\b(hour|day|week|month|quarter|year)\b/,
  ),
  crowded(
    'minutes of two years of stickiness',
    { kind: 'StickinessQuery', series: [VIEW], interval: 'minute', dateRange: TWO_YEARS },
    /\b(hour|day|week|month|quarter|year)\b/,
  ),
  crowded(
    'seconds of two years of lifecycle',
    { kind: 'LifecycleQuery', series: [VIEW], interval: 'second', dateRange: TWO_YEARS },
    /\b(minute|hour|day|week|month|quarter|year)\b/,
  ),
];

const ages: readonly (readonly [string, number])[] = [
  ['second', 60],
  ['minute', 300],
  ['hour', 3600],
  ['day', 21_600],
  ['week', 86_400],
  ['month', 86_400],
  ['quarter', 86_400],
  ['year', 86_400],
];

export const defaultAges: readonly InsightCase[] = ages.map(([interval, seconds]) => ({
  name: interval,
  query: trends(interval === 'second' ? { date_from: '-1M' } : { date_from: '-2h' }, { interval }),
  reads: 'seconds',
  expected: seconds,
}));

const refusedPeriod = (period: string): InsightCase => ({
  name: `retention by ${period}`,
  query: { kind: 'RetentionQuery', retentionFilter: { period, totalIntervals: 3 } },
  refused: 'invalid_value',
  says: /period|Day/,
});
const refusedWindow = (unit: string): InsightCase => ({
  name: `a funnel window of a ${unit}`,
  query: {
    kind: 'FunnelsQuery',
    series: [VIEW, BUY],
    funnelsFilter: { funnelWindowInterval: 1, funnelWindowIntervalUnit: unit },
  },
  refused: 'invalid_value',
  says: /funnelWindowIntervalUnit|month/,
});

export const otherIntervals: readonly InsightCase[] = [
  refusedPeriod('Quarter'),
  refusedPeriod('Year'),
  refusedPeriod('Second'),
  refusedWindow('quarter'),
  refusedWindow('year'),
];
