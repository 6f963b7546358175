import type { Queryable } from './database.ts';
import { insertInPieces } from './insert-in-pieces.ts';
import type { PersonTable } from './tables/person-tables.ts';

/** A live person. */
export type PersonRow = Pick<PersonTable, 'id' | 'createdAtUs' | 'properties' | 'isIdentified'>;

type PersonOfId = PersonRow & { readonly distinctId: string };

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
  const statementOf = (ids: readonly string[]) =>
    db
      .selectFrom('personDistinctIds as d')
      .innerJoin('persons as p', (join) =>
        join.onRef('p.projectId', '=', 'd.projectId').onRef('p.id', '=', 'd.personId'),
      )
      .select(['d.distinctId', 'p.id', 'p.createdAtUs', 'p.properties', 'p.isIdentified'])
      .where('d.projectId', '=', projectId)
      .where('d.isDeleted', '=', false)
      .where('d.distinctId', 'in', ids)
      .compile();
  let compiled: ReturnType<typeof statementOf> | undefined;
  for (const ids of pieces(distinctIds, IDS_PER_STATEMENT)) {
    // Compiled once for all pieces of that size: that takes longer than running it.
    if (compiled === undefined || ids.length < IDS_PER_STATEMENT) compiled = statementOf(ids);
    const parameters = [...compiled.parameters.slice(0, -ids.length), ...ids];
    const { rows } = await db.executeQuery<PersonOfId>({ ...compiled, parameters });
    for (const { distinctId, ...person } of rows) found.set(distinctId, person);
  }
  return found;
}

/** The live person with that id. */
export async function findPerson(
  db: Queryable,
  projectId: number,
  id: string,
): Promise<PersonRow | undefined> {
  return db
    .selectFrom('persons')
    .select(['id', 'createdAtUs', 'properties', 'isIdentified'])
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .where('isDeleted', '=', false)
    .executeTakeFirst();
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The id of the live person that a name means: its id, an id that was merged into it, or a distinct id of it. */
export async function findPersonId(
  db: Queryable,
  projectId: number,
  name: string,
): Promise<string | undefined> {
  if (UUID.test(name)) {
    const id = name.toLowerCase();
    if ((await findPerson(db, projectId, id)) !== undefined) return id;
    const merged = await db
      .selectFrom('personOverrides')
      .select('personId')
      .where('projectId', '=', projectId)
      .where('oldPersonId', '=', id)
      .where('isDeleted', '=', false)
      .executeTakeFirst();
    if (merged !== undefined) return merged.personId;
  }
  return (await findPersonsByDistinctIds(db, projectId, [name])).get(name)?.id;
}

/** Selects the distinct ids of a person, those too that were deleted with it. */
export const distinctIdsOf = (db: Queryable, projectId: number, personId: string) =>
  db
    .selectFrom('personDistinctIds')
    .select('distinctId')
    .where('projectId', '=', projectId)
    .where('personId', '=', personId);

/** Marks a person deleted. The row is kept without its properties, so that the engine is told of it. */
export const markDeleted = (db: Queryable, projectId: number, personId: string, version: number) =>
  db
    .updateTable('persons')
    .set({ isDeleted: true, properties: '{}', version })
    .where('projectId', '=', projectId)
    .where('id', '=', personId);

/** The first distinct ids of a person, in alphabetical order. */
export async function listDistinctIds(
  db: Queryable,
  projectId: number,
  personId: string,
  limit: number,
): Promise<readonly string[]> {
  const rows = await distinctIdsOf(db, projectId, personId)
    .where('isDeleted', '=', false)
    .orderBy('distinctId')
    .limit(limit)
    .execute();
  return rows.map(({ distinctId }) => distinctId);
}

/** Those of `distinctIds` that a person has. */
export async function findKnownDistinctIds(
  db: Queryable,
  projectId: number,
  distinctIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const known = new Set<string>();
  for (const ids of pieces(distinctIds, IDS_PER_STATEMENT)) {
    const rows = await db
      .selectFrom('personDistinctIds')
      .select('distinctId')
      .where('projectId', '=', projectId)
      .where('distinctId', 'in', ids)
      .where('isDeleted', '=', false)
      .execute();
    for (const { distinctId } of rows) known.add(distinctId);
  }
  return known;
}

/** Adds persons or replaces what is stored of them. Call it in a transaction. */
export async function savePersons(
  db: Queryable,
  projectId: number,
  persons: readonly PersonRow[],
  version: number,
): Promise<void> {
  const rows = persons.map((person) => ({
    projectId,
    id: person.id,
    createdAtUs: person.createdAtUs,
    properties: person.properties,
    isIdentified: person.isIdentified,
    isDeleted: false,
    version,
  }));
  await insertInPieces(db, rows, (piece) =>
    db
      .insertInto('persons')
      .values(piece)
      .onConflict((conflict) =>
        conflict.columns(['projectId', 'id']).doUpdateSet((eb) => ({
          createdAtUs: eb.ref('excluded.createdAtUs'),
          properties: eb.ref('excluded.properties'),
          isIdentified: eb.ref('excluded.isIdentified'),
          isDeleted: eb.ref('excluded.isDeleted'),
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
    projectId,
    distinctId,
    personId,
    isDeleted: false,
    version,
  }));
  await insertInPieces(db, rows, (piece) =>
    db
      .insertInto('personDistinctIds')
      .values(piece)
      .onConflict((conflict) =>
        conflict.columns(['projectId', 'distinctId']).doUpdateSet((eb) => ({
          personId: eb.ref('excluded.personId'),
          isDeleted: eb.ref('excluded.isDeleted'),
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
    .updateTable('personDistinctIds')
    .set({ personId, version })
    .where('projectId', '=', projectId)
    .where('personId', '=', oldPersonId)
    .execute();
  await markDeleted(db, projectId, oldPersonId, version).execute();
  await db
    .updateTable('personOverrides')
    .set({ personId, version })
    .where('projectId', '=', projectId)
    .where('personId', '=', oldPersonId)
    .execute();
  const override = { personId, isDeleted: false, version };
  await db
    .insertInto('personOverrides')
    .values({ projectId, oldPersonId, ...override })
    .onConflict((conflict) => conflict.columns(['projectId', 'oldPersonId']).doUpdateSet(override))
    .execute();
}
