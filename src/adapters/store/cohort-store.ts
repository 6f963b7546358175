import type { Page, Paging } from '../../schema/page.ts';
import { nextNumber } from './counter-store.ts';
import type { Queryable } from './database.ts';
import { type Author, authorColumns, withAuthor } from './endpoint-row.ts';
import { raiseContextRevision } from './project-store.ts';
import { readPage } from './read-page.ts';
import type { CohortTable } from './tables/cohort-tables.ts';
import type { AuthorColumns } from './tables/endpoint-tables.ts';

/** What an owner can set on a cohort. */
export type CohortSettings = Pick<CohortTable, 'name' | 'description' | 'filters'>;

/** A cohort as stored. Instants are milliseconds since 1970. */
export type CohortRow = Omit<CohortTable, keyof AuthorColumns> & { readonly createdBy: Author };

// Queries see cohorts, so every write here raises the context revision of the project. Call the writes in a
// transaction.

/** @throws UniqueViolationError when a cohort of the project has the name */
export async function insertCohort(
  db: Queryable,
  projectId: number,
  cohort: CohortSettings & { readonly createdBy: Author; readonly nowMs: number },
): Promise<CohortRow> {
  const row = await db
    .insertInto('cohorts')
    .values({
      ...settingsOf(cohort),
      ...authorColumns(cohort.createdBy),
      id: await nextNumber(db, 'cohorts'),
      projectId,
      memberCount: cohort.filters === null ? 0 : null,
      revision: 1,
      createdAtMs: cohort.nowMs,
      updatedAtMs: cohort.nowMs,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await raiseContextRevision(db, projectId);
  return withAuthor(row);
}

/** The cohort of the project with that id; undefined when there is none. */
export async function findCohort(
  db: Queryable,
  projectId: number,
  cohortId: number,
): Promise<CohortRow | undefined> {
  const row = await cohortsOf(db, projectId).selectAll().where('id', '=', cohortId).executeTakeFirst();
  return row && withAuthor(row);
}

/**
 * The same, locked until the transaction ends. (An update that changes nothing, because SQLite has no SELECT ... FOR
 * UPDATE.)
 */
export async function lockCohort(
  db: Queryable,
  projectId: number,
  cohortId: number,
): Promise<CohortRow | undefined> {
  const row = await db
    .updateTable('cohorts')
    .set((eb) => ({ revision: eb.ref('revision') }))
    .where('projectId', '=', projectId)
    .where('id', '=', cohortId)
    .returningAll()
    .executeTakeFirst();
  return row && withAuthor(row);
}

/**
 * Writes what is given of a cohort that the transaction holds locked, and raises its revision.
 * @throws UniqueViolationError when another cohort of the project has the new name
 */
export async function updateCohort(
  db: Queryable,
  { projectId, id }: Pick<CohortRow, 'projectId' | 'id'>,
  change: Partial<CohortSettings & Pick<CohortRow, 'memberCount'>>,
  nowMs: number,
): Promise<CohortRow> {
  const row = await db
    .updateTable('cohorts')
    .set({ ...change, updatedAtMs: nowMs })
    .set((eb) => ({ revision: eb('revision', '+', 1) }))
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await raiseContextRevision(db, projectId);
  return withAuthor(row);
}

/** Removes a cohort for good; its id is not used again. */
export async function deleteCohort(db: Queryable, projectId: number, cohortId: number): Promise<void> {
  await db.deleteFrom('cohorts').where('projectId', '=', projectId).where('id', '=', cohortId).execute();
  await raiseContextRevision(db, projectId);
}

/** All cohorts of a project, by id. */
export async function listCohorts(db: Queryable, projectId: number): Promise<readonly CohortRow[]> {
  return (await cohortsOf(db, projectId).selectAll().orderBy('id').execute()).map(withAuthor);
}

/** A page of the cohorts of a project, newest first, and how many there are. */
export async function listCohortPage(
  db: Queryable,
  projectId: number,
  paging: Paging,
): Promise<Page<CohortRow>> {
  const page = await readPage(cohortsOf(db, projectId).selectAll().orderBy('id', 'desc'), paging);
  return { ...page, results: page.results.map(withAuthor) };
}

function cohortsOf(db: Queryable, projectId: number) {
  return db.selectFrom('cohorts').where('projectId', '=', projectId);
}

/** Nothing else that a caller's object may hold. */
function settingsOf({ name, description, filters }: CohortSettings): CohortSettings {
  return { name, description, filters };
}
