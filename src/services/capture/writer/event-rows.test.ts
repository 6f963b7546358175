import { expect, test } from 'vitest';
import { LoopSlices, type Sliced } from '../../../base/loop-slices.ts';
import { normalizeEvent } from '../event/normalize-event.ts';
import { decodeRecord, RecordWriter } from '../spool/spool-record.ts';
import { eventIdRows, eventRows } from './event-rows.ts';
import { splitByProject } from './spool-block.ts';

// [SPEC-8.1]: a block is made into rows in many short steps of the event loop.

/** Runs sliced work and counts its steps. */
class CountedSlices extends LoopSlices {
  readonly steps: number[] = [];

  override async run<Value>(work: Sliced<Value>): Promise<Value> {
    let steps = 1;
    let step = work.next();
    for (; step.done !== true; steps += 1) step = work.next();
    this.steps.push(steps);
    return step.value;
  }
}

const NOW_MS = Date.UTC(2026, 0, 5, 12);
const RECORDS = 4;
const EVENTS_OF_RECORD = 2_500;
const applied = { personIdOf: () => '00000000-0000-4000-8000-000000000000', groupTypes: [] };

function recordOf(number: number) {
  const writer = new RecordWriter(EVENTS_OF_RECORD);
  for (let index = 0; index < EVENTS_OF_RECORD; index += 1) {
    const uuid = `00000000-0000-4000-8000-${String(number * EVENTS_OF_RECORD + index).padStart(12, '0')}`;
    // Ten years, so that the rows go in three pieces.
    const timestamp = new Date(NOW_MS - index * 35 * 3_600_000).toISOString();
    const context = { nowMs: NOW_MS, sentAtMs: null, newUuid: null };
    const normalized = normalizeEvent({ uuid, event: 'e', distinct_id: 'p', timestamp }, context);
    if (normalized.kind === 'rejected') throw new Error(normalized.reason);
    writer.add(normalized.event);
  }
  return decodeRecord(writer.end({ projectId: 1, receivedAtMs: NOW_MS, propertyCounts: [], warnings: [] }));
}

test('a block of many events takes a step for some hundreds of them', async () => {
  const slices = new CountedSlices();
  const first = Array.from({ length: RECORDS }, (_, number) => recordOf(number));
  const block = { from: 0, to: 1, records: [...first, recordOf(0)], sizes: new Map() };
  const known = new Map([['00000000-0000-4000-8000-000000000007', [0]]]);
  const [project] = await splitByProject(slices, block, async () => known);
  expect(slices.steps).toEqual([6, 6, 1]);
  expect(project?.fresh.length).toBe(RECORDS * EVENTS_OF_RECORD - 1);
  expect(project?.duplicates).toBe(EVENTS_OF_RECORD + 1);

  slices.steps.length = 0;
  const sources = [{ projectId: 1, events: project?.fresh ?? [], again: [], applied }];
  let bytes = 0;
  for await (const rows of eventRows(slices, sources)) bytes += rows.length;
  const ids = await slices.run(eventIdRows(sources));
  expect(slices.steps.length).toBe(1 + 3 + 1);
  expect(slices.steps.reduce((sum, steps) => sum + steps)).toBeGreaterThanOrEqual((3 * 10_000) / 500);
  expect(ids.length).toBe((RECORDS * EVENTS_OF_RECORD - 1) * 28);
  const rowBytes = sources[0]?.events.reduce((sum, { rowStart, rowEnd }) => sum + 37 + rowEnd - rowStart, 0);
  expect(bytes).toBe(rowBytes);
});
