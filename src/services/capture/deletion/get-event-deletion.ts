import {
  type EventDeletionKey,
  findEventDeletion,
  listEventDeletions as listStoredDeletions,
} from '../../../adapters/store/event-deletion-store.ts';
import { AppError } from '../../../base/errors.ts';
import type { EventDeletionAnswer } from '../../../schema/event-deletion.ts';
import type { Page, Paging } from '../../../schema/page.ts';
import type { CaptureServices } from '../capture-services.ts';
import { eventDeletionAnswer } from './event-deletion-answer.ts';

/** A deletion of events and how far it is. @throws AppError not_found */
export async function getEventDeletion(
  { database }: Pick<CaptureServices, 'database'>,
  key: EventDeletionKey,
): Promise<EventDeletionAnswer> {
  const found = await findEventDeletion(database.query, key);
  if (found === undefined) throw new AppError('not_found', 'There is no such deletion.');
  return eventDeletionAnswer(found);
}

/** The deletions of events of a project, newest first. */
export async function listEventDeletions(
  { database }: Pick<CaptureServices, 'database'>,
  projectId: number,
  paging: Paging,
): Promise<Page<EventDeletionAnswer>> {
  const { count, results } = await listStoredDeletions(database.query, projectId, paging);
  return { count, results: results.map(eventDeletionAnswer) };
}
