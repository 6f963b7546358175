import { LRUCache } from 'lru-cache';

/** What `ResultCache` must know of an entry. */
export interface CacheEntry {
  /** When the result was computed, milliseconds since 1970. */
  readonly computedAtMs: number;
  /** Memory that the entry takes, about. */
  readonly byteLength: number;
}

/** What a look-up found: an entry young enough, one that is too old, or nothing. */
export type CacheLookup<Entry> =
  | { readonly state: 'fresh'; readonly entry: Entry; readonly leftSeconds: number }
  | { readonly state: 'expired'; readonly entry: Entry; readonly leftSeconds: 0 }
  | { readonly state: 'absent'; readonly leftSeconds: 0 };

/** A result cannot be larger than this part of the cache, so that one does not push out all others. */
const LARGEST_PART = 1 / 8;

/**
 * Results as ready bytes, bounded by their bytes; the least recently used go first. Entries have no age of their own:
 * freshness is judged at each look-up with the age the endpoint has then, so a lowered age acts at once.
 */
export class ResultCache<Entry extends CacheEntry> {
  readonly #entries: LRUCache<string, Entry>;

  /** @param maxBytes bytes of all entries together; 0 keeps nothing */
  constructor(maxBytes: number) {
    this.#entries = new LRUCache({
      maxSize: Math.max(1, maxBytes),
      maxEntrySize: Math.max(1, Math.floor(maxBytes * LARGEST_PART)),
      sizeCalculation: (entry, key) => entry.byteLength + key.length * 2 + 200,
    });
  }

  /** @param nowMs an entry computed after it (only a test clock can do that) has the age 0 */
  look(key: string, ageSeconds: number, nowMs: number): CacheLookup<Entry> {
    const entry = this.#entries.get(key);
    if (entry === undefined) return { state: 'absent', leftSeconds: 0 };
    const leftSeconds = ageSeconds - Math.max(0, nowMs - entry.computedAtMs) / 1000;
    return leftSeconds > 0
      ? { state: 'fresh', entry, leftSeconds }
      : { state: 'expired', entry, leftSeconds: 0 };
  }

  /** Keeps a result; of two for one key the one computed later stays. */
  store(key: string, entry: Entry): void {
    const present = this.#entries.peek(key);
    if (present !== undefined && present.computedAtMs > entry.computedAtMs) return;
    this.#entries.set(key, entry);
  }

  /** Bytes in use now. */
  get byteLength(): number {
    return this.#entries.calculatedSize;
  }

  get entryCount(): number {
    return this.#entries.size;
  }
}
