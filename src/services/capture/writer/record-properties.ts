import type { Queryable } from '../../../adapters/store/database.ts';
import { addPropertyDefinitions } from '../../../adapters/store/definition-store.ts';
import { addPropertyCounts, type PropertyCount } from '../../../adapters/store/property-count-store.ts';

/**
 * Counts what new events bring; a property that is not known gets the type of its first value. Call it in a
 * transaction. Known ones are told to the store again with each block: it is asked for their counts anyway.
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
