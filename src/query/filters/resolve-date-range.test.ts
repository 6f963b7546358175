import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import type { DateRange } from '../../schema/date-range.ts';
import { isoWithOffset } from './bucket-labels.ts';
import { type DateRangeOptions, resolveDateRange } from './resolve-date-range.ts';

/** Wednesday 5 June 2024. */
const CONTEXT = {
  now: Temporal.ZonedDateTime.from('2024-06-05T10:17:31.5+00:00[UTC]'),
  weekStartDay: 0 as const,
};

function bounds(range: DateRange, options: DateRangeOptions): readonly string[] {
  const { from, to, rowsFrom } = resolveDateRange(range, CONTEXT, options);
  return [from, rowsFrom, to].map((at) => isoWithOffset(at).replace('+00:00', ''));
}

const END = '23:59:59.999999';

// [D-6], [D-8] to [D-12], [D-13a] and [D-17].

test.each<[string, DateRange, DateRangeOptions, string, string, string]>([
  ['absent', {}, { interval: 'day' }, '2024-05-29T00:00:00', '2024-05-29T00:00:00', `2024-06-05T${END}`],
  [
    'absent, hour',
    {},
    { interval: 'hour' },
    '2024-05-29T00:00:00',
    '2024-05-29T00:00:00',
    '2024-06-05T10:59:59.999999',
  ],
  [
    'absent, minute',
    {},
    { interval: 'minute' },
    '2024-05-29T00:00:00',
    '2024-05-29T00:00:00',
    '2024-06-05T10:17:59.999999',
  ],
  [
    'days',
    { date_from: '-2d' },
    { interval: 'day' },
    '2024-06-03T00:00:00',
    '2024-06-03T00:00:00',
    `2024-06-05T${END}`,
  ],
  [
    'hours by day count from the hour',
    { date_from: '-24h' },
    { interval: 'day' },
    '2024-06-04T10:00:00',
    '2024-06-04T10:00:00',
    `2024-06-05T${END}`,
  ],
  [
    'hours by week count from the day',
    { date_from: '-24h' },
    { interval: 'week' },
    '2024-06-04T10:00:00',
    '2024-06-04T00:00:00',
    `2024-06-05T${END}`,
  ],
  [
    'minutes are not truncated by minute',
    { date_from: '-30M' },
    { interval: 'minute' },
    '2024-06-05T09:47:31.500000',
    '2024-06-05T09:47:31.500000',
    '2024-06-05T10:17:59.999999',
  ],
  [
    'an absolute time by day',
    { date_from: '2024-06-03T09:30', date_to: '2024-06-04T08:00' },
    { interval: 'day' },
    '2024-06-03T09:30:00',
    '2024-06-03T00:00:00',
    `2024-06-04T${END}`,
  ],
  [
    'an absolute time by hour',
    { date_from: '2024-06-03T09:30', date_to: '2024-06-04T08:10' },
    { interval: 'hour' },
    '2024-06-03T09:30:00',
    '2024-06-03T09:00:00',
    '2024-06-04T08:10:00',
  ],
  [
    'a date alone is the whole day by hour',
    { date_from: '2024-06-03', date_to: '2024-06-03' },
    { interval: 'hour' },
    '2024-06-03T00:00:00',
    '2024-06-03T00:00:00',
    `2024-06-03T${END}`,
  ],
  [
    'weeks count from the day',
    { date_from: '2024-06-04T12:00' },
    { interval: 'week' },
    '2024-06-04T12:00:00',
    '2024-06-04T00:00:00',
    `2024-06-05T${END}`,
  ],
  [
    'months count from the first',
    { date_from: '2024-05-10' },
    { interval: 'month' },
    '2024-05-10T00:00:00',
    '2024-05-01T00:00:00',
    `2024-06-05T${END}`,
  ],
  [
    'explicit bounds',
    { date_from: '2024-06-03T09:30', date_to: '2024-06-04T08:00', explicitDate: true },
    { interval: 'day' },
    '2024-06-03T09:30:00',
    '2024-06-03T09:30:00',
    '2024-06-04T08:00:00',
  ],
  [
    'an explicit relative start is still truncated, an explicit end is now',
    { date_from: '-1d', explicitDate: true },
    { interval: 'day' },
    '2024-06-04T00:00:00',
    '2024-06-04T00:00:00',
    '2024-06-05T10:17:31.500000',
  ],
  [
    'an explicit date alone is the whole day',
    { date_to: '2024-06-04', explicitDate: true },
    { interval: 'day' },
    '2024-05-29T00:00:00',
    '2024-05-29T00:00:00',
    `2024-06-04T${END}`,
  ],
  [
    'exact',
    { date_from: '-1d' },
    { interval: 'day', exact: true },
    '2024-06-04T10:17:31.500000',
    '2024-06-04T10:17:31.500000',
    '2024-06-05T10:17:31.500000',
  ],
  [
    'yesterday',
    { date_from: '-1dStart', date_to: '-1dEnd' },
    { interval: 'hour' },
    '2024-06-04T00:00:00',
    '2024-06-04T00:00:00',
    `2024-06-04T${END}`,
  ],
  [
    'without the current day',
    { date_from: '-2d', excludeIncompletePeriods: true },
    { interval: 'day' },
    '2024-06-03T00:00:00',
    '2024-06-03T00:00:00',
    `2024-06-04T${END}`,
  ],
  [
    'a relative start moves to the first full week',
    { date_from: '-2w', excludeIncompletePeriods: true },
    { interval: 'week' },
    '2024-05-26T00:00:00',
    '2024-05-26T00:00:00',
    `2024-06-01T${END}`,
  ],
  [
    'an absolute start leaves its week partial',
    { date_from: '2024-05-22', excludeIncompletePeriods: true },
    { interval: 'week' },
    '2024-05-22T00:00:00',
    '2024-05-22T00:00:00',
    `2024-06-01T${END}`,
  ],
  [
    'a start whose instant counts stays',
    { date_from: '-36h', excludeIncompletePeriods: true, explicitDate: true },
    { interval: 'day' },
    '2024-06-03T22:00:00',
    '2024-06-03T22:00:00',
    `2024-06-04T${END}`,
  ],
  [
    'a past period is not cut',
    { date_from: '-3d', date_to: '-1d', excludeIncompletePeriods: true },
    { interval: 'day' },
    '2024-06-02T00:00:00',
    '2024-06-02T00:00:00',
    `2024-06-04T${END}`,
  ],
  [
    'a period that ends before it starts has no rows, not even in its month',
    { date_from: '2024-06-04', date_to: '2024-06-02' },
    { interval: 'month' },
    '2024-06-04T00:00:00',
    '2024-06-04T00:00:00',
    `2024-06-02T${END}`,
  ],
  [
    'all',
    { date_from: 'all' },
    { interval: 'hour', earliest: Temporal.ZonedDateTime.from('2024-06-01T03:20+00:00[UTC]') },
    '2024-06-01T03:20:00',
    '2024-06-01T03:00:00',
    '2024-06-05T10:59:59.999999',
  ],
])('%s', (_name, range, options, from, rowsFrom, to) => {
  expect(bounds(range, options)).toEqual([from, rowsFrom, to]);
});

test('names the bound that is wrong', () => {
  expect(() =>
    resolveDateRange({ date_to: 'soon' }, CONTEXT, { interval: 'day', attr: 'dateRange' }),
  ).toThrow(expect.objectContaining({ code: 'invalid_date', attr: 'dateRange.date_to' }));
});
