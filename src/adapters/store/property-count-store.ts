import { sql } from 'kysely';
import type { Page } from '../../schema/page.ts';
import { bestPage, bySeen, holdsText } from './best-page.ts';
import type { Queryable } from './database.ts';
import {
  MAX_PROPERTY_NAME_LENGTH,
  type PropertyDefinition,
  type PropertyOwner,
  type SeenQuery,
  type StoredPropertyType,
} from './definition-store.ts';
import { insertInPieces } from './insert-in-pieces.ts';
import { readPage } from './read-page.ts';

/** Values of a property that came in. */
export interface PropertyCount {
  readonly type: PropertyOwner;
  readonly name: string;
  readonly volume: number;
  /** Types of the values; at least one. */
  readonly seenTypes: readonly StoredPropertyType[];
}

/** The place of a type in the list is its bit in `seenTypes`. */
const TYPES: readonly StoredPropertyType[] = ['String', 'Numeric', 'Boolean', 'DateTime'];

/** Adds what came in to what is known. Call it in a transaction. */
export async function addPropertyCounts(
  db: Queryable,
  projectId: number,
  counts: readonly PropertyCount[],
  nowMs: number,
): Promise<void> {
  const storable = counts.filter(({ name }) => name.length <= MAX_PROPERTY_NAME_LENGTH);
  const rows = storable.map(({ type, name, volume, seenTypes }) => ({
    projectId,
    type,
    name,
    volume,
    seenTypes: seenTypes.reduce((bits, seen) => bits | (1 << TYPES.indexOf(seen)), 0),
    lastSeenAtMs: nowMs,
  }));
  await insertInPieces(db, rows, (piece) =>
    db
      .insertInto('propertyCounts')
      .values(piece)
      .onConflict((conflict) =>
        conflict.columns(['projectId', 'type', 'name']).doUpdateSet({
          volume: sql`property_counts.volume + excluded.volume`,
          seenTypes: sql`property_counts.seen_types | excluded.seen_types`,
          lastSeenAtMs: sql`excluded.last_seen_at_ms`,
        }),
      ),
  );
}

/** A property with what is known of its values. */
interface CountedProperty extends PropertyDefinition {
  readonly volume: number;
  readonly seenTypes: readonly StoredPropertyType[];
  /** Null when none came in. */
  readonly lastSeenAtMs: number | null;
}

/** Which properties are asked for, and in which order. */
export interface PropertyQuery extends SeenQuery {
  readonly type?: PropertyOwner | undefined;
}

/** A page of the properties of a project in the order asked for (`name`: by type, then name), and how many match. */
export async function listCountedProperties(
  db: Queryable,
  projectId: number,
  asked: PropertyQuery,
): Promise<Page<CountedProperty>> {
  const { type, search, order_by: order = 'name' } = asked;
  const ofProject = db
    .selectFrom('propertyDefinitions as known')
    .leftJoin('propertyCounts as counted', (join) =>
      join
        .onRef('counted.projectId', '=', 'known.projectId')
        .onRef('counted.type', '=', 'known.type')
        .onRef('counted.name', '=', 'known.name'),
    )
    .select(['known.type', 'known.name', 'known.propertyType'])
    .select(['counted.volume', 'counted.seenTypes', 'counted.lastSeenAtMs'])
    .where('known.projectId', '=', projectId);
  const ofType = type === undefined ? ofProject : ofProject.where('known.type', '=', type);
  const byName = ofType.orderBy('known.type').orderBy('known.name');
  const readAfter = (last: Pick<PropertyDefinition, 'type' | 'name'> | undefined, count: number) =>
    (last === undefined
      ? byName
      : byName.where(({ eb, refTuple, tuple }) =>
          eb(refTuple('known.type', 'known.name'), '>', tuple(last.type, last.name)),
        )
    )
      .limit(count)
      .execute();
  const page =
    search === undefined && order === 'name'
      ? await readPage(byName, asked)
      : await bestPage(
          readAfter,
          { matches: ({ name }) => holdsText(name, search), compare: bySeen(order) },
          asked,
        );
  const results = page.results.map((row) => ({
    ...row,
    volume: row.volume ?? 0,
    seenTypes: TYPES.filter((_, bit) => ((row.seenTypes ?? 0) & (1 << bit)) !== 0),
  }));
  return { ...page, results };
}
