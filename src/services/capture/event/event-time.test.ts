import { expect, test } from 'vitest';
import { parseTimestampUs, resolveEventTime } from './event-time.ts';

// [CAP-4.1], [CAP-4.2], [CAP-4.3].

const NOW_MS = Date.UTC(2026, 0, 5, 12);
const HOUR_MS = 3_600_000;

function utc(iso: string, microseconds = 0): number {
  return Date.parse(iso) * 1000 + microseconds;
}

test.each([
  ['RFC 3339', '2026-01-05T09:30:15Z', utc('2026-01-05T09:30:15Z')],
  ['microseconds are kept', '2026-01-05T09:30:15.123456Z', utc('2026-01-05T09:30:15.123Z', 456)],
  ['nanoseconds are cut', '2026-01-05T09:30:15.123456789Z', utc('2026-01-05T09:30:15.123Z', 456)],
  ['one digit of fraction', '2026-01-05T09:30:15.5Z', utc('2026-01-05T09:30:15.500Z')],
  ['offset east', '2026-01-05T09:30:15+05:30', utc('2026-01-05T04:00:15Z')],
  ['offset west without colon', '2010-05-21T14:02:52-0700', utc('2010-05-21T21:02:52Z')],
  ['offset of hours only', '2026-01-05 09:30+01', utc('2026-01-05T08:30:00Z')],
  ['no zone is UTC', '2026-01-05T09:30:15', utc('2026-01-05T09:30:15Z')],
  ['space separator', '2026-01-05 09:30:15.25', utc('2026-01-05T09:30:15.250Z')],
  ['date only', '2026-01-05', utc('2026-01-05T00:00:00Z')],
  ['leap second', '2016-12-31T23:59:60Z', utc('2017-01-01T00:00:00Z')],
  ['leap day', '2024-02-29', utc('2024-02-29T00:00:00Z')],
  ['epoch seconds', 1_767_605_415, utc('2026-01-05T09:30:15Z')],
  ['epoch seconds with fraction', 1_767_605_415.5, utc('2026-01-05T09:30:15.500Z')],
  ['epoch milliseconds', 1_767_605_415_250, utc('2026-01-05T09:30:15.250Z')],
  ['epoch milliseconds as text', '1767605415250', utc('2026-01-05T09:30:15.250Z')],
  ['no such day', '2026-02-30', null],
  ['no leap day', '2023-02-29T00:00:00Z', null],
  ['hour 24', '2026-01-05T24:00:00Z', null],
  ['month 13', '2026-13-01', null],
  ['zone too far', '2026-01-05T00:00:00+16:00', null],
  ['words', 'yesterday', null],
  ['a boolean', true, null],
])('reads %s', (_name, sent, expected) => {
  expect(parseTimestampUs(sent)).toBe(expected);
});

const CONTEXT = { nowMs: NOW_MS, sentAtMs: null };
const NOTHING = { timestamp: undefined, offset: undefined, ignoreSentAt: false };

test.each([
  ['no time at all is now', NOTHING, CONTEXT, { timestampUs: NOW_MS * 1000 }],
  [
    'a client clock that is an hour ahead is corrected',
    { ...NOTHING, timestamp: '2026-01-05T12:59:58Z' },
    { nowMs: NOW_MS, sentAtMs: NOW_MS + HOUR_MS },
    { timestampUs: utc('2026-01-05T11:59:58Z') },
  ],
  [
    'unless the event says not to',
    { ...NOTHING, timestamp: '2026-01-05T12:59:58Z', ignoreSentAt: true },
    { nowMs: NOW_MS, sentAtMs: NOW_MS + HOUR_MS },
    { timestampUs: utc('2026-01-05T12:59:58Z') },
  ],
  [
    'offset wins over timestamp',
    { ...NOTHING, timestamp: '2020-01-01', offset: 1500 },
    CONTEXT,
    { timestampUs: utc('2026-01-05T11:59:58.500Z') },
  ],
  [
    '23 hours ahead is kept',
    { ...NOTHING, timestamp: NOW_MS + 23 * HOUR_MS },
    CONTEXT,
    { timestampUs: (NOW_MS + 23 * HOUR_MS) * 1000 },
  ],
  [
    'a millisecond more is now',
    { ...NOTHING, timestamp: NOW_MS + 23 * HOUR_MS + 1 },
    CONTEXT,
    { timestampUs: NOW_MS * 1000 },
  ],
  [
    '1969 is now',
    { ...NOTHING, timestamp: '1969-12-31' },
    CONTEXT,
    { timestampUs: NOW_MS * 1000, problem: 'timestamp_out_of_range' },
  ],
  ['1970 is kept', { ...NOTHING, timestamp: '1970-01-01' }, CONTEXT, { timestampUs: 0 }],
  [
    '2101 is now',
    { ...NOTHING, timestamp: '2101-01-01' },
    CONTEXT,
    { timestampUs: NOW_MS * 1000, problem: 'timestamp_out_of_range' },
  ],
  [
    'nonsense is now',
    { ...NOTHING, timestamp: 'soon' },
    CONTEXT,
    { timestampUs: NOW_MS * 1000, problem: 'timestamp_unreadable' },
  ],
])('%s', (_name, sent, context, expected) => {
  expect(resolveEventTime(sent, context)).toEqual(expected);
});
