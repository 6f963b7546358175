import { recordActivity } from '../../../adapters/store/activity-store.ts';
import { isoTime } from '../../../base/iso-time.ts';
import type { CaptureServices } from '../capture-services.ts';
import { beginDeletion } from './begin-deletion.ts';
import type { DeletionCaller } from './delete-person.ts';

/**
 * Deletes all events of a project before a time; persons stay. When it resolves no query sees them and no older answer is
 * served.
 */
export async function deleteEventsBefore(
  services: CaptureServices,
  { projectId, author }: DeletionCaller,
  beforeMs: number,
): Promise<void> {
  await beginDeletion(services, projectId, async (transaction) => {
    await recordActivity(transaction, {
      projectId,
      actor: author,
      activity: 'deleted',
      subject: 'data',
      subjectId: isoTime(beforeMs),
      subjectName: `events before ${isoTime(beforeMs)}`,
      nowMs: services.clock.nowMs(),
    });
    return { kind: 'before', beforeUs: beforeMs * 1000 };
  });
}
