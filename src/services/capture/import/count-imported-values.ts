import type { ImportedValues } from '../../../adapters/engine/statements/read-imported-values.ts';
import type { PropertyOwner, StoredPropertyType } from '../../../adapters/store/definition-store.ts';
import type { PropertyCount } from '../../../adapters/store/property-count-store.ts';
import { propertyTypeOf } from '../event/property-counter.ts';

/**
 * Each property with the number of its values and their types, the earliest type first, as capture counts properties.
 */
export function countImportedValues(
  type: PropertyOwner,
  values: readonly ImportedValues[],
): readonly PropertyCount[] {
  const counts = new Map<string, { volume: number; seenTypes: Set<StoredPropertyType> }>();
  for (const each of values) {
    const count = counts.get(each.name) ?? { volume: 0, seenTypes: new Set() };
    count.volume += each.volume;
    counts.set(each.name, { ...count, seenTypes: count.seenTypes.add(typeOf(each)) });
  }
  return [...counts].map(([name, { volume, seenTypes }]) => ({
    type,
    name,
    volume,
    seenTypes: [...seenTypes],
  }));
}

function typeOf({ kind, text }: ImportedValues): StoredPropertyType {
  return kind === 'Date' ? propertyTypeOf(parseStart(text)) : kind;
}

/** The value of a JSON text that may be cut off. A text that was cut off is longer than any time. */
function parseStart(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return json;
  }
}
