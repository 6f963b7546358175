import type { PropertyCount } from '../../adapters/store/property-count-store.ts';

/** Counts of several requests as one for each property. */
export function joinPropertyCounts(counts: readonly PropertyCount[]): readonly PropertyCount[] {
  const joined = new Map<string, PropertyCount>();
  for (const count of counts) {
    const key = `${count.type} ${count.name}`;
    const before = joined.get(key);
    joined.set(key, before === undefined ? count : sumOf(before, count));
  }
  return [...joined.values()];
}

function sumOf(a: PropertyCount, b: PropertyCount): PropertyCount {
  return {
    ...a,
    volume: a.volume + b.volume,
    seenTypes: [...new Set([...a.seenTypes, ...b.seenTypes])],
  };
}
