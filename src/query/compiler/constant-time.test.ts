import { expect, test } from 'vitest';
import { dateText, instantText, instantTextOfMs } from './constant-time.ts';

test.each([
  ['2026-01-05', 'UTC', '2026-01-05 00:00:00.000000'],
  ['2026-1-5', 'UTC', '2026-01-05 00:00:00.000000'],
  ['2026-01-05 09:30', 'UTC', '2026-01-05 09:30:00.000000'],
  ['2026-01-05T09:30:15.25', 'UTC', '2026-01-05 09:30:15.250000'],
  ['2026-01-05', 'Asia/Tokyo', '2026-01-04 15:00:00.000000'],
  ['2026-01-05T09:30:00Z', 'Asia/Tokyo', '2026-01-05 09:30:00.000000'],
  ['2026-01-05T09:30:00+0200', 'Asia/Tokyo', '2026-01-05 07:30:00.000000'],
  ['2026-02-30', 'UTC', undefined],
  ['2026-01-05T09:30:00.1234567-0830', 'UTC', '2026-01-05 18:00:00.123456'],
  ['0050-03-01', 'UTC', '0050-03-01 00:00:00.000000'],
  ['2026-01-05 25:00', 'UTC', undefined],
  ['2026-01-05 24:00', 'UTC', undefined],
  ['2026-01-05 12:60', 'UTC', undefined],
  ['2026-01-05 12:00:60', 'UTC', undefined],
  ['2026-02-29 12:00', 'Asia/Tokyo', undefined],
  ['yesterday', 'UTC', undefined],
  ["2026-01-05' OR 1", 'UTC', undefined],
])('%s in %s', (text, zone, expected) => {
  expect(instantText(text, zone)).toBe(expected);
});

test('a calendar day', () => {
  expect(dateText('2026-1-5')).toBe('2026-01-05');
  expect(dateText('2026-02-29')).toBeUndefined();
});

test('a moment of the clock has microseconds', () => {
  expect(instantTextOfMs(Date.UTC(2026, 0, 5, 9, 30, 0, 7))).toBe('2026-01-05 09:30:00.007000');
});
