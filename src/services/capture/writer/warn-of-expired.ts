import type { Queryable } from '../../../adapters/store/database.ts';
import { addIngestionWarnings } from '../../../adapters/store/ingestion-warning-store.ts';
import type { ProjectBlock } from './spool-block.ts';

/**
 * Tells the owner of the project how many events of a block no query will see, because they are older than what the
 * project keeps. Such events are taken all the same, because what they say of persons counts.
 */
export async function warnOfExpired(
  db: Queryable,
  { projectId, fresh }: ProjectBlock,
  { keptMs, nowMs }: { readonly keptMs: number | null; readonly nowMs: number },
): Promise<void> {
  if (keptMs === null) return;
  const events = fresh.filter(({ facts }) => facts.timestampUs < keptMs * 1000).length;
  if (events === 0) return;
  await addIngestionWarnings(db, projectId, [
    { reason: 'older_than_retention', details: { events }, createdAtMs: nowMs },
  ]);
}
