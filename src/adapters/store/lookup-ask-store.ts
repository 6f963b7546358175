import type { Queryable } from './database.ts';
import { MAX_READ_NAME_LENGTH } from './property-read-store.ts';
import type { LookupAskTable } from './tables/lookup-tables.ts';

/** Runs of an endpoint on one day that callers have narrowed by values of a subject. */
export type LookupAsks = LookupAskTable;

/** Further subjects of an endpoint on one day are not counted: somebody makes them up. */
const MOST_OF_DAY = 50;
/** Subjects of a project, those with the most runs, that are looked at. */
const MOST_OF_PROJECT = 100;

/**
 * Adds to the sums, but for subjects that are too long or too many. Sorted, so that processes that add at once do not
 * wait for each other in a circle.
 */
export async function addLookupAsks(db: Queryable, asks: readonly LookupAsks[]): Promise<void> {
  const storable = asks
    .filter(({ subjectName }) => subjectName.length <= MAX_READ_NAME_LENGTH)
    .toSorted(byKey);
  const days = Map.groupBy(storable, ({ endpointId, dayMs }) => `${endpointId} ${dayMs}`);
  for (const ofDay of days.values()) await addAsksOfDay(db, ofDay);
}

/** @param asks of one endpoint on one day */
async function addAsksOfDay(db: Queryable, asks: readonly LookupAsks[]): Promise<void> {
  const known = await findSubjectsOfDay(db, asks);
  for (const ask of asks) {
    if (!known.has(ask.subjectName) && known.size >= MOST_OF_DAY) continue;
    known.add(ask.subjectName);
    await db
      .insertInto('lookupAsks')
      .values(ask)
      .onConflict((conflict) =>
        conflict
          .columns(['endpointId', 'subjectName', 'dayMs'])
          .doUpdateSet((eb) => ({ runs: eb('lookupAsks.runs', '+', eb.ref('excluded.runs')) })),
      )
      .execute();
  }
}

async function findSubjectsOfDay(db: Queryable, [first]: readonly LookupAsks[]): Promise<Set<string>> {
  if (first === undefined) return new Set();
  const rows = await db
    .selectFrom('lookupAsks')
    .select('subjectName')
    .where('projectId', '=', first.projectId)
    .where('endpointId', '=', first.endpointId)
    .where('dayMs', '=', first.dayMs)
    .execute();
  return new Set(rows.map(({ subjectName }) => subjectName));
}

/** Runs since a day, by endpoint and subject: those of live and active endpoints of the project, most runs first. */
export async function sumLookupAsks(
  db: Queryable,
  projectId: number,
  { fromMs, endpointId }: { readonly fromMs: number; readonly endpointId?: string },
): Promise<readonly Pick<LookupAsks, 'endpointId' | 'subjectName' | 'runs'>[]> {
  const rows = await db
    .selectFrom('lookupAsks')
    .innerJoin('endpoints', 'endpoints.id', 'lookupAsks.endpointId')
    .select((eb) => [
      'lookupAsks.endpointId',
      'lookupAsks.subjectName',
      eb.fn.sum<number>('lookupAsks.runs').as('runs'),
    ])
    .where('lookupAsks.projectId', '=', projectId)
    .where('lookupAsks.dayMs', '>=', fromMs)
    .where('endpoints.deletedAtMs', 'is', null)
    .where('endpoints.isActive', '=', true)
    .$if(endpointId !== undefined, (query) => query.where('lookupAsks.endpointId', '=', endpointId ?? ''))
    .groupBy(['lookupAsks.endpointId', 'lookupAsks.subjectName'])
    .orderBy('runs', 'desc')
    .orderBy('lookupAsks.endpointId')
    .orderBy('lookupAsks.subjectName')
    .limit(MOST_OF_PROJECT)
    .execute();
  return rows.map((row) => ({ ...row, runs: Number(row.runs) }));
}

/** Forgets the sums of days that began before `beforeMs`. */
export async function forgetLookupAsks(db: Queryable, beforeMs: number): Promise<void> {
  await db.deleteFrom('lookupAsks').where('dayMs', '<', beforeMs).execute();
}

function byKey(a: LookupAsks, b: LookupAsks): number {
  if (a.endpointId !== b.endpointId) return a.endpointId < b.endpointId ? -1 : 1;
  if (a.dayMs !== b.dayMs) return a.dayMs - b.dayMs;
  return a.subjectName < b.subjectName ? -1 : 1;
}
