import type { EventRetention } from '../../base/event-retention.ts';
import type { Queryable } from './database.ts';
import type { ProjectRow } from './project-store.ts';

/** What the row of a project says of how long its events are kept. */
export function eventRetentionOf({
  eventRetentionDays,
  eventsKeptFromMs,
}: Pick<ProjectRow, 'eventRetentionDays' | 'eventsKeptFromMs'>): EventRetention {
  return { days: eventRetentionDays, keptFromMs: eventsKeptFromMs };
}

/** Live projects that do not keep all of their events. */
export async function listExpiringProjects(
  db: Queryable,
): Promise<readonly (EventRetention & { readonly id: number })[]> {
  const rows = await db
    .selectFrom('projects')
    .select(['id', 'eventRetentionDays', 'eventsKeptFromMs'])
    .where('deletedAtMs', 'is', null)
    .where((eb) => eb.or([eb('eventRetentionDays', 'is not', null), eb('eventsKeptFromMs', 'is not', null)]))
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ id: row.id, ...eventRetentionOf(row) }));
}
