import {
  addIds,
  BEFORE_ALL,
  countNewIds,
  findBlockEnds,
  importTables,
  makeIdsTable,
  readFirstRows,
} from '../../../adapters/engine/statements/import-rows.ts';
import { type ImportRow, updateImport } from '../../../adapters/store/import-store.ts';
import { AppError } from '../../../base/errors.ts';
import { separateRecords } from '../spool/joined-records.ts';
import { decodeRecord } from '../spool/spool-record.ts';
import type { ImportingServices } from './import-bytes.ts';
import type { InTurn } from './import-watch.ts';
import { judgeBlock } from './judge-block.ts';
import type { JudgedRows } from './judge-rows.ts';
import { readableFile } from './readable-file.ts';
import type { RejectedRow } from './reject-file.ts';
import { BLOCK } from './write-blocks.ts';

const SAMPLE_ROWS = 10;

/** Counts what an import would do, without doing it, and keeps the first rows as events. */
export async function previewRows(
  services: ImportingServices,
  running: ImportRow,
  inTurn: InTurn,
): Promise<ImportRow> {
  const { engine, database, clock, importBytes } = services;
  const { order } = running;
  const tables = importTables(running.id, running.projectId);
  await makeIdsTable(engine, tables);
  let accepted = 0;
  let rejectBytes = 0;
  await eachBlock(services, running, inTurn, async (judged) => {
    const events = separateRecords(judged).flatMap((record) => decodeRecord(record).events);
    accepted += events.length;
    await addIds(engine, tables, Buffer.from(events.map(({ id }) => id).join(''), 'latin1'));
    rejectBytes = await importBytes.addRejected(order, rejectBytes, judged.rejected);
  });
  const read = running.total ?? 0;
  const inserted = await countNewIds(engine, tables);
  const counts = { read, inserted, duplicate: accepted - inserted, rejected: read - accepted };
  const sample = JSON.stringify(
    (await readFirstRows(engine, await readableFile(importBytes, order), SAMPLE_ROWS)).map(asEvent),
  );
  await updateImport(database.query, running, { ...counts, rejectBytes, sample }, clock.nowMs());
  return { ...running, ...counts, rejectBytes, sample };
}

/**
 * Looks at every row before anything is written.
 * @throws AppError invalid_value that names the first row which is no event
 */
export async function checkEveryRow(
  services: ImportingServices,
  running: ImportRow,
  inTurn: InTurn,
): Promise<void> {
  const found: Omit<RejectedRow, 'row'>[] = [];
  await eachBlock(services, running, inTurn, async ({ firstRejected }) => {
    if (firstRejected !== null) found.push(firstRejected);
  });
  const [first] = found.sort((a, b) => a.rowNumber - b.rowNumber);
  if (first === undefined) return;
  throw new AppError('invalid_value', `Row ${first.rowNumber} is not an event: ${first.reason}.`);
}

/** Judges all rows of an import, block by block. */
async function eachBlock(
  services: ImportingServices,
  running: ImportRow,
  inTurn: InTurn,
  take: (judged: JudgedRows) => Promise<void>,
): Promise<void> {
  const tables = importTables(running.id, running.projectId);
  let after = BEFORE_ALL;
  for (const upTo of await inTurn(() => findBlockEnds(services.engine, tables, after, BLOCK))) {
    const block = { after, upTo, skipsKnown: false };
    await inTurn(async () => take(await judgeBlock(services, running, block)));
    after = upTo;
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
