import { isoTime } from '../../../base/iso-time.ts';
import type { Caller } from '../../caller.ts';
import { recordChange, type Subject } from '../../record-change.ts';
import type { CaptureServices } from '../capture-services.ts';
import { beginDeletion } from './begin-deletion.ts';

/**
 * Deletes all events of a project before a time; persons stay. When this resolves, no query sees the events and no
 * older answer is served.
 */
export async function deleteEventsBefore(
  services: CaptureServices,
  caller: Caller,
  beforeMs: number,
): Promise<void> {
  await beginDeletion(services, caller.projectId, async (transaction) => {
    await recordChange(transaction, caller, EVENTS_BEFORE, {
      before: isoTime(beforeMs),
      nowMs: services.clock.nowMs(),
    });
    return { kind: 'before', beforeUs: beforeMs * 1000 };
  });
}

const EVENTS_BEFORE: Subject<string> = {
  kind: 'data',
  show: (time) => ({ id: time, name: `events before ${time}` }),
};
