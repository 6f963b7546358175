import { binaryUuids, findKnownEventIds } from '../../../adapters/engine/statements/find-known-event-ids.ts';
import { importTables, readOddLines } from '../../../adapters/engine/statements/import-rows.ts';
import { type ImportRow, type PendingOddRows, updateImport } from '../../../adapters/store/import-store.ts';
import type { CaptureServices } from '../capture-services.ts';
import type { AcceptedEvent } from '../event/accepted-event.ts';
import type { WarningReason } from '../event/normalize-event.ts';
import { PropertyCounter } from '../event/property-counter.ts';
import { encodeRecord, type NewSpoolRecord, type SpooledWarning } from '../spool/spool-record.ts';
import { addCounts } from './add-counts.ts';
import { judgeRow } from './judge-row.ts';
import { type RejectedRow, writeRejectedRows } from './reject-file.ts';

const ROWS_PER_RECORD = 1000;
const WRITE_TIMEOUT_MS = 600_000;

/**
 * Takes the next rows that the engine cannot insert by itself. They go the way of captured events, in the order of the
 * file. Their counts are written down before they are sent, so that rows which a crash sends twice are counted once.
 * @returns the import after these rows; null when no such row is left
 */
export async function importOddRows(
  services: CaptureServices,
  running: ImportRow,
): Promise<ImportRow | null> {
  const { engine, database, clock } = services;
  const { id, projectId } = running;
  const tables = importTables(id, projectId);
  const rows = await readOddLines(engine, tables, { afterLine: running.oddAfter, limit: ROWS_PER_RECORD });
  const last = rows.at(-1);
  if (last === undefined) return null;
  const counter = new PropertyCounter();
  const events: AcceptedEvent[] = [];
  const warnings: SpooledWarning[] = [];
  const rejected: RejectedRow[] = [];
  for (const [number, row] of rows) {
    const judged = judgeRow(row, clock.nowMs());
    if (judged.kind === 'rejected') {
      rejected.push({ rowNumber: number + 1, reason: judged.reason, row });
      continue;
    }
    counter.add(judged.event.facts, judged.properties);
    events.push(judged.event);
    if (judged.warning !== undefined)
      warnings.push(warningOf(judged.event, judged.warning, { import_id: id, row_number: number + 1 }));
  }
  const pending = running.pendingOdd ?? {
    lastRow: last[0],
    rejectBytes: await writeRejectedRows(running.order.rejectPath, running.rejectBytes, rejected),
    ...(await countEvents(services, projectId, { events, rows: rows.length })),
  };
  await updateImport(database.query, running, { pendingOdd: pending }, clock.nowMs());
  await writeEvents(services, projectId, { events, warnings, propertyCounts: counter.counts() });
  const after = afterOddRows(running, pending);
  await updateImport(database.query, running, after, clock.nowMs());
  return { ...running, ...after };
}

function warningOf(
  { uuid, facts }: AcceptedEvent,
  reason: WarningReason,
  place: { readonly import_id: string; readonly row_number: number },
): SpooledWarning {
  return { reason, details: { ...place, uuid, event: facts.event } };
}

function afterOddRows(
  running: ImportRow,
  { lastRow, rejectBytes, ...counts }: PendingOddRows,
): Pick<
  ImportRow,
  'oddAfter' | 'rejectBytes' | 'pendingOdd' | 'read' | 'inserted' | 'duplicate' | 'rejected'
> {
  return { ...addCounts(running, counts), oddAfter: lastRow, rejectBytes, pendingOdd: null };
}

async function countEvents(
  { engine }: CaptureServices,
  projectId: number,
  { events, rows }: { readonly events: readonly AcceptedEvent[]; readonly rows: number },
): Promise<Pick<ImportRow, 'read' | 'inserted' | 'duplicate' | 'rejected'>> {
  const uuids = new Set(events.map(({ uuid }) => uuid));
  const known = await findKnownEventIds(engine, projectId, binaryUuids(uuids));
  const inserted = uuids.size - known.size;
  return { read: rows, inserted, duplicate: events.length - inserted, rejected: rows - events.length };
}

/** Sends events through the spool and waits until they are visible. */
async function writeEvents(
  { spool, captureWriter, clock }: CaptureServices,
  projectId: number,
  given: Pick<NewSpoolRecord, 'events' | 'warnings' | 'propertyCounts'>,
): Promise<void> {
  if (given.events.length === 0) return;
  const record = { projectId, receivedAtMs: clock.nowMs(), ...given };
  const position = await spool.append(encodeRecord(record));
  await captureWriter.whenWritten(position, WRITE_TIMEOUT_MS);
}
