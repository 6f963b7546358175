import { deleteEvents } from '../../../adapters/engine/statements/delete-events.ts';
import { ensureCaptureProgress } from '../../../adapters/store/capture-progress-store.ts';
import type { Queryable } from '../../../adapters/store/database.ts';
import {
  type DeletedEvents,
  type DeletionRow,
  endDeletion,
  findDeletions,
  insertDeletion,
} from '../../../adapters/store/deletion-store.ts';
import { AppError } from '../../../base/errors.ts';
import { newUuid } from '../../../base/ids.ts';
import type { CaptureServices } from '../capture-services.ts';
import { projectPersons } from '../persons/project-persons.ts';
import type { WriterServices } from '../writer/writer-services.ts';

/**
 * Deletes events, those included that were accepted before and are not visible yet. `prepare` says which, in the
 * transaction from which on the deletion will be completed, whatever happens to the process.
 * @throws AppError engine_unavailable; when it has begun, it is completed before anything else is written
 */
export async function beginDeletion(
  services: CaptureServices,
  projectId: number,
  prepare: (transaction: Queryable) => Promise<DeletedEvents>,
): Promise<void> {
  const { spool, captureWriter, captureLimits, writeLock, database, replica, clock } = services;
  await captureWriter.whenWritten(spool.end, captureLimits.waitTimeoutMs);
  await writeLock.hold(async () => {
    const { appliedTo, writtenTo } = await ensureCaptureProgress(database.query, replica);
    if (appliedTo > writtenTo)
      throw new AppError('engine_unavailable', 'Events are being written; try again.', {
        retryAfterSeconds: 1,
      });
    const deletion = await database.transaction(async (transaction) => {
      const begun = { id: newUuid(), projectId, events: await prepare(transaction) };
      await insertDeletion(transaction, { ...begun, replica }, clock.nowMs());
      return begun;
    });
    try {
      await runDeletion(services, deletion);
    } catch (error) {
      writeLock.leave(() => runDeletion(services, deletion));
      throw error;
    }
  });
}

/**
 * Removes what a deletion names from the engine, then lets no older answer be served. The caller holds the write lock.
 * May be repeated after a failure or crash at any point.
 */
async function runDeletion(services: WriterServices, deletion: DeletionRow): Promise<void> {
  await projectPersons(services);
  await deleteEvents(services.engine, deletion.projectId, deletion.events);
  await services.database.transaction((transaction) => endDeletion(transaction, deletion));
}

/** Completes the deletions that this replica was in when it ended. To be called before anything else writes events. */
export async function completeDeletions(services: WriterServices, replica: string): Promise<void> {
  for (const deletion of await findDeletions(services.database.query, replica))
    await runDeletion(services, deletion);
}
