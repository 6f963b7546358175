import { expect, test } from 'vitest';
import { derivedEventId } from './derived-event-id.ts';
import { importedEventTime } from './event-time.ts';
import { normalizeEvent } from './normalize-event.ts';

// [CAP-7.3], decision 0041.

const SENT = {
  event: 'note created',
  distinct_id: 'ada',
  timestamp: '2026-01-05T09:00:00.123456Z',
  properties: { words: 120, title: 'Über "uns"' },
};

test('the same row has the same id for ever', () => {
  // An id that was derived once must never change: a file that is imported again would come twice.
  expect(idOf(SENT)).toBe('019b8d62-7afb-8eb1-a879-62df6b6c591f');
  expect(idOf({ ...SENT, properties: { ...SENT.properties, $elements_chain: 'a:href' } })).toBe(
    '019b8d62-7afb-8f3c-8967-4e1e22dcf4a8',
  );
});

test('ids lie in the order of time, to the millisecond', () => {
  const times = [
    '1970-01-01T00:00:00Z',
    '2026-01-05T09:00:00.122Z',
    '2026-01-05T09:00:00.124Z',
    '2100-12-31',
  ];
  const ids = times.map((timestamp) => idOf({ ...SENT, timestamp }));
  expect(ids).toEqual(ids.toSorted());
  expect(ids[0]).toMatch(/^00000000-0000-8/);
  expect(idOf(SENT).slice(0, 14)).toBe(idOf({ ...SENT, distinct_id: 'bob' }).slice(0, 14));
});

test('the spelling of a row makes no difference, and neither does the time of the import', () => {
  const spellings = [
    { ...SENT, timestamp: '2026-01-05 10:00:00.123456+01:00' },
    { ...SENT, person_properties: { plan: 'pro' } },
    { ...SENT, uuid: '' },
  ];
  for (const each of spellings) expect(idOf(each)).toBe(idOf(SENT));
  expect(idOf(SENT, Date.UTC(2030, 0))).toBe(idOf(SENT));
});

test.each([
  ['name', { event: 'note deleted' }],
  ['distinct id', { distinct_id: 'bob' }],
  ['microsecond', { timestamp: '2026-01-05T09:00:00.123457Z' }],
  ['property', { properties: { ...SENT.properties, words: 121 } }],
  ['type of a property', { properties: { ...SENT.properties, words: '120' } }],
  ['operation on the person', { $set: { plan: 'pro' } }],
  ['chain of elements', { properties: { ...SENT.properties, $elements_chain: 'a:href' } }],
])('another %s is another event', (_what, change) => {
  expect(idOf({ ...SENT, ...change })).not.toBe(idOf(SENT));
});

test('no text of one member can be taken for that of another', () => {
  expect(idOf({ ...SENT, event: 'a', distinct_id: 'b","c' })).not.toBe(
    idOf({ ...SENT, event: 'a","b', distinct_id: 'c' }),
  );
});

function idOf(sent: object, nowMs = Date.UTC(2026, 5)): string {
  const context = { nowMs, sentAtMs: null, newUuid: derivedEventId, resolveTime: importedEventTime };
  const normalized = normalizeEvent(sent, context);
  if (normalized.kind === 'rejected') throw new Error(normalized.reason);
  return normalized.event.uuid;
}
