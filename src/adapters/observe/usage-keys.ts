import { LRUCache } from 'lru-cache';
import type { Queryable } from '../store/database.ts';
import {
  type KeyUsageTally,
  listUsageKeys,
  MOST_KEYS,
  OTHER_KEYS,
  placeOf,
} from '../store/key-usage-store.ts';
import { addedCounts } from '../store/usage-store.ts';

/** Keys in memory, of all endpoints and hours together. */
const MOST_KNOWN = 200_000;

/** Which keys are told apart in the sums of an hour: the first thousand of each endpoint. The rest is one. */
export class UsageKeys {
  readonly #known = new LRUCache<string, ReadonlySet<string>>({
    maxSize: MOST_KNOWN,
    sizeCalculation: (keys) => keys.size + 1,
  });

  /** The sums with `other` in place of keys that come too late. The store is asked once for a key that is new. */
  async tellApart(db: Queryable, tallies: readonly KeyUsageTally[]): Promise<readonly KeyUsageTally[]> {
    const byHour = Map.groupBy(tallies, ({ endpointId, startMs }) => `${endpointId} ${startMs}`);
    const kept: KeyUsageTally[] = [];
    for (const [place, ofHour] of byHour) {
      const keys = await this.#keysOf(db, place, ofHour);
      for (const tally of ofHour) kept.push(keys.has(tally.keyId) ? tally : { ...tally, keyId: OTHER_KEYS });
    }
    return joined(kept);
  }

  async #keysOf(
    db: Queryable,
    place: string,
    ofHour: readonly KeyUsageTally[],
  ): Promise<ReadonlySet<string>> {
    const known = this.#known.get(place);
    const [first] = ofHour;
    const isKnown = known?.size === MOST_KEYS || ofHour.every(({ keyId }) => known?.has(keyId) === true);
    if (first === undefined || (known !== undefined && isKnown)) return known ?? new Set();
    const stored = await listUsageKeys(db, first);
    const keys = new Set([...stored, ...ofHour.map(({ keyId }) => keyId)]);
    const told = new Set([...keys].slice(0, MOST_KEYS));
    this.#known.set(place, told);
    return told;
  }
}

/** Sums of one place added up: a statement may write a row once. */
function joined(tallies: readonly KeyUsageTally[]): readonly KeyUsageTally[] {
  const sums = new Map<string, KeyUsageTally>();
  for (const tally of tallies) {
    const place = placeOf(tally);
    const before = sums.get(place);
    sums.set(
      place,
      before === undefined ? tally : { ...tally, ...addedCounts((name) => before[name] + tally[name]) },
    );
  }
  return [...sums.values()];
}
