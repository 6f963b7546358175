import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import type { DateRange } from '../../schema/date-range.ts';
import { isoWithOffset } from './bucket-labels.ts';
import { comparisonPeriod } from './comparison-period.ts';
import type { Interval } from './interval.ts';
import { resolveDateRange } from './resolve-date-range.ts';

// [D-20] and [D-21].

function previous(
  range: DateRange,
  interval: Interval = 'day',
  options: { compareTo?: string; exact?: boolean; zone?: string } = {},
): readonly string[] {
  const { zone = 'UTC', ...rest } = options;
  // Wednesday 5 June 2024, 10:30.
  const context = {
    now: Temporal.PlainDateTime.from('2024-06-05T10:30').toZonedDateTime(zone),
    weekStartDay: 0 as const,
  };
  const exact = rest.exact === true;
  const bounds = resolveDateRange(range, context, { interval, exact });
  const { from, to } = comparisonPeriod(bounds, context, { range, interval, ...rest });
  return [isoWithOffset(from), isoWithOffset(to)];
}

test.each<[string, readonly string[], readonly [string, string]]>([
  [
    'days before an absolute range',
    previous({ date_from: '2024-01-15', date_to: '2024-01-19' }),
    ['2024-01-10T00:00:00+00:00', '2024-01-14T23:59:59.999999+00:00'],
  ],
  [
    'the same weekdays before -7d: one day is shared',
    previous({ date_from: '-7d' }),
    ['2024-05-22T00:00:00+00:00', '2024-05-29T23:59:59.999999+00:00'],
  ],
  [
    '-5d has no extra day',
    previous({ date_from: '-5d' }),
    ['2024-05-25T00:00:00+00:00', '2024-05-30T23:59:59.999999+00:00'],
  ],
  [
    '-7d by week has no extra day',
    previous({ date_from: '-7d' }, 'week'),
    ['2024-05-21T00:00:00+00:00', '2024-05-28T23:59:59.999999+00:00'],
  ],
  [
    'hours keep the time of day',
    previous({ date_from: '-24h' }, 'hour'),
    ['2024-06-03T10:00:00+00:00', '2024-06-04T10:59:59.999999+00:00'],
  ],
  [
    'minutes are moved by their length',
    previous({ date_from: '2024-06-05T10:00', date_to: '2024-06-05T10:10' }, 'minute'),
    ['2024-06-05T09:50:00+00:00', '2024-06-05T10:00:00+00:00'],
  ],
  [
    'the whole month before mStart',
    previous({ date_from: 'mStart' }),
    ['2024-05-01T00:00:00+00:00', '2024-05-31T23:59:59.999999+00:00'],
  ],
  [
    'the whole month also where the range starts at its first full week',
    previous({ date_from: 'mStart', excludeIncompletePeriods: true }, 'week'),
    ['2024-05-01T00:00:00+00:00', '2024-05-31T23:59:59.999999+00:00'],
  ],
  [
    'the whole week before wStart',
    previous({ date_from: 'wStart' }),
    ['2024-05-26T00:00:00+00:00', '2024-06-01T23:59:59.999999+00:00'],
  ],
  [
    'a year before',
    previous({ date_from: '2024-06-01', date_to: '2024-06-03' }, 'day', { compareTo: '-1y' }),
    ['2023-06-01T00:00:00+00:00', '2023-06-03T23:59:59.999999+00:00'],
  ],
  [
    'exact: the same length directly before',
    previous({ date_from: '-1d' }, 'day', { exact: true }),
    ['2024-06-03T10:30:00+00:00', '2024-06-04T10:30:00+00:00'],
  ],
  [
    'over a clock change days stay whole',
    previous({ date_from: '2024-04-01', date_to: '2024-04-03' }, 'day', { zone: 'Europe/Berlin' }),
    ['2024-03-29T00:00:00+01:00', '2024-03-31T23:59:59.999999+02:00'],
  ],
])('%s', (_name, found, expected) => {
  expect(found).toEqual(expected);
});

test.each([['-1dStart'], ['2024-01-01'], ['last year'], ['all']])('compare_to %s is refused', (compareTo) => {
  expect(() => previous({ date_from: '-7d' }, 'day', { compareTo })).toThrow(
    expect.objectContaining({ code: 'invalid_date', attr: 'compareFilter.compare_to' }),
  );
});
