import { newUuid } from '../../src/base/ids.ts';
import { LoopSlices } from '../../src/base/loop-slices.ts';
import { normalizeEvent } from '../../src/services/capture/event/normalize-event.ts';
import { decodeRecord, RecordWriter } from '../../src/services/capture/spool/spool-record.ts';
import { eventRows } from '../../src/services/capture/writer/event-rows.ts';

/**
 * The rows of events as the writer would insert them, all of one person.
 * @param sent in the v0 form, of less than 50 months
 */
export async function rawRows(sent: readonly unknown[]): Promise<Buffer> {
  const nowMs = Date.UTC(2026, 0, 6);
  const record = new RecordWriter(sent.length);
  for (const each of sent) {
    const normalized = normalizeEvent(each, { nowMs, sentAtMs: null, newUuid });
    if (normalized.kind === 'rejected') throw new Error(normalized.reason);
    record.add(normalized.event);
  }
  const facts = { projectId: 1, receivedAtMs: nowMs, propertyCounts: [], warnings: [] };
  const { events } = decodeRecord(record.end(facts));
  const person = newUuid();
  const applied = { personIdOf: () => person, groupTypes: [] };
  return Buffer.concat(
    await Array.fromAsync(eventRows(new LoopSlices(), [{ projectId: 1, events, again: [], applied }])),
  );
}
