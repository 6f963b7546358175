import { importTables, type RowPlace, readBlock } from '../../../adapters/engine/statements/import-rows.ts';
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
  { engine, workers, clock }: CaptureServices,
  { id, projectId }: Pick<ImportRow, 'id' | 'projectId'>,
  block: BlockToJudge,
): Promise<JudgedRows> {
  const tables = importTables(id, projectId);
  const { rows: read, known } = await readBlock(engine, tables, block);
  const rows = ownBytes(read);
  const given = { projectId, importId: id, nowMs: clock.nowMs(), rows, known, upTo: block.upTo };
  return workers.run(judgeRowsTask, given, { projectId, signal: NEVER, transfer: [rows.buffer] });
}

const NEVER = new AbortController().signal;
