import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { finish } from '../../base/loop-slices.ts';
import { bucketTexts } from './bucket-labels.ts';
import { type Buckets, bucketsOf } from './buckets.ts';
import { addIntervals, type Interval } from './interval.ts';
import { withRowsFrom } from './resolve-date-range.ts';

// [D-13], [D-14] to [D-16], [D-18] and [D-19].
// [SPEC-8.4].

function buckets(
  from: string,
  to: string,
  interval: Interval,
  zone = 'UTC',
  weekStartDay: 0 | 1 = 0,
): Buckets {
  const at = (text: string) => Temporal.PlainDateTime.from(text).toZonedDateTime(zone);
  return bucketsOf(withRowsFrom({ from: at(from), to: at(to) }, 'instant'), interval, { weekStartDay });
}

function startsOf({ first, count, interval }: Buckets): readonly Temporal.ZonedDateTime[] {
  return Array.from({ length: count }, (_, index) => addIntervals(first, index, interval));
}

function daysOf(list: Buckets): readonly string[] {
  return finish(bucketTexts(list)).days;
}

const END = 'T23:59:59.999999';

test.each<[Interval, string, string, 0 | 1, string[], string[]]>([
  [
    'day',
    '2020-01-09',
    `2020-01-11${END}`,
    0,
    ['2020-01-09', '2020-01-10', '2020-01-11'],
    ['9-Jan-2020', '10-Jan-2020', '11-Jan-2020'],
  ],
  [
    'hour',
    '2020-01-09T14:20',
    '2020-01-09T15:00',
    0,
    ['2020-01-09 14:00:00', '2020-01-09 15:00:00'],
    ['9-Jan 14:00', '9-Jan 15:00'],
  ],
  [
    'minute',
    '2020-01-09T14:20:30',
    '2020-01-09T14:21:59.999999',
    0,
    ['2020-01-09 14:20:00', '2020-01-09 14:21:00'],
    ['9-Jan 14:20', '9-Jan 14:21'],
  ],
  ['month', '2019-12-09', `2020-01-11${END}`, 0, ['2019-12-01', '2020-01-01'], ['Dec 2019', 'Jan 2020']],
  ['week', '2024-06-05', `2024-06-11${END}`, 0, ['2024-06-02', '2024-06-09'], ['5–8 Jun', '9–11 Jun']],
  ['week', '2024-06-05', `2024-06-11${END}`, 1, ['2024-06-03', '2024-06-10'], ['5–9 Jun', '10–11 Jun']],
  ['week', '2020-01-29', `2020-02-04${END}`, 0, ['2020-01-26', '2020-02-02'], ['29-Jan – 1-Feb', '2–4 Feb']],
  [
    'week',
    '2019-12-29',
    `2020-01-05${END}`,
    0,
    ['2019-12-29', '2020-01-05'],
    ['29-Dec-2019 – 4-Jan-2020', '5-Jan-2020'],
  ],
])('%s from %s to %s, week start %i', (interval, from, to, weekStartDay, days, labels) => {
  const list = buckets(from, to, interval, 'UTC', weekStartDay);
  expect(finish(bucketTexts(list))).toMatchObject({ days, labels });
});

describe('clock changes neither repeat nor skip a bucket', () => {
  test.each([
    ['America/New_York', '2024-03-09', '2024-03-11', [24, 23]],
    ['America/New_York', '2024-11-02', '2024-11-04', [24, 25]],
    ['Europe/Berlin', '2024-10-26', '2024-10-28', [24, 25]],
    ['Australia/Lord_Howe', '2024-04-06', '2024-04-08', [24, 24.5]],
    ['Asia/Tokyo', '2024-03-09', '2024-03-11', [24, 24]],
    // Midnight of 8 September does not exist: the day starts at 01:00.
    ['America/Santiago', '2024-09-07', '2024-09-09', [24, 23]],
  ])('days in %s from %s', (zone, from, to, hours) => {
    const starts = startsOf(buckets(from, `${to}${END}`, 'day', zone));
    expect(starts.map((start) => start.day)).toHaveLength(3);
    const lengths = starts.slice(1).map((start, index) => {
      const before = starts[index];
      return before === undefined ? 0 : (start.epochMilliseconds - before.epochMilliseconds) / 3_600_000;
    });
    expect(lengths).toEqual(hours);
  });

  test('hours step by elapsed time: the repeated hour is there twice', () => {
    const day = buckets('2024-11-03', `2024-11-03${END}`, 'hour', 'America/New_York');
    expect(startsOf(day)).toHaveLength(25);
    expect(daysOf(day).slice(0, 4)).toEqual([
      '2024-11-03 00:00:00',
      '2024-11-03 01:00:00',
      '2024-11-03 01:00:00',
      '2024-11-03 02:00:00',
    ]);
    expect(daysOf(buckets('2024-03-10', `2024-03-10${END}`, 'hour', 'America/New_York'))).toHaveLength(23);
  });

  test('a change of half an hour makes an hour of 90 minutes', () => {
    const day = buckets('2024-04-07', '2024-04-07T05:00', 'hour', 'Australia/Lord_Howe');
    expect(daysOf(day)).toEqual([
      '2024-04-07 00:00:00',
      '2024-04-07 01:00:00',
      '2024-04-07 02:00:00',
      '2024-04-07 03:00:00',
      '2024-04-07 04:00:00',
      '2024-04-07 05:00:00',
    ]);
  });

  test('weeks and months keep local midnight', () => {
    const weeks = buckets('2024-03-03', `2024-03-17${END}`, 'week', 'America/New_York');
    expect(startsOf(weeks).map((start) => start.toInstant().toString())).toEqual([
      '2024-03-03T05:00:00Z',
      '2024-03-10T05:00:00Z',
      '2024-03-17T04:00:00Z',
    ]);
    const months = buckets('2024-09-15', `2024-11-02${END}`, 'month', 'Europe/Berlin');
    expect(startsOf(months).map((start) => start.toInstant().toString())).toEqual([
      '2024-08-31T22:00:00Z',
      '2024-09-30T22:00:00Z',
      '2024-10-31T23:00:00Z',
    ]);
  });
});

test('a period that ends before it starts has no buckets', () => {
  expect(daysOf(buckets('2024-06-05', '2024-06-04', 'day'))).toEqual([]);
});

test.each([
  ['second', '2024-01-01T10:00', '2024-01-01T12:59', 'minute'],
  ['minute', '2024-01-01', `2024-12-31${END}`, 'hour'],
  ['minute', '2023-01-01', `2024-12-31${END}`, 'day'],
  ['day', '1960-01-01', `2024-12-31${END}`, 'week'],
] as const)('more than 10,000 buckets of a %s are refused with what fits', (interval, from, to, fitting) => {
  expect(() => buckets(from, to, interval)).toThrow(
    expect.objectContaining({
      code: 'query_too_large',
      message: expect.stringContaining(`Use the interval "${fitting}"`),
    }),
  );
});
