import {
  findBlockEnds,
  importTables,
  type RowPlace,
} from '../../../adapters/engine/statements/import-rows.ts';
import type { ImportRow } from '../../../adapters/store/import-store.ts';
import type { CaptureServices } from '../capture-services.ts';
import { separateRecords } from '../spool/joined-records.ts';
import type { ImportWatch, InTurn } from './import-watch.ts';
import { judgeBlock } from './judge-block.ts';
import { writeRejectedLines } from './reject-file.ts';

/** Rows that are read and judged as one: about as much as the writer takes at once. */
export const BLOCK = { rows: 25_000, bytes: 8 * 1024 * 1024 };

const WRITE_TIMEOUT_MS = 600_000;

/**
 * Sends the rows of an import the way of captured events, block by block: while the writer has one, the next is judged.
 * A record of the spool says which rows it stands for, and what it adds to the import is counted in the transaction
 * that applies it. So a repetition after a failure or crash goes on behind the last row that is durable.
 * @param onWritten called when a block is visible; answers the import as it is then
 * @returns false when `signal` has stopped it
 */
export async function writeBlocks(
  services: CaptureServices,
  running: ImportRow,
  { inTurn, signal, onWritten }: Watched,
): Promise<boolean> {
  let after: RowPlace = { atUs: running.doneAtUs, row: running.doneRow };
  let { rejectBytes, duplicate } = running;
  let written = Promise.resolve();
  const tables = importTables(running.id, running.projectId);
  for (const upTo of await inTurn(() => findBlockEnds(services.engine, tables, after, BLOCK))) {
    if (signal?.aborted) break;
    const position = await inTurn(async () => {
      // Looking for known events pays when there are some.
      const judged = await judgeBlock(services, running, { after, upTo, skipsKnown: duplicate > 0 });
      rejectBytes = await writeRejectedLines(running.order.rejectPath, rejectBytes, judged.rejected);
      return services.spool.append(...separateRecords(judged));
    });
    after = upTo;
    await written;
    ({ duplicate } = await onWritten());
    written = services.captureWriter.whenWritten(position, WRITE_TIMEOUT_MS);
    // Whoever waits for it meets the error.
    written.catch(() => undefined);
  }
  await written;
  await onWritten();
  return signal?.aborted !== true;
}

interface Watched extends Pick<ImportWatch, 'signal'> {
  readonly inTurn: InTurn;
  readonly onWritten: () => Promise<ImportRow>;
}

/** Resolves when everything is visible that earlier attempts have left in the spool. */
export function whenSpoolIsWritten({ spool, captureWriter }: CaptureServices): Promise<void> {
  return captureWriter.whenWritten(spool.end, WRITE_TIMEOUT_MS);
}
