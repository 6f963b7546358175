import { expect, test } from 'vitest';
import { parseCaptureJson } from './canonical-json.ts';
import { normalizeEvent } from './normalize-event.ts';

// [CAP-2.6], [CAP-2.7], [CAP-2.8], [CAP-4.4].

const NOW_MS = Date.UTC(2026, 0, 5, 12);
const UUID = '0190e5b5-7c4b-7a31-9b5e-000000000001';
const CONTEXT = { nowMs: NOW_MS, sentAtMs: null, newUuid: () => UUID };

function accept(sent: unknown) {
  const normalized = normalizeEvent(sent, CONTEXT);
  if (normalized.kind === 'rejected') throw new Error(normalized.reason);
  return { ...normalized, ...normalized.event };
}

test('an event becomes facts and texts', () => {
  const sent = {
    event: 'signed up',
    distinct_id: 'ann',
    uuid: UUID.toUpperCase(),
    timestamp: '2026-01-05T09:30:15.123456+01:00',
    properties: { plan: 'pro', $session_id: 's1', $window_id: 7, $elements_chain: 'a:href="/x"' },
  };
  const { uuid, facts, columns } = accept(sent);
  expect(uuid).toBe(UUID);
  expect(facts).toEqual({
    event: 'signed up',
    distinctId: 'ann',
    timestampUs: Date.UTC(2026, 0, 5, 8, 30, 15, 123) * 1000 + 456,
  });
  expect(columns).toEqual({
    properties: '{"plan":"pro","$session_id":"s1","$window_id":7}',
    sessionId: 's1',
    windowId: '7',
    elementsChain: 'a:href="/x"',
  });
});

const named = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, 1]));
const MINIMAL = { event: 'e', distinct_id: 'd' };

test.each([
  ['a number', 7, 'not_an_object'],
  ['a list', [MINIMAL], 'not_an_object'],
  ['no name', { distinct_id: 'd' }, 'missing_event_name'],
  ['an empty name', { ...MINIMAL, event: '' }, 'missing_event_name'],
  ['a name of 201 characters', { ...MINIMAL, event: 'x'.repeat(201) }, 'event_name_too_long'],
  ['no distinct id', { event: 'e' }, 'missing_distinct_id'],
  ['an empty distinct id', { ...MINIMAL, distinct_id: '' }, 'missing_distinct_id'],
  ['an object as distinct id', { ...MINIMAL, distinct_id: {} }, 'missing_distinct_id'],
  ['a uuid that is none', { ...MINIMAL, uuid: '123' }, 'invalid_uuid'],
  ['properties that are a list', { ...MINIMAL, properties: [] }, 'invalid_properties'],
  ['1,001 properties', { ...MINIMAL, properties: named(1001) }, 'too_many_properties'],
  ['1,001 properties of a person', { ...MINIMAL, $set: named(1001) }, 'too_many_properties'],
  [
    '1,001 properties of a group',
    {
      event: '$groupidentify',
      distinct_id: 'a',
      properties: { $group_type: 't', $group_key: 'k', $group_set: named(1001) },
    },
    'too_many_properties',
  ],
])('refuses %s', (_name, sent, reason) => {
  expect(normalizeEvent(sent, CONTEXT)).toEqual({ kind: 'rejected', reason });
});

test('1,000 names are taken; a table that is imported may have more', () => {
  const wide = { ...MINIMAL, properties: named(999), $set_once: named(1000) };
  expect(normalizeEvent(wide, CONTEXT).kind).toBe('accepted');
  const wider = { ...MINIMAL, properties: named(3000) };
  const imported = { ...CONTEXT, maxPropertyNames: Number.POSITIVE_INFINITY };
  expect(normalizeEvent(wider, imported).kind).toBe('accepted');
});

test.each([
  ['top level', { event: 'e', distinct_id: 'a', properties: { distinct_id: 'c' } }, 'a'],
  ['$distinct_id', { event: 'e', $distinct_id: 'b', properties: { distinct_id: 'c' } }, 'b'],
  ['inside properties', { event: 'e', properties: { distinct_id: 'c' } }, 'c'],
  ['a number', { event: 'e', distinct_id: 42 }, '42'],
  ['a 64-bit number', parseCaptureJson('{"event":"e","distinct_id":9007199254740993}'), '9007199254740993'],
  ['cut to 200 characters', { event: 'e', distinct_id: 'x'.repeat(300) }, 'x'.repeat(200)],
])('distinct id: %s', (_name, sent, expected) => {
  expect(accept(sent).facts.distinctId).toBe(expected);
});

test.each([
  ['absent', undefined],
  ['empty', ''],
  ['null', null],
])('a uuid that is %s is made by the server', (_name, uuid) => {
  expect(accept({ ...MINIMAL, uuid }).uuid).toBe(UUID);
});

test('person operations of both places are merged and those inside win', () => {
  const { facts, columns } = accept({
    ...MINIMAL,
    $set: { a: 1, b: 1 },
    $set_once: { first: true },
    $unset: ['x'],
    properties: { $set: { b: 2 }, $unset: ['y'] },
  });
  expect(facts).toMatchObject({ set: { a: 1, b: 2 }, setOnce: { first: true }, unset: ['x', 'y'] });
  expect(JSON.parse(columns.properties)).toEqual({
    $set: { a: 1, b: 2 },
    $set_once: { first: true },
    $unset: ['x', 'y'],
  });
});

test.each([
  [
    '$identify',
    { event: '$identify', distinct_id: 'user', properties: { $anon_distinct_id: 'anon' } },
    { link: { kind: 'identify', otherDistinctId: 'anon' } },
  ],
  [
    '$identify alone',
    { event: '$identify', distinct_id: 'user' },
    { link: { kind: 'identify', otherDistinctId: null } },
  ],
  [
    '$create_alias',
    { event: '$create_alias', distinct_id: 'user', properties: { alias: 12 } },
    { link: { kind: 'alias', otherDistinctId: '12' } },
  ],
  [
    '$identify has a person whatever it says',
    {
      event: '$identify',
      distinct_id: 'user',
      properties: { $process_person_profile: false, $set: { a: 1 } },
    },
    { link: { kind: 'identify', otherDistinctId: null }, set: { a: 1 } },
  ],
  [
    'personless events set nothing',
    { ...MINIMAL, properties: { $process_person_profile: false, $set: { a: 1 } } },
    { isPersonless: true },
  ],
  [
    'groups',
    { ...MINIMAL, properties: { $groups: { company: 'acme', team: 7, empty: '' } } },
    { groups: { company: 'acme', team: '7' } },
  ],
  [
    '$groupidentify',
    {
      event: '$groupidentify',
      distinct_id: 'd',
      properties: { $group_type: 'company', $group_key: 'acme', $group_set: { size: 3 } },
    },
    { groupIdentify: { type: 'company', key: 'acme', set: { size: 3 } } },
  ],
])('facts of %s', (_name, sent, expected) => {
  const { event: _event, distinctId: _id, timestampUs: _time, ...identity } = accept(sent).facts;
  expect(identity).toEqual(expected);
});

test('a time that cannot be used is now, with a warning and the sent text', () => {
  const { facts, columns, warning } = accept({ ...MINIMAL, timestamp: '3000-01-01' });
  expect(facts.timestampUs).toBe(NOW_MS * 1000);
  expect(warning).toBe('timestamp_out_of_range');
  expect(columns.properties).toBe('{"$sent_timestamp":"3000-01-01"}');
});
