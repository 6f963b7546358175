import type { Queryable } from './database.ts';

/** UTF-16 units. Reads of longer names are not counted: an index of PostgreSQL may not hold them. */
export const MAX_READ_NAME_LENGTH = 200;
/** Further names of a project on one day are not counted: somebody makes them up. */
const MOST_NAMES_OF_DAY = 1_000;

/** Rows from which queries of a project read a property of events on one day. */
export interface PropertyReads {
  readonly projectId: number;
  readonly name: string;
  /** Begin of the day, UTC. */
  readonly dayMs: number;
  readonly rowsRead: number;
}

/**
 * Adds to the sums, but for names that are too long or too many. Sorted, so that processes that add at once do not wait
 * for each other in a circle.
 */
export async function addPropertyReads(db: Queryable, reads: readonly PropertyReads[]): Promise<void> {
  const storable = reads.filter(({ name }) => name.length <= MAX_READ_NAME_LENGTH).toSorted(byKey);
  const days = Map.groupBy(storable, ({ projectId, dayMs }) => `${projectId} ${dayMs}`);
  for (const ofDay of days.values()) await addReadsOfDay(db, ofDay);
}

/** @param reads of one project on one day */
async function addReadsOfDay(db: Queryable, reads: readonly PropertyReads[]): Promise<void> {
  const known = await findNamesOfDay(db, reads);
  for (const { projectId, name, dayMs, rowsRead } of reads) {
    if (!known.has(name) && known.size >= MOST_NAMES_OF_DAY) continue;
    known.add(name);
    await db
      .insertInto('propertyReads')
      .values({ projectId, name, dayMs, rowsRead })
      .onConflict((conflict) =>
        conflict.columns(['projectId', 'name', 'dayMs']).doUpdateSet((eb) => ({
          rowsRead: eb('propertyReads.rowsRead', '+', eb.ref('excluded.rowsRead')),
        })),
      )
      .execute();
  }
}

async function findNamesOfDay(db: Queryable, [first]: readonly PropertyReads[]): Promise<Set<string>> {
  if (first === undefined) return new Set();
  const rows = await db
    .selectFrom('propertyReads')
    .select('name')
    .where('projectId', '=', first.projectId)
    .where('dayMs', '=', first.dayMs)
    .execute();
  return new Set(rows.map(({ name }) => name));
}

/** Whose reads are summed: those of one project, or those of all but some. */
export type ReadersOfProperties = { readonly projectId: number } | { readonly allBut: readonly number[] };

/** Which reads are summed: of these readers, on the days that begin at `fromMs` or later; the most read names. */
export interface SummedReads {
  readonly of: ReadersOfProperties;
  readonly fromMs: number;
  readonly mostNames: number;
}

/** Rows read by name, of all those readers together. */
export async function sumPropertyReads(
  db: Queryable,
  { of, fromMs, mostNames }: SummedReads,
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('propertyReads')
    .select((eb) => ['name', eb.fn.sum<number>('rowsRead').as('rowsRead')])
    .where('dayMs', '>=', fromMs)
    .where((eb) => {
      if ('projectId' in of) return eb('projectId', '=', of.projectId);
      return of.allBut.length > 0 ? eb('projectId', 'not in', of.allBut) : eb.lit(true);
    })
    .groupBy('name')
    .orderBy('rowsRead', 'desc')
    .orderBy('name')
    .limit(mostNames)
    .execute();
  return new Map(rows.map((row) => [row.name, Number(row.rowsRead)]));
}

/** Forgets the sums of days that began before `beforeMs`. */
export async function forgetPropertyReads(db: Queryable, beforeMs: number): Promise<void> {
  await db.deleteFrom('propertyReads').where('dayMs', '<', beforeMs).execute();
}

function byKey(a: PropertyReads, b: PropertyReads): number {
  if (a.projectId !== b.projectId) return a.projectId - b.projectId;
  if (a.dayMs !== b.dayMs) return a.dayMs - b.dayMs;
  return a.name < b.name ? -1 : 1;
}
