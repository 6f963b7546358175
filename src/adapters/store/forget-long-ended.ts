import type { Queryable } from './database.ts';

/** Most imports of a project that are remembered besides those that run, and most deletions of events. */
export const MOST_KEPT = 10_000;

/** Forgets what has ended of a project, but for the last `MOST_KEPT`, by when they began: an index has them so. */
export async function forgetLongEnded(
  db: Queryable,
  table: 'imports' | 'eventDeletions',
  projectId: number,
): Promise<void> {
  const oldestKept = await db
    .selectFrom(table as 'imports')
    .select('createdAtMs')
    .where('projectId', '=', projectId)
    .orderBy('createdAtMs', 'desc')
    .offset(MOST_KEPT - 1)
    .limit(1)
    .executeTakeFirst();
  if (oldestKept === undefined) return;
  await db
    .deleteFrom(table as 'imports')
    .where('projectId', '=', projectId)
    .where('createdAtMs', '<', oldestKept.createdAtMs)
    .where('state', '!=', 'running')
    .execute();
}
