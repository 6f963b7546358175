import {
  findBlockEnds,
  importTables,
  type RowPlace,
} from '../../../adapters/engine/statements/import-rows.ts';
import { settleCaptured } from '../../../adapters/engine/statements/settle-captured.ts';
import type { ImportRow } from '../../../adapters/store/import-store.ts';
import { separateRecords } from '../spool/joined-records.ts';
import type { ImportingServices } from './import-bytes.ts';
import type { ImportWatch, InTurn } from './import-watch.ts';
import { judgeBlock } from './judge-block.ts';

/** Rows that are read and judged as one: about as much as the writer takes at once. */
export const BLOCK = { rows: 25_000, bytes: 8 * 1024 * 1024 };

/** Bytes of an import that wait in the spool, besides what others leave of it: enough for two large blocks. */
const MOST_WAITING_BYTES = 96 * 1024 * 1024;
const WRITE_TIMEOUT_MS = 600_000;

/**
 * Sends the rows of an import the way of captured events, block by block: while the writer has some, the next are
 * judged. A record of the spool says which rows it stands for, and what it adds to the import is counted in the
 * transaction that applies it. So a repetition after a failure or crash goes on behind the last row that is durable.
 * @param onWritten called when a block is visible; answers the import as it is then
 * @returns false when `signal` has stopped it
 */
export async function writeBlocks(
  services: ImportingServices,
  running: ImportRow,
  { inTurn, signal, onWritten }: Watched,
): Promise<boolean> {
  let after: RowPlace = { atUs: running.doneAtUs, row: running.doneRow };
  let { rejectBytes, duplicate } = running;
  const tables = importTables(running.id, running.projectId);
  const waiting = new WaitingBlocks(services, running.projectId);
  for (const upTo of await inTurn(() => findBlockEnds(services.engine, tables, after, BLOCK))) {
    if (signal?.aborted) break;
    await inTurn(async () => {
      // Looking for known events pays when there are some.
      const judged = await judgeBlock(services, running, { after, upTo, skipsKnown: duplicate > 0 });
      rejectBytes = await services.importBytes.addRejected(running.order, rejectBytes, judged.rejected);
      waiting.add(await services.spool.append(...separateRecords(judged)), judged.bytes.length);
    });
    after = upTo;
    if (waiting.forgetWritten()) ({ duplicate } = await onWritten());
    while (waiting.isFull) {
      await waiting.whenFirstIsWritten();
      ({ duplicate } = await onWritten());
    }
  }
  while (!waiting.isEmpty) await waiting.whenFirstIsWritten();
  await onWritten();
  return signal?.aborted !== true;
}

/** What an import has in the spool. It obeys the share of its project by waiting. [CAP-6.9] */
class WaitingBlocks {
  readonly #services: ImportingServices;
  readonly #projectId: number;
  #blocks: readonly { readonly position: number; readonly bytes: number }[] = [];

  constructor(services: ImportingServices, projectId: number) {
    this.#services = services;
    this.#projectId = projectId;
  }

  get isEmpty(): boolean {
    return this.#blocks.length === 0;
  }

  /** True when another block like the last may be too much; one always waits, so that the writer has work. */
  get isFull(): boolean {
    const most = Math.min(MOST_WAITING_BYTES, this.#services.waitingShares.shareOf(this.#projectId));
    const bytes = this.#blocks.reduce((sum, block) => sum + block.bytes, this.#blocks.at(-1)?.bytes ?? 0);
    return this.#blocks.length > 1 && bytes > most;
  }

  /** @param position where the block ends in the spool */
  add(position: number, bytes: number): void {
    this.#blocks = [...this.#blocks, { position, bytes }];
  }

  /** @returns true when blocks were written meanwhile */
  forgetWritten(): boolean {
    const { captureWriter } = this.#services;
    const left = this.#blocks.filter(({ position }) => !captureWriter.hasWritten(position));
    const isAny = left.length < this.#blocks.length;
    this.#blocks = left;
    return isAny;
  }

  async whenFirstIsWritten(): Promise<void> {
    const [first, ...others] = this.#blocks;
    if (first === undefined) return;
    await this.#services.captureWriter.whenWritten(first.position, WRITE_TIMEOUT_MS);
    this.#blocks = others;
  }
}

interface Watched extends Pick<ImportWatch, 'signal'> {
  readonly inTurn: InTurn;
  readonly onWritten: () => Promise<ImportRow>;
}

/** Resolves when everything is visible that earlier attempts have left in the spool. */
export async function whenSpoolIsWritten({ spool, captureWriter, engine }: ImportingServices): Promise<void> {
  await captureWriter.whenWritten(spool.end, WRITE_TIMEOUT_MS);
  await settleCaptured(engine);
}
