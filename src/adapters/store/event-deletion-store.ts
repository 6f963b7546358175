import { sql } from 'kysely';
import type { Page, Paging } from '../../schema/page.ts';
import type { Queryable } from './database.ts';
import { forgetLongEnded } from './forget-long-ended.ts';
import { readPage } from './read-page.ts';
import { liveReplicaNames } from './replica-store.ts';
import { SERVER_NOW_MS } from './server-now.ts';
import type { EventDeletionTable } from './tables/deletion-tables.ts';

export type { DeletionSource } from './tables/deletion-tables.ts';

export type EventDeletionRow = EventDeletionTable;

/** Names a deletion of events. */
export type EventDeletionKey = Pick<EventDeletionTable, 'projectId' | 'id'>;

/** Adds a deletion that waits for its turn. The ones that ended long ago are forgotten. */
export async function insertEventDeletion(
  db: Queryable,
  added: Pick<EventDeletionTable, 'id' | 'projectId' | 'replica' | 'source'>,
  nowMs: number,
): Promise<void> {
  const times = { createdAtMs: nowMs, updatedAtMs: nowMs };
  await db
    .insertInto('eventDeletions')
    .values({ ...added, ...times, state: 'running', doneMonth: 0, deleted: 0 })
    .execute();
  await forgetLongEnded(db, 'eventDeletions', added.projectId);
}

type EventDeletionChange = Partial<
  Pick<EventDeletionTable, 'state' | 'source' | 'total' | 'doneMonth' | 'deleted' | 'error'>
>;

/** Records what is known of a deletion. */
export async function updateEventDeletion(
  db: Queryable,
  { projectId, id }: EventDeletionKey,
  change: EventDeletionChange,
  nowMs: number,
): Promise<void> {
  await db
    .updateTable('eventDeletions')
    .set({ ...change, updatedAtMs: nowMs })
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .execute();
}

/** The deletion of the project with that id. */
export async function findEventDeletion(
  db: Queryable,
  { projectId, id }: EventDeletionKey,
): Promise<EventDeletionRow | undefined> {
  return db
    .selectFrom('eventDeletions')
    .selectAll()
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** A page of the deletions of a project, newest first, and how many there are. */
export async function listEventDeletions(
  db: Queryable,
  projectId: number,
  paging: Paging,
): Promise<Page<EventDeletionRow>> {
  const ofProject = db.selectFrom('eventDeletions').selectAll().where('projectId', '=', projectId);
  return readPage(ofProject.orderBy('createdAtMs', 'desc').orderBy('id', 'desc'), paging);
}

/** The deletions of a replica, or of all, that have not ended, oldest first. */
export async function findRunningDeletions(
  db: Queryable,
  replica: string | null,
): Promise<readonly EventDeletionRow[]> {
  return db
    .selectFrom('eventDeletions')
    .selectAll()
    .where('state', '=', 'running')
    .$if(replica !== null, (query) => query.where('replica', '=', replica))
    .orderBy('createdAtMs')
    .orderBy('id')
    .execute();
}

/** The lease of who works on a deletion, where services share the store. */
export const deletionLeaseName = ({ id }: Pick<EventDeletionKey, 'id'>): string => `deletion ${id}`;

/**
 * Deletions that have not ended, of replicas other than this one that were not there a moment ago, unless somebody has
 * their lease. Oldest first.
 */
export async function findLeftDeletions(
  db: Queryable,
  replica: string,
): Promise<readonly EventDeletionRow[]> {
  return db
    .selectFrom('eventDeletions')
    .selectAll()
    .where('state', '=', 'running')
    .where('replica', '!=', replica)
    .where('replica', 'not in', liveReplicaNames(db))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('writeLeases')
            .select('name')
            .where('name', '=', sql<string>`${deletionLeaseName({ id: '' })} || event_deletions.id`)
            .where('expiresAtMs', '>', SERVER_NOW_MS),
        ),
      ),
    )
    .orderBy('createdAtMs')
    .orderBy('id')
    .execute();
}

/** How many deletions of a project have not ended. */
export async function countRunningDeletions(db: Queryable, projectId: number): Promise<number> {
  const { count } = await db
    .selectFrom('eventDeletions')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('projectId', '=', projectId)
    .where('state', '=', 'running')
    .$castTo<{ readonly count: number }>()
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Forgets deletions that ended before a time. */
export async function forgetEventDeletions(db: Queryable, beforeMs: number): Promise<void> {
  await db
    .deleteFrom('eventDeletions')
    .where('state', '!=', 'running')
    .where('updatedAtMs', '<', beforeMs)
    .execute();
}
