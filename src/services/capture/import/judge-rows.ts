import type { RowPlace } from '../../../adapters/engine/statements/import-rows.ts';
import { ownBytes } from '../../../adapters/workers/own-bytes.ts';
import { type JoinedRecords, joinRecords } from '../spool/joined-records.ts';
import { RecordPart } from '../spool/record-part.ts';
import type { SpooledWarning } from '../spool/spool-record.ts';
import { type JudgedRow, judgeRow } from './judge-row.ts';
import { type RejectedRow, rejectedLines } from './reject-file.ts';

// What a thread does with a block of a file. As with large bodies of capture, only bytes come back.

export interface RowsToJudge {
  readonly projectId: number;
  readonly importId: string;
  readonly source: number;
  readonly nowMs: number;
  /** As `readBlock` gives them. */
  readonly rows: Uint8Array;
  /** Rows of the block that were left out because their events are known. */
  readonly known: number;
  /** The place at which the block ends. */
  readonly upTo: RowPlace;
}

export interface JudgedRows extends JoinedRecords {
  /** Lines of the reject file. */
  readonly rejected: Uint8Array<ArrayBuffer>;
  /** The rejected row that comes first in the file. */
  readonly firstRejected: Omit<RejectedRow, 'row'> | null;
}

/** Judges the rows of a block. The last record ends the block, even when it has no events. */
export function judgeRows({ rows, known, upTo, ...order }: RowsToJudge): JudgedRows {
  const records: Uint8Array[] = [];
  const rejected: Uint8Array[] = [];
  let firstRejected: RejectedRow | null = null;
  let part = new FilePart(order);
  const end = (place: RowPlace, skipped: number): void => {
    const { record, rejectedRows } = part.end(place, skipped);
    records.push(record);
    rejected.push(rejectedRows);
    part = new FilePart(order);
  };
  for (const [place, row] of rowsIn(Buffer.from(rows.buffer, rows.byteOffset, rows.byteLength))) {
    const refused = part.add(place, row);
    if (refused !== null && refused.rowNumber < (firstRejected?.rowNumber ?? Number.POSITIVE_INFINITY))
      firstRejected = refused;
    if (part.isFull) end(place, 0);
  }
  end(upTo, known);
  return { ...joinRecords(records), rejected: ownBytes(Buffer.concat(rejected)), firstRejected };
}

/** Collects rows until they fill a record of the spool. */
class FilePart {
  readonly #order: Pick<RowsToJudge, 'projectId' | 'importId' | 'source' | 'nowMs'>;
  readonly #part = new RecordPart(1_000);
  readonly #rejected: RejectedRow[] = [];
  #read = 0;

  constructor(order: Pick<RowsToJudge, 'projectId' | 'importId' | 'source' | 'nowMs'>) {
    this.#order = order;
  }

  get isFull(): boolean {
    return this.#part.isFull;
  }

  /** @returns the row when it is no event */
  add({ row: number }: RowPlace, row: string): RejectedRow | null {
    this.#read += 1;
    const rowNumber = number + 1;
    const judged = judgeRow(row, this.#order.nowMs);
    this.#part.add(judged, warningOf(judged, { import_id: this.#order.importId, row_number: rowNumber }));
    if (judged.kind === 'accepted') return null;
    const refused = { rowNumber, reason: judged.reason, row };
    this.#rejected.push(refused);
    return refused;
  }

  end(
    { atUs, row }: RowPlace,
    known: number,
  ): { readonly record: Uint8Array; readonly rejectedRows: Uint8Array } {
    const { importId, source, projectId, nowMs } = this.#order;
    const rejectedRows = rejectedLines(this.#rejected.sort((a, b) => a.rowNumber - b.rowNumber));
    const imported = {
      importId,
      source,
      read: this.#read + known,
      rejected: this.#rejected.length,
      rejectBytes: rejectedRows.byteLength,
      doneAtUs: atUs,
      doneRow: row,
    };
    return { record: this.#part.end({ projectId, receivedAtMs: nowMs, imported }), rejectedRows };
  }
}

/** Rejected rows of a file are listed in a file of their own. */
function warningOf(
  judged: JudgedRow,
  place: { readonly import_id: string; readonly row_number: number },
): SpooledWarning | null {
  if (judged.kind === 'rejected' || judged.warning === undefined) return null;
  const { uuid, facts } = judged.event;
  return { reason: judged.warning, details: { ...place, uuid, event: facts.event } };
}

const TAB = 0x09;
const NEWLINE = 0x0a;

/** The rows of a block: a line each, and in it the place with tabs behind its numbers. */
function* rowsIn(bytes: Buffer): Generator<readonly [RowPlace, string]> {
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(NEWLINE, start);
    const afterTime = bytes.indexOf(TAB, start);
    const afterNumber = bytes.indexOf(TAB, afterTime + 1);
    const atUs = Number(bytes.toString('latin1', start, afterTime));
    const row = Number(bytes.toString('latin1', afterTime + 1, afterNumber));
    yield [{ atUs, row }, bytes.toString('utf8', afterNumber + 1, end)];
    start = end + 1;
  }
}
