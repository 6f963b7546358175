import type { Selectable } from 'kysely';
import { nextNumber } from './counter-store.ts';
import type { Queryable } from './database.ts';
import type { PersonFoldTable } from './person-fold-table.ts';
import { setHasPersonOverrides } from './project-store.ts';

/** Where folding the overrides of a project stands; `PersonFoldTable` says what the members mean. */
export interface PersonFold {
  readonly projectId: number;
  readonly phase: PersonFoldTable['phase'];
  readonly sinceMs: number;
  readonly version: number;
  readonly inFlight: InFlight;
}

/** Writing whose persons are in this database and whose events may be on their way to the engine. */
export interface InFlight {
  /** Up to where spools are applied, by name: only those that are not written as far. */
  readonly spools: Readonly<Record<string, number>>;
  /** The pending chunk of imports, by id. */
  readonly imports: Readonly<Record<string, number>>;
}

/** An override: events of the one person belong to the other. */
export type PersonMove = readonly [oldPersonId: string, personId: string];

const NOTHING: InFlight = { spools: {}, imports: {} };

/** Where folding stands; begins to wait when nothing is known of the project. */
export async function ensureFold(db: Queryable, projectId: number, nowMs: number): Promise<PersonFold> {
  await db
    .insertInto('person_folds')
    .values({ project_id: projectId, ...waitingSince(nowMs) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const row = await db
    .selectFrom('person_folds')
    .selectAll()
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow();
  return toFold(row);
}

/** How many overrides of the project count. */
export async function countOverrides(db: Queryable, projectId: number): Promise<number> {
  return countUpTo(db, { projectId, version: Number.MAX_SAFE_INTEGER });
}

/** How many of the overrides of a fold still count and say what they said when it was fenced. */
export async function countMoves(db: Queryable, fold: PersonFold): Promise<number> {
  return countUpTo(db, fold);
}

/** The overrides of a fold that still say what they said when it was fenced. */
export async function listMoves(db: Queryable, fold: PersonFold): Promise<readonly PersonMove[]> {
  const rows = await db
    .selectFrom('person_overrides')
    .select(['old_person_id', 'person_id'])
    .where('project_id', '=', fold.projectId)
    .where('version', '<=', fold.version)
    .where('is_deleted', '=', 0)
    .execute();
  return rows.map((row) => [row.old_person_id, row.person_id]);
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
    .selectFrom('person_overrides')
    .select('version')
    .where('project_id', '=', projectId)
    .orderBy('version')
    .offset(limit - 1)
    .limit(1)
    .executeTakeFirst();
  const version = last?.version ?? now;
  const in_flight = JSON.stringify(await findInFlight(db, projectId));
  await db
    .updateTable('person_folds')
    .set({ phase: 'fenced', since_ms: nowMs, version, in_flight })
    .where('project_id', '=', projectId)
    .where('phase', '=', 'waiting')
    .execute();
}

/** True when all writing that had begun before the fence has reached the engine. */
export async function isSettled(db: Queryable, { projectId, inFlight }: PersonFold): Promise<boolean> {
  const now = await findInFlight(db, projectId);
  const written = await db.selectFrom('capture_progress').select(['spool_name', 'written_to']).execute();
  const writtenTo = new Map(written.map((row) => [row.spool_name, row.written_to]));
  return (
    Object.entries(inFlight.spools).every(([name, position]) => (writtenTo.get(name) ?? 0) >= position) &&
    Object.entries(inFlight.imports).every(([id, chunk]) => now.imports[id] !== chunk)
  );
}

async function findInFlight(db: Queryable, projectId: number): Promise<InFlight> {
  const spools = await db
    .selectFrom('capture_progress')
    .select(['spool_name', 'applied_to'])
    .whereRef('applied_to', '>', 'written_to')
    .execute();
  const imports = await db
    .selectFrom('imports')
    .select(['id', 'pending_chunk'])
    .where('project_id', '=', projectId)
    .where('pending_chunk', 'is not', null)
    .execute();
  return {
    spools: Object.fromEntries(spools.map((row) => [row.spool_name, row.applied_to])),
    imports: Object.fromEntries(imports.map((row) => [row.id, row.pending_chunk ?? 0])),
  };
}

export interface FoldLease {
  readonly owner: string;
  readonly nowMs: number;
  readonly leaseMs: number;
}

/** Takes or renews the right to rewrite events of a fenced fold. False when another replica has it, or the fold went on. */
export async function leaseFold(db: Queryable, fold: PersonFold, lease: FoldLease): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('person_folds')
    .set({ lease_owner: lease.owner, lease_expires_at_ms: lease.nowMs + lease.leaseMs })
    .where('project_id', '=', fold.projectId)
    .where('phase', '=', 'fenced')
    .where('version', '=', fold.version)
    .where((eb) =>
      eb.or([
        eb('lease_owner', 'is', null),
        eb('lease_owner', '=', lease.owner),
        eb('lease_expires_at_ms', '<', lease.nowMs),
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
    .selectFrom('person_folds')
    .select('project_id')
    .where('project_id', '=', projectId)
    .where('lease_owner', '!=', owner)
    .where('lease_expires_at_ms', '>=', nowMs)
    .executeTakeFirst();
  return row !== undefined;
}

/** Records that no event carries the old id of an override of the fold. */
export async function setFolded(db: Queryable, fold: PersonFold, nowMs: number): Promise<void> {
  await db
    .updateTable('person_folds')
    .set({ phase: 'folded', since_ms: nowMs, lease_owner: null, lease_expires_at_ms: null })
    .where('project_id', '=', fold.projectId)
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
    .deleteFrom('person_overrides')
    .where('project_id', '=', projectId)
    .where('version', '<=', version)
    .execute();
  const left = await countOverrides(db, projectId);
  if (left > 0)
    await db
      .updateTable('person_folds')
      .set(waitingSince(nowMs))
      .where('project_id', '=', projectId)
      .execute();
  else {
    await db.deleteFrom('person_folds').where('project_id', '=', projectId).execute();
    await setHasPersonOverrides(db, projectId, false);
  }
  return left;
}

function waitingSince(nowMs: number): Omit<PersonFoldTable, 'project_id'> {
  return {
    phase: 'waiting',
    since_ms: nowMs,
    version: 0,
    in_flight: JSON.stringify(NOTHING),
    lease_owner: null,
    lease_expires_at_ms: null,
  };
}

async function countUpTo(
  db: Queryable,
  { projectId, version }: Pick<PersonFold, 'projectId' | 'version'>,
): Promise<number> {
  const row = await db
    .selectFrom('person_overrides')
    .select((eb) => eb.fn.countAll<number | string>().as('overrides'))
    .where('project_id', '=', projectId)
    .where('version', '<=', version)
    .where('is_deleted', '=', 0)
    .executeTakeFirstOrThrow();
  return Number(row.overrides);
}

function toFold(row: Selectable<PersonFoldTable>): PersonFold {
  return {
    projectId: row.project_id,
    phase: row.phase,
    sinceMs: row.since_ms,
    version: row.version,
    inFlight: JSON.parse(row.in_flight),
  };
}
