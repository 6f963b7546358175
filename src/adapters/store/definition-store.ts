import { sql } from 'kysely';
import type { Page, Paging } from '../../schema/page.ts';
import { bestPage, bySeen, holdsText, type SeenOrder } from './best-page.ts';
import type { Queryable } from './database.ts';
import { insertInPieces } from './insert-in-pieces.ts';
import { raiseContextRevision } from './project-store.ts';
import { readPage } from './read-page.ts';
import type { EventDefinitionTable, PropertyDefinitionTable } from './tables/definition-tables.ts';

export type PropertyOwner = PropertyDefinitionTable['type'];
export type StoredPropertyType = PropertyDefinitionTable['propertyType'];

export type PropertyDefinition = Pick<PropertyDefinitionTable, 'type' | 'name' | 'propertyType'>;

/** Rows of one statement of `listPropertyDefinitions`; each takes some milliseconds. */
const ROWS_PER_PAGE = 2_000;

/** The known properties of a project, by type and name. Read in pages, because a project may have 100,000 of them. */
export async function listPropertyDefinitions(
  db: Queryable,
  projectId: number,
): Promise<readonly PropertyDefinition[]> {
  const definitions: PropertyDefinition[] = [];
  for (;;) {
    const last = definitions.at(-1);
    const rows = await pageAfter(db, projectId, last);
    definitions.push(...rows);
    if (rows.length < ROWS_PER_PAGE) return definitions;
  }
}

function pageAfter(db: Queryable, projectId: number, last: PropertyDefinition | undefined) {
  const all = db
    .selectFrom('propertyDefinitions')
    .select(['type', 'name', 'propertyType'])
    .where('projectId', '=', projectId);
  const rest =
    last === undefined
      ? all
      : all.where(({ eb, refTuple, tuple }) =>
          eb(refTuple('type', 'name'), '>', tuple(last.type, last.name)),
        );
  return rest.orderBy('type').orderBy('name').limit(ROWS_PER_PAGE).execute();
}

/**
 * The most characters of a property name that is stored. An index entry of PostgreSQL holds 2.7 kB, and a character
 * takes at most four bytes.
 */
export const MAX_PROPERTY_NAME_LENGTH = 400;

/**
 * Adds properties that were seen for the first time; a known property keeps its type. Properties with names longer
 * than 400 characters are left out, so queries read them as text. Call it in a transaction.
 */
export async function addPropertyDefinitions(
  db: Queryable,
  projectId: number,
  definitions: readonly PropertyDefinition[],
  nowMs: number,
): Promise<void> {
  const storable = definitions.filter(({ name }) => name.length <= MAX_PROPERTY_NAME_LENGTH);
  const rows = storable.map(({ type, name, propertyType }) => ({
    projectId,
    type,
    name,
    propertyType,
    isPinned: false,
    updatedAtMs: nowMs,
  }));
  const added = await insertInPieces(db, rows, (piece) =>
    db
      .insertInto('propertyDefinitions')
      .values(piece)
      .onConflict((conflict) => conflict.doNothing())
      .returning(['projectId', 'type', 'name', 'propertyType']),
  );
  if (added > 0) await raiseContextRevision(db, projectId);
}

/** The type of a property; undefined when it is not known. */
export async function findPropertyType(
  db: Queryable,
  projectId: number,
  type: PropertyOwner,
  name: string,
): Promise<StoredPropertyType | undefined> {
  const row = await db
    .selectFrom('propertyDefinitions')
    .select('propertyType')
    .where('projectId', '=', projectId)
    .where('type', '=', type)
    .where('name', '=', name)
    .executeTakeFirst();
  return row?.propertyType;
}

/** Sets the type of a property by hand, known or not. Call it in a transaction. */
export async function setPropertyType(
  db: Queryable,
  projectId: number,
  definition: PropertyDefinition,
  nowMs: number,
): Promise<void> {
  const changed = { propertyType: definition.propertyType, isPinned: true, updatedAtMs: nowMs };
  await db
    .insertInto('propertyDefinitions')
    .values({ projectId, type: definition.type, name: definition.name, ...changed })
    .onConflict((conflict) => conflict.columns(['projectId', 'type', 'name']).doUpdateSet(changed))
    .execute();
  await raiseContextRevision(db, projectId);
}

export type EventDefinition = Omit<EventDefinitionTable, 'projectId'>;

/** Records that events came in. @param volumes new events by their name */
export async function recordEventNames(
  db: Queryable,
  projectId: number,
  volumes: ReadonlyMap<string, number>,
  nowMs: number,
): Promise<void> {
  const seen = { projectId, createdAtMs: nowMs, lastSeenAtMs: nowMs };
  const rows = Array.from(volumes, ([name, volume]) => ({ ...seen, name, volume }));
  await insertInPieces(db, rows, (piece) =>
    db
      .insertInto('eventDefinitions')
      .values(piece)
      .onConflict((conflict) =>
        conflict.columns(['projectId', 'name']).doUpdateSet({
          lastSeenAtMs: sql`excluded.last_seen_at_ms`,
          volume: sql`event_definitions.volume + excluded.volume`,
        }),
      ),
  );
}

/** The first names of events of a project in alphabetical order, at most `most`. */
export async function listEventNames(
  db: Queryable,
  projectId: number,
  most: number,
): Promise<readonly string[]> {
  const ofProject = db.selectFrom('eventDefinitions').select('name').where('projectId', '=', projectId);
  const rows = await ofProject.orderBy('name').limit(most).execute();
  return rows.map(({ name }) => name);
}

/** Which of the things that came in are asked for, and in which order. */
export interface SeenQuery extends Paging {
  /** A part of the name. */
  readonly search?: string | undefined;
  /** Default `name`. */
  readonly order_by?: SeenOrder;
}

/** A page of the event names of a project in the order asked for, and how many there are. */
export async function listEventDefinitions(
  db: Queryable,
  projectId: number,
  asked: SeenQuery,
): Promise<Page<EventDefinition>> {
  const ofProject = db
    .selectFrom('eventDefinitions')
    .select(['name', 'createdAtMs', 'lastSeenAtMs', 'volume'])
    .where('projectId', '=', projectId);
  const { search, order_by: order = 'name' } = asked;
  const byName = ofProject.orderBy('name');
  if (search === undefined && order === 'name') return readPage(byName, asked);
  const readAfter = (last: EventDefinition | undefined, count: number) =>
    (last === undefined ? byName : byName.where('name', '>', last.name)).limit(count).execute();
  const picking = { matches: ({ name }: EventDefinition) => holdsText(name, search), compare: bySeen(order) };
  return bestPage(readAfter, picking, asked);
}
