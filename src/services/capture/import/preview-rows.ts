import { binaryUuids, findKnownEventIds } from '../../../adapters/engine/statements/find-known-event-ids.ts';
import {
  countPlainEvents,
  importTables,
  readFirstRows,
  readOddLines,
} from '../../../adapters/engine/statements/import-rows.ts';
import { type ImportCounts, type ImportRow, updateImport } from '../../../adapters/store/import-store.ts';
import { AppError } from '../../../base/errors.ts';
import type { CaptureServices } from '../capture-services.ts';
import { addCounts } from './add-counts.ts';
import { judgeRow } from './judge-row.ts';
import { type RejectedRow, writeRejectedRows } from './reject-file.ts';

const ROWS_AT_ONCE = 1000;
const SAMPLE_ROWS = 10;

/** Counts what an import would do, without doing it, and keeps the first rows as events. */
export async function previewRows(services: CaptureServices, running: ImportRow): Promise<ImportRow> {
  const { engine, database, clock } = services;
  const { id, projectId, order } = running;
  const plain = await countPlainEvents(engine, importTables(id, projectId));
  let counts: ImportCounts = { ...plain, duplicate: plain.read - plain.inserted, rejected: 0 };
  let rejectBytes = 0;
  await eachOddRows(services, running, async (uuids, rejected) => {
    const known = await findKnownEventIds(engine, projectId, binaryUuids(new Set(uuids)));
    const inserted = new Set(uuids).size - known.size;
    const read = uuids.length + rejected.length;
    counts = addCounts(counts, {
      read,
      inserted,
      duplicate: uuids.length - inserted,
      rejected: rejected.length,
    });
    rejectBytes = await writeRejectedRows(order.rejectPath, rejectBytes, rejected);
  });
  const sample = JSON.stringify((await readFirstRows(engine, order, SAMPLE_ROWS)).map(asEvent));
  await updateImport(database.query, running, { ...counts, rejectBytes, sample }, clock.nowMs());
  return { ...running, ...counts, rejectBytes, sample };
}

/**
 * Looks at every row before anything is written.
 * @throws AppError invalid_value that names the first row which is no event
 */
export async function checkEveryRow(services: CaptureServices, running: ImportRow): Promise<void> {
  await eachOddRows(services, running, async (_uuids, [first]) => {
    if (first === undefined) return;
    throw new AppError('invalid_value', `Row ${first.rowNumber} is not an event: ${first.reason}.`);
  });
}

/** Judges the odd rows, some at a time: answers the ids of rows that are events, and the rejected rows. */
async function eachOddRows(
  { engine, clock }: CaptureServices,
  { id, projectId }: ImportRow,
  take: (uuids: readonly string[], rejected: readonly RejectedRow[]) => Promise<void>,
): Promise<void> {
  const tables = importTables(id, projectId);
  for (let afterLine = -1; ; ) {
    const rows = await readOddLines(engine, tables, { afterLine, limit: ROWS_AT_ONCE });
    const last = rows.at(-1);
    if (last === undefined) return;
    afterLine = last[0];
    const uuids: string[] = [];
    const rejected: RejectedRow[] = [];
    for (const [number, row] of rows) {
      const judged = judgeRow(row, clock.nowMs());
      if (judged.kind === 'accepted') uuids.push(judged.event.uuid);
      else rejected.push({ rowNumber: number + 1, reason: judged.reason, row });
    }
    await take(uuids, rejected);
  }
}

function asEvent(row: string): unknown {
  try {
    return JSON.parse(row);
  } catch {
    // The row is shown as it stands in the file.
    return row;
  }
}
