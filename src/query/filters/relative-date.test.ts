import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { parseDate, resolveDate } from './relative-date.ts';

// [D-1] to [D-5] and [D-7].

/** Wednesday 5 June 2024, 10:17:31.5. */
const NOW = '2024-06-05T10:17:31.5';

function resolve(text: string, zone = 'UTC', now = NOW, weekStartDay: 0 | 1 = 0): string {
  const date = parseDate(text);
  if (date.kind === 'all') return 'all';
  const at = Temporal.PlainDateTime.from(now).toZonedDateTime(zone);
  return resolveDate(date, { now: at, weekStartDay }).toString({ timeZoneName: 'never' });
}

test.each([
  ['2024-06-01', '2024-06-01T00:00:00+00:00'],
  ['2024-6-1', '2024-06-01T00:00:00+00:00'],
  ['2024-06-01T09:30', '2024-06-01T09:30:00+00:00'],
  ['2024-06-01 09:30:15', '2024-06-01T09:30:15+00:00'],
  ['2024-06-01T09:30:15.25Z', '2024-06-01T09:30:15.25+00:00'],
  ['2024-06-01T09:30:15.123456+02:00', '2024-06-01T07:30:15.123456+00:00'],
  ['-7d', '2024-05-29T10:17:31.5+00:00'],
  ['7d', '2024-05-29T10:17:31.5+00:00'],
  ['-d', '2024-06-05T10:17:31.5+00:00'],
  ['-90s', '2024-06-05T10:16:01.5+00:00'],
  ['-5M', '2024-06-05T10:12:31.5+00:00'],
  ['-24h', '2024-06-04T10:17:31.5+00:00'],
  ['-2w', '2024-05-22T10:17:31.5+00:00'],
  ['-3m', '2024-03-05T10:17:31.5+00:00'],
  ['-1q', '2024-03-05T10:17:31.5+00:00'],
  ['-6q', '2022-12-05T10:17:31.5+00:00'],
  ['-1y', '2023-06-05T10:17:31.5+00:00'],
  ['dStart', '2024-06-05T00:00:00+00:00'],
  ['dEnd', '2024-06-05T23:59:59.999999+00:00'],
  ['-1dStart', '2024-06-04T00:00:00+00:00'],
  ['-1dEnd', '2024-06-04T23:59:59.999999+00:00'],
  ['hStart', '2024-06-05T10:00:00+00:00'],
  ['hEnd', '2024-06-05T10:59:59.999999+00:00'],
  ['-2hStart', '2024-06-05T08:00:00+00:00'],
  ['wStart', '2024-06-02T00:00:00+00:00'],
  ['wEnd', '2024-06-08T23:59:59.999999+00:00'],
  ['-1wStart', '2024-05-26T00:00:00+00:00'],
  ['mStart', '2024-06-01T00:00:00+00:00'],
  ['mEnd', '2024-06-30T23:59:59.999999+00:00'],
  ['-1mStart', '2024-05-01T00:00:00+00:00'],
  ['-1mEnd', '2024-05-31T23:59:59.999999+00:00'],
  ['-4mEnd', '2024-02-29T23:59:59.999999+00:00'],
  ['qStart', '2024-04-01T00:00:00+00:00'],
  ['-1qStart', '2024-01-01T00:00:00+00:00'],
  ['-1qEnd', '2024-03-31T23:59:59.999999+00:00'],
  ['yStart', '2024-01-01T00:00:00+00:00'],
  ['yEnd', '2024-12-31T23:59:59.999999+00:00'],
  ['-1yStart', '2023-01-01T00:00:00+00:00'],
  ['-1yEnd', '2023-12-31T23:59:59.999999+00:00'],
  ['all', 'all'],
])('%s at 2024-06-05 10:17:31.5 UTC is %s', (text, expected) => {
  expect(resolve(text)).toBe(expected);
});

