import { expect, test } from 'vitest';
import type { AcceptedEvent } from '../event/accepted-event.ts';
import { readRecord } from './read-record.ts';
import { encodeRecord } from './spool-record.ts';
import { propertiesOf, uuidOf } from './spooled-event.ts';

const REQUEST = {
  projectId: 7,
  receivedAtMs: 1_767_614_400_000,
  definitions: [{ type: 'event', name: 'a', propertyType: 'Numeric' }],
  propertyCounts: [{ type: 'event', name: 'a', volume: 2, seenTypes: ['Numeric'] }],
  warnings: [{ reason: 'odd', details: { index: 1 } }],
} as const;

const PROPERTIES = '{"a":9007199254740993,"t":"\\t\\u0000é"}';
const EVENT: AcceptedEvent = {
  uuid: '0190e5b5-7c4b-7a31-9b5e-0123456789ab',
  facts: { event: 'a\tb', distinctId: 'x\ny', timestampUs: 1_767_605_415_123_456, isPersonless: true },
  columns: { properties: PROPERTIES, sessionId: 's', windowId: 'w', elementsChain: 'div' },
};

/** As the versions before the binary rows wrote it. */
function firstForm(request: object, events: readonly AcceptedEvent[]): Buffer {
  const lines = events.map(({ uuid, facts, columns }) => {
    const { properties, sessionId, windowId, elementsChain } = columns;
    const start = [uuid, facts.event, facts.distinctId, '2026-01-05 09:30:15.123456'];
    const row = [...start, properties, sessionId, windowId, elementsChain, 'propertyless'];
    return `${JSON.stringify({ uuid, ...facts })}\t${JSON.stringify(row).slice(1, -1)}`;
  });
  return Buffer.from([JSON.stringify(request), ...lines].join('\n'));
}

/** As the first version with binary rows wrote it: length, head, rows. */
function secondForm(current: Buffer): Buffer {
  const rowsEnd = current.length - 4 - current.readUInt32LE(current.length - 4);
  const [rows, head, length] = [
    current.subarray(0, rowsEnd),
    current.subarray(rowsEnd, -4),
    current.subarray(-4),
  ];
  return Buffer.concat([length, head, rows]);
}

test.each([{ events: [] }, { events: [EVENT] }, { events: [EVENT, EVENT] }])(
  'records of all versions say the same: $events.length events',
  ({ events }) => {
    const current = encodeRecord({ ...REQUEST, events });
    const expected = readRecord(current);
    expect(expected).toMatchObject(REQUEST);
    expect(expected.events.map(({ facts }) => facts)).toEqual(events.map(({ facts }) => facts));
    expect(expected.events.map(propertiesOf)).toEqual(events.map(() => PROPERTIES));
    expect(expected.events.map(uuidOf)).toEqual(events.map(({ uuid }) => uuid));
    expect(readRecord(secondForm(current)).events.map(rowOf)).toEqual(expected.events.map(rowOf));
    expect(readRecord(firstForm(REQUEST, events)).events.map(rowOf)).toEqual(expected.events.map(rowOf));
    expect(readRecord(secondForm(current))).toMatchObject(REQUEST);
    expect(readRecord(firstForm(REQUEST, events))).toMatchObject(REQUEST);
  },
);

test('the first records had no counts of properties', () => {
  const { propertyCounts: _, ...request } = REQUEST;
  expect(readRecord(firstForm(request, [EVENT])).propertyCounts).toEqual([]);
});

function rowOf({
  id,
  facts,
  receivedAtMs,
  bytes,
  rowStart,
  rowEnd,
}: ReturnType<typeof readRecord>['events'][number]) {
  return { id, facts, receivedAtMs, row: bytes.subarray(rowStart, rowEnd) };
}
