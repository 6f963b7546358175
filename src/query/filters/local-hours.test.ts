import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { addHours, hasUnevenHours, hoursSince } from './local-hours.ts';
import { startOfHour } from './relative-date.ts';

const clockOf = (at: Temporal.ZonedDateTime) => at.toString({ timeZoneName: 'never' });
const zoned = (text: string) => Temporal.ZonedDateTime.from(text);

// Each row: consecutive starts of hours around a change of the clock.
describe.each([
  [
    'half an hour back: the hour before has 90 minutes',
    'Australia/Lord_Howe',
    [
      '2024-04-07T00:00:00+11:00',
      '2024-04-07T01:00:00+11:00',
      '2024-04-07T02:00:00+10:30',
      '2024-04-07T03:00:00+10:30',
    ],
  ],
  [
    'half an hour forward: the hour after has 30 minutes',
    'Australia/Lord_Howe',
    [
      '2024-10-06T01:00:00+10:30',
      '2024-10-06T02:30:00+11:00',
      '2024-10-06T03:00:00+11:00',
      '2024-10-06T04:00:00+11:00',
    ],
  ],
  [
    'an hour back: the hour comes twice',
    'America/New_York',
    [
      '2024-11-03T00:00:00-04:00',
      '2024-11-03T01:00:00-04:00',
      '2024-11-03T01:00:00-05:00',
      '2024-11-03T02:00:00-05:00',
    ],
  ],
  [
    'an hour forward: an hour is left out',
    'America/New_York',
    [
      '2024-03-10T01:00:00-05:00',
      '2024-03-10T03:00:00-04:00',
      '2024-03-10T04:00:00-04:00',
      '2024-03-10T05:00:00-04:00',
    ],
  ],
])('%s', (_name, zone, texts) => {
  const starts = texts.map((text) => zoned(`${text}[${zone}]`));

  test('each hour is reached from each other', () => {
    for (const [from, start] of starts.entries()) {
      expect(starts.map((_, to) => clockOf(addHours(start, to - from)))).toEqual(texts);
    }
  });

  test('every minute is in the hour that started last', () => {
    const [first = zoned('2024-01-01T00:00Z[UTC]')] = starts;
    const minutes = ((starts.at(-1)?.epochMilliseconds ?? 0) - first.epochMilliseconds) / 60_000;
    for (let minute = 0; minute < minutes; minute += 1) {
      const at = first.add({ minutes: minute });
      const hour = starts.findLastIndex((start) => start.epochMilliseconds <= at.epochMilliseconds);
      expect(hoursSince(first, at)).toBe(hour);
      expect(clockOf(startOfHour(at))).toBe(texts[hour]);
    }
  });
});

test.each([
  ['Australia/Lord_Howe', true],
  ['Europe/Berlin', false],
  ['Asia/Kolkata', false],
  ['UTC', false],
])('%s moves its clock by parts of an hour: %s', (zone, isUneven) => {
  expect(hasUnevenHours(zoned(`2024-01-01T00:00[${zone}]`))).toBe(isUneven);
});
