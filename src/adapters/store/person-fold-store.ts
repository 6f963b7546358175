import { nextNumber } from './counter-store.ts';
import type { Queryable } from './database.ts';
import { setHasPersonOverrides } from './project-store.ts';
import type { InFlight, PersonFoldTable } from './tables/person-tables.ts';

/** Where folding the overrides of a project stands. */
export type PersonFold = Omit<PersonFoldTable, 'leaseOwner' | 'leaseExpiresAtMs'>;

/** An override: events of the one person belong to the other. */
export type PersonMove = readonly [oldPersonId: string, personId: string];

/** A project, and a fold of it where only its overrides are meant. */
type FoldKey = Pick<PersonFold, 'projectId'> & Partial<Pick<PersonFold, 'version'>>;

const NOTHING: InFlight = { spools: {} };

/** Where folding stands; begins to wait when nothing is known of the project. */
export async function ensureFold(db: Queryable, projectId: number, nowMs: number): Promise<PersonFold> {
  await db
    .insertInto('personFolds')
    .values({ projectId, ...waitingSince(nowMs) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return db
    .selectFrom('personFolds')
    .selectAll()
    .where('projectId', '=', projectId)
    .executeTakeFirstOrThrow();
}

/** How many overrides of the project count; of a fold, how many still say what they said when it was fenced. */
export async function countOverrides(
  db: Queryable,
  { projectId, version = Number.MAX_SAFE_INTEGER }: FoldKey,
): Promise<number> {
  const row = await db
    .selectFrom('personOverrides')
    .select((eb) => eb.fn.countAll<number | string>().as('overrides'))
    .where('projectId', '=', projectId)
    .where('version', '<=', version)
    .where('isDeleted', '=', false)
    .executeTakeFirstOrThrow();
  return Number(row.overrides);
}

/** The overrides of a fold that still say what they said when it was fenced. */
export async function listMoves(db: Queryable, fold: PersonFold): Promise<readonly PersonMove[]> {
  const rows = await db
    .selectFrom('personOverrides')
    .select(['oldPersonId', 'personId'])
    .where('projectId', '=', fold.projectId)
    .where('version', '<=', fold.version)
    .where('isDeleted', '=', false)
    .execute();
  return rows.map((row) => [row.oldPersonId, row.personId]);
}

/**
 * Settles which overrides are folded: all that were committed before, but about `limit` at most. Every transaction on
 * persons takes its number first, and so does this one: each is either wholly before or wholly after it. Call it in a
 * transaction.
 */
export async function fenceFold(
  db: Queryable,
  { projectId }: Pick<PersonFold, 'projectId'>,
  { nowMs, limit }: { readonly nowMs: number; readonly limit: number },
): Promise<void> {
  const now = await nextNumber(db, 'person_version');
  const last = await db
    .selectFrom('personOverrides')
    .select('version')
    .where('projectId', '=', projectId)
    .orderBy('version')
    .offset(limit - 1)
    .limit(1)
    .executeTakeFirst();
  const version = last?.version ?? now;
  const inFlight = await findInFlight(db);
  await db
    .updateTable('personFolds')
    .set({ phase: 'fenced', sinceMs: nowMs, version, inFlight })
    .where('projectId', '=', projectId)
    .where('phase', '=', 'waiting')
    .execute();
}

/** True when all writing that had begun before the fence has reached the engine. */
export async function isSettled(db: Queryable, { inFlight }: PersonFold): Promise<boolean> {
  const written = await db.selectFrom('captureProgress').select(['spoolName', 'writtenTo']).execute();
  const writtenTo = new Map(written.map((row) => [row.spoolName, row.writtenTo]));
  return Object.entries(inFlight.spools).every(([name, position]) => (writtenTo.get(name) ?? 0) >= position);
}

async function findInFlight(db: Queryable): Promise<InFlight> {
  const spools = await db
    .selectFrom('captureProgress')
    .select(['spoolName', 'appliedTo'])
    .whereRef('appliedTo', '>', 'writtenTo')
    .execute();
  return { spools: Object.fromEntries(spools.map((row) => [row.spoolName, row.appliedTo])) };
}

export interface FoldLease {
  readonly owner: string;
  readonly nowMs: number;
  readonly leaseMs: number;
}

/** Takes or renews the right to rewrite events of a fenced fold. False: another replica has it, or the fold went on. */
export async function leaseFold(db: Queryable, fold: PersonFold, lease: FoldLease): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('personFolds')
    .set({ leaseOwner: lease.owner, leaseExpiresAtMs: lease.nowMs + lease.leaseMs })
    .where('projectId', '=', fold.projectId)
    .where('phase', '=', 'fenced')
    .where('version', '=', fold.version)
    .where((eb) =>
      eb.or([
        eb('leaseOwner', 'is', null),
        eb('leaseOwner', '=', lease.owner),
        eb('leaseExpiresAtMs', '<', lease.nowMs),
      ]),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** True while another replica has the right to rewrite events of the project. */
export async function isFoldedElsewhere(
  db: Queryable,
  projectId: number,
  { owner, nowMs }: Omit<FoldLease, 'leaseMs'>,
): Promise<boolean> {
  const row = await db
    .selectFrom('personFolds')
    .select('projectId')
    .where('projectId', '=', projectId)
    .where('leaseOwner', '!=', owner)
    .where('leaseExpiresAtMs', '>=', nowMs)
    .executeTakeFirst();
  return row !== undefined;
}

/** Records that no event carries the old id of an override of the fold. */
export async function setFolded(db: Queryable, fold: PersonFold, nowMs: number): Promise<void> {
  await db
    .updateTable('personFolds')
    .set({ phase: 'folded', sinceMs: nowMs, leaseOwner: null, leaseExpiresAtMs: null })
    .where('projectId', '=', fold.projectId)
    .where('phase', '=', 'fenced')
    .where('version', '=', fold.version)
    .execute();
}

/**
 * Removes the overrides of a fold, but those that changed since, and waits anew when some are left. Call it in a
 * transaction. Its number comes first, so that no merge is half seen.
 * @returns how many are left
 */
export async function endFold(db: Queryable, fold: PersonFold, nowMs: number): Promise<number> {
  await nextNumber(db, 'person_version');
  const { projectId, version } = fold;
  await db
    .deleteFrom('personOverrides')
    .where('projectId', '=', projectId)
    .where('version', '<=', version)
    .execute();
  const left = await countOverrides(db, { projectId });
  if (left > 0)
    await db.updateTable('personFolds').set(waitingSince(nowMs)).where('projectId', '=', projectId).execute();
  else {
    await db.deleteFrom('personFolds').where('projectId', '=', projectId).execute();
    await setHasPersonOverrides(db, projectId, false);
  }
  return left;
}

function waitingSince(nowMs: number): Omit<PersonFoldTable, 'projectId'> {
  return {
    phase: 'waiting',
    sinceMs: nowMs,
    version: 0,
    inFlight: NOTHING,
    leaseOwner: null,
    leaseExpiresAtMs: null,
  };
}
