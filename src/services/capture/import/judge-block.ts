import {
  importTables,
  type RowPlace,
  readBlock,
  recordRepeats,
} from '../../../adapters/engine/statements/import-rows.ts';
import type { ImportRow } from '../../../adapters/store/import-store.ts';
import { ownBytes } from '../../../adapters/workers/own-bytes.ts';
import type { WorkerTask } from '../../../adapters/workers/workers.ts';
import type { CaptureServices } from '../capture-services.ts';
import type { JudgedRows, RowsToJudge } from './judge-rows.ts';

export const judgeRowsTask: WorkerTask<RowsToJudge, JudgedRows> = {
  name: 'judge rows of a file',
  busyCode: 'capture_capacity',
  ownShareCode: 'capture_capacity',
  load: async () => (await import('./judge-rows.ts')).judgeRows,
};

interface BlockToJudge {
  readonly after: RowPlace;
  readonly upTo: RowPlace;
  /** Leaves out rows whose events the project has already. */
  readonly skipsKnown: boolean;
}

/** Reads a block of the rows of an import, and judges it in a thread. */
export async function judgeBlock(
  { engine, workers, clock, writeLock }: CaptureServices,
  { id, projectId, number }: Pick<ImportRow, 'id' | 'projectId' | 'number'>,
  block: BlockToJudge,
): Promise<JudgedRows> {
  const tables = importTables(id, projectId);
  const source = number ?? 0;
  const { rows: read, known } = await readBlock(engine, tables, block);
  // Only while nobody deletes: an id whose event is going must not be written again.
  if (known > 0)
    await writeLock.hold(projectId, (lease) => recordRepeats(lease.on(engine), tables, { ...block, source }));
  const rows = ownBytes(read);
  const given = { projectId, importId: id, source, nowMs: clock.nowMs(), rows, known, upTo: block.upTo };
  return workers.run(judgeRowsTask, given, { projectId, signal: NEVER, transfer: [rows.buffer] });
}

const NEVER = new AbortController().signal;
