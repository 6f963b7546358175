import { expect, test } from 'vitest';
import type { AcceptedEvent } from '../event/accepted-event.ts';
import { parseCaptureJson } from '../event/canonical-json.ts';
import { normalizeEvent } from '../event/normalize-event.ts';
import { decodeRecord, type RecordFacts, RecordWriter } from './spool-record.ts';
import { propertiesOf, uuidOf } from './spooled-event.ts';

const CONTEXT = { nowMs: Date.UTC(2026, 0, 5, 12), sentAtMs: null, newUuid: null };
const UUIDS = ['0190e5b5-7c4b-7a31-9b5e-0123456789ab', 'ffffffff-0000-4000-8000-fedcba987654'];

function acceptedEvents(texts: readonly string[]) {
  return texts.map((text, index) => {
    const sent = parseCaptureJson(`{"uuid":"${UUIDS[index]}",${text}}`);
    const normalized = normalizeEvent(sent, CONTEXT);
    if (normalized.kind === 'rejected') throw new Error(normalized.reason);
    return normalized.event;
  });
}

function encoded(facts: RecordFacts, events: readonly AcceptedEvent[]): Buffer {
  const record = new RecordWriter(events.length);
  for (const event of events) record.add(event);
  return record.end(facts);
}

test('a record gives back what was put in', () => {
  const events = acceptedEvents([
    '"event":"a\\tb\\n\\ud800","distinct_id":"x\\ty","timestamp":"2026-01-05T09:30:15.123456Z","$set":{"id":9007199254740993,"t":"\\t"}',
    '"event":"é","distinct_id":"x\\ty","timestamp":0',
  ]);
  const facts = {
    projectId: 7,
    receivedAtMs: CONTEXT.nowMs,
    propertyCounts: [{ type: 'event', name: 'a', volume: 2, seenTypes: ['Numeric'] }],
    warnings: [{ reason: 'odd', details: { index: 1 } }],
  } as const;
  const { events: back, ...factsBack } = decodeRecord(encoded(facts, events));
  expect(factsBack).toEqual(facts);
  expect(back.map(uuidOf)).toEqual(UUIDS);
  expect(back.map((event) => event.facts)).toEqual(events.map((event) => event.facts));
  expect(back.map(propertiesOf)).toEqual(['{"$set":{"id":9007199254740993,"t":"\\t"}}', '{}']);
  expect(back.map((event) => event.receivedAtMs)).toEqual([CONTEXT.nowMs, CONTEXT.nowMs]);
});

test('a record may have no events', () => {
  const facts = { projectId: 1, receivedAtMs: 2, propertyCounts: [], warnings: [] };
  expect(decodeRecord(encoded(facts, []))).toEqual({ ...facts, events: [] });
});