test('weeks follow the start day of the project', () => {
  expect(resolve('wStart', 'UTC', NOW, 1)).toBe('2024-06-03T00:00:00+00:00');
  expect(resolve('-1wEnd', 'UTC', NOW, 1)).toBe('2024-06-02T23:59:59.999999+00:00');
  expect(resolve('wStart', 'UTC', '2024-06-02T12:00', 1)).toBe('2024-05-27T00:00:00+00:00');
  expect(resolve('wStart', 'UTC', '2024-06-02T12:00', 0)).toBe('2024-06-02T00:00:00+00:00');
});

test('months, quarters and years are clamped to the last day', () => {
  expect(resolve('-1q', 'UTC', '2024-05-31T08:00')).toBe('2024-02-29T08:00:00+00:00');
  expect(resolve('-1m', 'UTC', '2024-03-31T08:00')).toBe('2024-02-29T08:00:00+00:00');
  expect(resolve('-1y', 'UTC', '2024-02-29T08:00')).toBe('2023-02-28T08:00:00+00:00');
});

describe('clock changes', () => {
  test.each([
    // A day back keeps the wall clock, 24 hours back does not.
    ['-1d', 'America/New_York', '2024-03-10T12:00', '2024-03-09T12:00:00-05:00'],
    ['-24h', 'America/New_York', '2024-03-10T12:00', '2024-03-09T11:00:00-05:00'],
    ['dStart', 'Europe/Berlin', '2024-10-27T12:00', '2024-10-27T00:00:00+02:00'],
    ['dEnd', 'Europe/Berlin', '2024-10-27T12:00', '2024-10-27T23:59:59.999999+01:00'],
    ['-1d', 'Australia/Lord_Howe', '2024-04-07T12:00', '2024-04-06T12:00:00+11:00'],
    ['-12h', 'Australia/Lord_Howe', '2024-04-07T12:00', '2024-04-07T00:30:00+11:00'],
    ['mStart', 'Asia/Tokyo', '2024-06-05T01:00', '2024-06-01T00:00:00+09:00'],
    // A wall clock inside a gap is read with the offset before it.
    ['2024-03-31T02:30', 'Europe/Berlin', NOW, '2024-03-31T03:30:00+02:00'],
    // Midnight does not exist on this day.
    ['-0dStart', 'America/Santiago', '2024-09-08T12:00', '2024-09-08T01:00:00-03:00'],
  ])('%s in %s at %s is %s', (text, zone, now, expected) => {
    expect(resolve(text, zone, now)).toBe(expected);
  });

  test('the repeated hour stays the one it was', () => {
    const now = Temporal.Instant.from('2024-11-03T06:20:00Z').toZonedDateTimeISO('America/New_York');
    const date = parseDate('hStart');
    if (date.kind === 'all') throw new Error('unreachable');
    expect(resolveDate(date, { now, weekStartDay: 0 }).toInstant().toString()).toBe('2024-11-03T06:00:00Z');
  });
});

test.each([
  ['yesterday'],
  [''],
  ['-7D'],
  ['7 d'],
  ['-7d '],
  ['--7d'],
  ['-1sStart'],
  ['-1MEnd'],
  ['2024-02-30'],
  ['2024-13-01'],
  ['2024-06-01T25:00'],
  ['2024-06-01T10:00:60'],
  ['2024-6-1T10:00'],
  ['24-06-01'],
  ['2024-06-01T10'],
  ['All'],
])('%j is refused', (text) => {
  expect(() => parseDate(text, 'dateRange.date_from')).toThrow(
    expect.objectContaining({ code: 'invalid_date', attr: 'dateRange.date_from' }),
  );
});

test.each([['-500y'], ['1500-01-01'], ['9999-01-01'], ['-999999m']])('%s lies outside the years', (text) => {
  expect(() => resolve(text)).toThrow(expect.objectContaining({ code: 'invalid_date' }));
});
