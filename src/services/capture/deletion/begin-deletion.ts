import { ensureCaptureProgress } from '../../../adapters/store/capture-progress-store.ts';
import type { Queryable } from '../../../adapters/store/database.ts';
import { type DeletedEvents, insertDeletion } from '../../../adapters/store/deletion-store.ts';
import { AppError } from '../../../base/errors.ts';
import { newUuid } from '../../../base/ids.ts';
import type { CaptureServices } from '../capture-services.ts';
import { runDeletion } from './run-deletion.ts';

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
