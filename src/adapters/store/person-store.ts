import type { Queryable } from './database.ts';
import { insertInPieces } from './insert-in-pieces.ts';
import type { Flag } from './schema.ts';

/** A live person. */
export interface PersonRow {
  readonly id: string;
  /** Time of its first event, microseconds since 1970. */
  readonly createdAtUs: number;
  /** Canonical JSON of an object. */
  readonly properties: string;
  readonly isIdentified: boolean;
}

const IDS_PER_STATEMENT = 500;

/** Cuts a list into pieces that fit one statement. */
function* pieces<T>(items: readonly T[], size: number): Generator<readonly T[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}

/** The persons behind distinct ids; ids that nobody has are missing in the answer. */
export async function findPersonsByDistinctIds(
  db: Queryable,
  projectId: number,
  distinctIds: readonly string[],
): Promise<ReadonlyMap<string, PersonRow>> {
  const found = new Map<string, PersonRow>();
  for (const ids of pieces(distinctIds, IDS_PER_STATEMENT)) {
    const rows = await db
      .selectFrom('person_distinct_ids as d')
      .innerJoin('persons as p', (join) =>
        join.onRef('p.project_id', '=', 'd.project_id').onRef('p.id', '=', 'd.person_id'),
      )
      .select(['d.distinct_id', 'p.id', 'p.created_at_us', 'p.properties', 'p.is_identified'])
      .where('d.project_id', '=', projectId)
      .where('d.distinct_id', 'in', ids)
      .where('d.is_deleted', '=', 0)
      .execute();
    for (const row of rows)
      found.set(row.distinct_id, {
        id: row.id,
        createdAtUs: row.created_at_us,
        properties: row.properties,
        isIdentified: row.is_identified === 1,
      });
  }
  return found;
}

/** Adds persons or replaces what is stored of them. Call it in a transaction. */
export async function savePersons(
  db: Queryable,
  projectId: number,
  persons: readonly PersonRow[],
  version: number,
): Promise<void> {
  const rows = persons.map((person) => ({
    project_id: projectId,
    id: person.id,
    created_at_us: person.createdAtUs,
    properties: person.properties,
    is_identified: (person.isIdentified ? 1 : 0) as Flag,
    is_deleted: 0 as const,
    version,
  }));
  await insertInPieces(db, rows, (piece) =>
    db
      .insertInto('persons')
      .values(piece)
      .onConflict((conflict) =>
        conflict.columns(['project_id', 'id']).doUpdateSet((eb) => ({
          created_at_us: eb.ref('excluded.created_at_us'),
          properties: eb.ref('excluded.properties'),
          is_identified: eb.ref('excluded.is_identified'),
          is_deleted: eb.ref('excluded.is_deleted'),
          version: eb.ref('excluded.version'),
        })),
      ),
  );
}

/** Gives distinct ids to persons. Call it in a transaction. */
export async function saveDistinctIds(
  db: Queryable,
  projectId: number,
  personIdOf: ReadonlyMap<string, string>,
  version: number,
): Promise<void> {
  const rows = Array.from(personIdOf, ([distinctId, personId]) => ({
    project_id: projectId,
    distinct_id: distinctId,
    person_id: personId,
    is_deleted: 0 as const,
    version,
  }));
  await insertInPieces(db, rows, (piece) =>
    db
      .insertInto('person_distinct_ids')
      .values(piece)
      .onConflict((conflict) =>
        conflict.columns(['project_id', 'distinct_id']).doUpdateSet((eb) => ({
          person_id: eb.ref('excluded.person_id'),
          is_deleted: eb.ref('excluded.is_deleted'),
          version: eb.ref('excluded.version'),
        })),
      ),
  );
}

/**
 * Says that everything of person `oldPersonId` belongs to `personId` now: its distinct ids, its events (by an
 * override; overrides that led to it are redirected) and, when it had one, its row, which is marked deleted.
 * `personId` must not have been given away itself. Call it in a transaction.
 */
export async function movePerson(
  db: Queryable,
  projectId: number,
  move: { readonly oldPersonId: string; readonly personId: string },
  version: number,
): Promise<void> {
  const { oldPersonId, personId } = move;
  await db
    .updateTable('person_distinct_ids')
    .set({ person_id: personId, version })
    .where('project_id', '=', projectId)
    .where('person_id', '=', oldPersonId)
    .execute();
  await db
    .updateTable('persons')
    .set({ is_deleted: 1, properties: '{}', version })
    .where('project_id', '=', projectId)
    .where('id', '=', oldPersonId)
    .execute();
  await db
    .updateTable('person_overrides')
    .set({ person_id: personId, version })
    .where('project_id', '=', projectId)
    .where('person_id', '=', oldPersonId)
    .execute();
  const override = { person_id: personId, is_deleted: 0 as const, version };
  await db
    .insertInto('person_overrides')
    .values({ project_id: projectId, old_person_id: oldPersonId, ...override })
    .onConflict((conflict) => conflict.columns(['project_id', 'old_person_id']).doUpdateSet(override))
    .execute();
}
