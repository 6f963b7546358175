import type { LookupSubject } from '../../schema/lookup.ts';
import { subjectName } from '../../schema/lookup.ts';
import { nextNumber } from './counter-store.ts';
import type { Queryable } from './database.ts';
import type { LookupTable } from './tables/lookup-tables.ts';

export type LookupRow = LookupTable;

/** A lookup that has no events yet covers the time from here on: no event is so late. */
export const COVERS_NOTHING_US = Date.UTC(2101, 0) * 1000;

/** Adds a lookup that is to be built. */
export async function insertLookup(
  db: Queryable,
  { projectId, subject }: { readonly projectId: number; readonly subject: LookupSubject },
  nowMs: number,
): Promise<LookupRow> {
  return db
    .insertInto('lookups')
    .values({
      number: await nextNumber(db, 'lookup'),
      projectId,
      subjectName: subjectName(subject),
      lookedUpBy: subject,
      state: 'building',
      coveredFromUs: COVERS_NOTHING_US,
      copying: null,
      eventsDone: 0,
      eventsLeft: 0,
      createdAtMs: nowMs,
      retiredAtMs: null,
      askedAtMs: nowMs,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export type LookupChange = Partial<
  Pick<
    LookupRow,
    'state' | 'coveredFromUs' | 'copying' | 'eventsDone' | 'eventsLeft' | 'retiredAtMs' | 'askedAtMs'
  >
>;

export async function updateLookup(
  db: Queryable,
  { projectId, number }: Pick<LookupRow, 'projectId' | 'number'>,
  change: LookupChange,
): Promise<void> {
  await db
    .updateTable('lookups')
    .set(change)
    .where('projectId', '=', projectId)
    .where('number', '=', number)
    .execute();
}

/**
 * Changes a lookup, unless another process has changed since it was read what queries, the writer or a step of building
 * go by. False when one has: nothing is changed then.
 */
export async function changeLookup(
  db: Queryable,
  { projectId, number, state, coveredFromUs, copying, retiredAtMs }: LookupRow,
  change: LookupChange,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('lookups')
    .set(change)
    .where('projectId', '=', projectId)
    .where('number', '=', number)
    .where('state', '=', state)
    .where('coveredFromUs', '=', coveredFromUs)
    .where('copying', 'is not distinct from', copying)
    .where('retiredAtMs', 'is not distinct from', retiredAtMs)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Forgets a lookup whose rows are gone. */
export async function deleteLookup(
  db: Queryable,
  { projectId, number }: Pick<LookupRow, 'projectId' | 'number'>,
): Promise<void> {
  await db.deleteFrom('lookups').where('projectId', '=', projectId).where('number', '=', number).execute();
}

/** The lookup of the project with that number. */
export async function findLookup(
  db: Queryable,
  { projectId, number }: Pick<LookupRow, 'projectId' | 'number'>,
): Promise<LookupRow | undefined> {
  return db
    .selectFrom('lookups')
    .selectAll()
    .where('projectId', '=', projectId)
    .where('number', '=', number)
    .executeTakeFirst();
}

/** The lookups of some projects, in whatever state, oldest first. */
export async function listLookups(
  db: Queryable,
  projectIds: readonly number[],
): Promise<readonly LookupRow[]> {
  if (projectIds.length === 0) return [];
  return db
    .selectFrom('lookups')
    .selectAll()
    .where('projectId', 'in', projectIds)
    .orderBy('number')
    .execute();
}

/** The lookups of all projects that queries use or will use, oldest first. */
export async function listLookupsInUse(db: Queryable): Promise<readonly LookupRow[]> {
  return db
    .selectFrom('lookups')
    .selectAll()
    .where('state', 'in', ['building', 'ready'])
    .orderBy('number')
    .execute();
}

/** The lookups of all projects that are to be built, or to go because they were retired before a time. Oldest first. */
export async function findDueLookups(db: Queryable, retiredBeforeMs: number): Promise<readonly LookupRow[]> {
  return db
    .selectFrom('lookups')
    .selectAll()
    .where((eb) =>
      eb.or([eb('state', 'in', ['building', 'dropping']), eb('retiredAtMs', '<=', retiredBeforeMs)]),
    )
    .orderBy('number')
    .execute();
}
