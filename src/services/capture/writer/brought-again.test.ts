import { expect, test } from 'vitest';
import type { KnownEventIds } from '../../../adapters/engine/statements/find-known-event-ids.ts';
import { finish } from '../../../base/loop-slices.ts';
import { normalizeEvent } from '../event/normalize-event.ts';
import { decodeRecord, RecordWriter } from '../spool/spool-record.ts';
import { binaryIds } from '../spool/spooled-event.ts';
import { broughtAgain } from './brought-again.ts';

const CONTEXT = { nowMs: Date.UTC(2026, 0, 5, 12), sentAtMs: null, newUuid: null };
const FACTS = { projectId: 1, receivedAtMs: 1, propertyCounts: [], warnings: [] };

const PART = { importId: 'i', read: 0, rejected: 0, rejectBytes: 0, doneAtUs: 0, doneRow: 0 };

const uuid = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

function recordOf(source: number, numbers: readonly number[]) {
  const writer = new RecordWriter(numbers.length);
  for (const number of numbers) {
    const normalized = normalizeEvent({ uuid: uuid(number), event: 'e', distinct_id: 'p' }, CONTEXT);
    if (normalized.kind === 'rejected') throw new Error(normalized.reason);
    writer.add(normalized.event);
  }
  return decodeRecord(writer.end(source === 0 ? FACTS : { ...FACTS, imported: { ...PART, source } }));
}

function againIn(records: readonly (readonly [number, readonly number[]])[], known: KnownEventIds) {
  const again = finish(
    broughtAgain(
      records.map(([source, numbers]) => recordOf(source, numbers)),
      known,
    ),
  );
  const numbers = new Map([1, 2, 3, 4].map((number) => [[...binaryIds([uuid(number)])][0], number]));
  return again.map(({ id, source }) => [numbers.get(id), source]);
}

test('what a source sends twice it brings once', () => {
  expect(
    againIn(
      [
        [0, [1, 1]],
        [0, [1]],
      ],
      new Map(),
    ),
  ).toEqual([]);
  expect(againIn([[7, [1, 2]]], new Map([[uuid(1), [7]]]))).toEqual([]);
});

test('another source is recorded once, whoever came first', () => {
  expect(
    againIn(
      [[7, [1, 1, 2, 3]]],
      new Map([
        [uuid(1), [0]],
        [uuid(2), [0, 7]],
      ]),
    ),
  ).toEqual([[1, 7]]);
  expect(againIn([[0, [1]]], new Map([[uuid(1), [7, 8]]]))).toEqual([[1, 0]]);
});

test('sources that meet in one block are told apart', () => {
  expect(
    againIn(
      [
        [7, [1, 2]],
        [0, [2, 3]],
        [8, [1, 2, 3]],
        [7, [3]],
      ],
      new Map(),
    ),
  ).toEqual([
    [2, 0],
    [1, 8],
    [2, 8],
    [3, 8],
    [3, 7],
  ]);
});
