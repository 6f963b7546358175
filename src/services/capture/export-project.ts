import type { Engine, EngineStream } from '../../adapters/engine/engine.ts';
import { exportEvents } from '../../adapters/engine/statements/export-events.ts';
import { newUuid } from '../../base/ids.ts';
import type { ExportQuery } from '../../schema/export.ts';

/** A client that reads slowly holds its export that long. */
const TIMEOUT_MS = 6 * 3_600_000;

/** Events of a project as a file that `import` reads; made while it is read, in bounded memory. */
export async function exportProject(
  { engine }: { readonly engine: Pick<Engine, 'streamCommand'> },
  projectId: number,
  { format, after, before, event }: ExportQuery,
  signal: AbortSignal,
): Promise<EngineStream> {
  const events = { projectId, afterMs: after ?? null, beforeMs: before ?? null, event: event ?? null };
  return exportEvents(engine, events, format === 'parquet' ? 'parquet' : 'lines', {
    timeoutMs: TIMEOUT_MS,
    runId: newUuid(),
    signal,
  });
}
