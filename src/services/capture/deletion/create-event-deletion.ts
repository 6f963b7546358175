import type { Queryable } from '../../../adapters/store/database.ts';
import {
  countRunningDeletions,
  type DeletionSource,
  type EventDeletionKey,
  insertEventDeletion,
} from '../../../adapters/store/event-deletion-store.ts';
import { insertTombstone } from '../../../adapters/store/tombstone-store.ts';
import { AppError } from '../../../base/errors.ts';
import { newUuid } from '../../../base/ids.ts';
import { isoTime } from '../../../base/iso-time.ts';
import type {
  EventBounds,
  EventDeletionAnswer,
  EventDeletionRequest,
} from '../../../schema/event-deletion.ts';
import type { Caller } from '../../caller.ts';
import type { CompileCaller } from '../../catalog/compiling.ts';
import { recordChange, type Subject } from '../../record-change.ts';
import { checkBounds } from './check-bounds.ts';
import type { DeletionServices } from './deletion-services.ts';
import type { EventDeletions } from './event-deletions.ts';
import { getEventDeletion } from './get-event-deletion.ts';
import { plannedEvents } from './planned-events.ts';

/** What asking for a deletion works with. */
export interface AskingServices extends DeletionServices {
  readonly eventDeletions: EventDeletions;
}

/** Who asks for a deletion. */
export interface DeletionCaller extends Caller, Pick<CompileCaller, 'principal' | 'abortController'> {
  /** False: without SQL expressions in filters. */
  readonly mayQuery: boolean;
}

/** Most deletions of a project that have not ended. */
const MOST_RUNNING = 100;

/**
 * Has the events that meet the bounds deleted; persons, merges and definitions stay. When this resolves, the deletion
 * will be done, whatever happens to the process; with `wait` it has ended.
 * @throws AppError 400 codes of the bounds; permission_denied for expressions; throttled
 */
export async function createEventDeletion(
  services: AskingServices,
  caller: DeletionCaller,
  { wait = false, dry_run: _, ...bounds }: EventDeletionRequest,
): Promise<EventDeletionAnswer> {
  checkBounds(bounds);
  const nowMs = services.clock.nowMs();
  // Refuses what cannot be found.
  await plannedEvents(services, { bounds, asked: 'lines', mayQuery: caller.mayQuery, nowMs }, caller);
  const key = await services.database.transaction(async (transaction) => {
    const begun = await beginEventDeletion(services, transaction, {
      projectId: caller.projectId,
      source: { kind: 'bounds', bounds },
    });
    await recordChange(transaction, caller, EVENTS, { before: { id: begun.id, bounds }, nowMs });
    return begun;
  });
  const ended = services.eventDeletions.add(key);
  if (wait) await ended;
  return getEventDeletion(services, key);
}

/**
 * Writes down a deletion, in a transaction; `EventDeletions` does it when it is added after that.
 * @throws AppError throttled when too many deletions of the project have not ended
 */
export async function beginEventDeletion(
  { replica, clock, engine }: Pick<DeletionServices, 'replica' | 'clock' | 'engine'>,
  transaction: Queryable,
  wanted: { readonly projectId: number; readonly source: DeletionSource },
): Promise<EventDeletionKey> {
  const { projectId, source } = wanted;
  if ((await countRunningDeletions(transaction, projectId)) >= MOST_RUNNING)
    throw new AppError('throttled', 'Too many deletions of the project wait.', { retryAfterSeconds: 5 });
  const id = newUuid();
  const atMs = clock.nowMs();
  await insertEventDeletion(transaction, { ...wanted, id, replica }, atMs);
  // No spool holds events that only an import has brought: it has ended, and so they were written.
  if (engine.isShared && source.kind === 'bounds')
    await insertTombstone(transaction, { id, projectId, replica, gone: source, atMs });
  return { projectId, id };
}

/** The log shows no values of filters, which may be those of persons. */
const EVENTS: Subject<{ readonly id: string; readonly bounds: EventBounds }> = {
  kind: 'data',
  show: ({ id, bounds }) => ({ id, name: inWords(bounds) }),
};

function inWords({ after, before, event, properties = [] }: EventBounds): string {
  const parts = [
    ...(event === undefined ? [] : [`named ${event}`]),
    ...(after === undefined ? [] : [`from ${isoTime(after)}`]),
    ...(before === undefined ? [] : [`before ${isoTime(before)}`]),
    ...(properties.length === 0 ? [] : ['with properties']),
  ];
  return `events ${parts.join(' ')}`;
}
