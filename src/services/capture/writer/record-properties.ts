import type { Queryable } from '../../../adapters/store/database.ts';
import { addPropertyDefinitions } from '../../../adapters/store/definition-store.ts';
import { addPropertyCounts, type PropertyCount } from '../../../adapters/store/property-count-store.ts';

/**
 * Counts the properties that new events bring. A new property gets the type of its first value. Call it in a
 * transaction. Known properties are sent to the store with each block too, because their counts change anyway.
 */
export async function recordProperties(
  db: Queryable,
  projectId: number,
  counts: readonly PropertyCount[],
  nowMs: number,
): Promise<void> {
  const definitions = counts.flatMap(({ type, name, seenTypes: [propertyType] }) =>
    propertyType === undefined ? [] : [{ type, name, propertyType }],
  );
  await addPropertyDefinitions(db, projectId, definitions, nowMs);
  await addPropertyCounts(db, projectId, counts, nowMs);
}
