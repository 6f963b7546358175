import type { EventDeletionRow } from '../../../adapters/store/event-deletion-store.ts';
import { isoTime } from '../../../base/iso-time.ts';
import { type EventDeletionAnswer, KEPT_BY_DELETIONS } from '../../../schema/event-deletion.ts';

/** A deletion of events in its wire shape. */
export function eventDeletionAnswer(row: EventDeletionRow): EventDeletionAnswer {
  const { id, state, total, deleted, error, createdAtMs, updatedAtMs } = row;
  return {
    id,
    state,
    events: total,
    deleted,
    kept: [...KEPT_BY_DELETIONS],
    error,
    created_at: isoTime(createdAtMs),
    updated_at: isoTime(updatedAtMs),
  };
}
