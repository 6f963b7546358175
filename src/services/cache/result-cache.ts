import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { SEMANTICS_REVISION } from '../../query/plan.ts';

/** Everything that a result depends on, besides the events themselves. */
export interface CacheKeyParts {
  readonly projectId: number;
  /** `answerReads` of the run: the settings, types, actions and epoch of the project that the run depends on. */
  readonly reads: string;
  /** Unique for ever: an endpoint that is deleted and created again gets another id. */
  readonly endpointId: string;
  /** The name is part of the answer. */
  readonly endpointName: string;
  readonly version: number;
  /** `PreparedRun.canonical`: effective query, coerced variables, filters, limit and offset. */
  readonly canonical: string;
  /** Format and spelling of 64-bit integers, such as `json` or `json+int64`. */
  readonly variant: string;
}

/**
 * The key of a result: equal for equal parts, different for different ones. Each part is written as JSON, so no part
 * can imitate the border to the next part. The whole is hashed, so a key is short whatever the variables hold.
 */
export function cacheKey(parts: CacheKeyParts): string {
  const text = JSON.stringify([
    SEMANTICS_REVISION,
    parts.projectId,
    parts.reads,
    parts.endpointId,
    parts.endpointName,
    parts.version,
    parts.variant,
    parts.canonical,
  ]);
  return hash('sha256', text, 'base64url');
}

/** What `ResultCache` must know of an entry. */
export interface CacheEntry {
  /** When the result was computed, milliseconds since 1970. */
  readonly computedAtMs: number;
  /** Approximate bytes that the entry takes in memory. */
  readonly byteLength: number;
}

/** What a look-up found: an entry young enough, one that is too old, or nothing. */
export type CacheLookup<Entry> =
  | { readonly state: 'fresh'; readonly entry: Entry; readonly leftSeconds: number }
  | { readonly state: 'expired'; readonly entry: Entry; readonly leftSeconds: 0 }
  | { readonly state: 'absent'; readonly leftSeconds: 0 };

/** The time of a look-up. */
export interface LookupTime {
  /** Time of the call, milliseconds since 1970; ages are counted up to it. */
  readonly nowMs: number;
  /** Entries computed after this time come from a clock that was set back since, so their age is unknown. */
  readonly latestMs: number;
}

interface Kept<Entry> {
  readonly entry: Entry;
  readonly beganMs: number;
}

/** A result may take at most this part of the cache, so that one result does not push out all others. */
const LARGEST_PART = 1 / 8;

/**
 * Results as ready bytes, bounded by the sum of their bytes; the least recently used go first. Entries have no age of
 * their own: each look-up judges freshness by the age that the endpoint allows at that time, so a lowered age acts at
 * once.
 */
export class ResultCache<Entry extends CacheEntry> {
  readonly #entries: LRUCache<string, Kept<Entry>>;
  readonly #isCurrent: () => boolean;

  /**
   * @param maxBytes bytes of all entries together; 0 keeps nothing
   * @param isCurrent false while other services may have newer results that this one has not heard of
   */
  constructor(maxBytes: number, isCurrent: () => boolean = () => true) {
    this.#isCurrent = isCurrent;
    this.#entries = new LRUCache({
      maxSize: Math.max(1, maxBytes),
      maxEntrySize: Math.max(1, Math.floor(maxBytes * LARGEST_PART)),
      sizeCalculation: ({ entry }, key) => entry.byteLength + key.length * 2 + 200,
    });
  }

  /**
   * Looks for an entry. An entry after `latestMs` counts as expired; one computed after `nowMs` (the call began
   * earlier, or has a test clock) has the age 0.
   */
  look(key: string, ageSeconds: number, { nowMs, latestMs }: LookupTime): CacheLookup<Entry> {
    const entry = this.#entries.get(key)?.entry;
    if (entry === undefined || !this.#isCurrent()) return { state: 'absent', leftSeconds: 0 };
    const leftSeconds = ageSeconds - Math.max(0, nowMs - entry.computedAtMs) / 1000;
    return leftSeconds > 0 && entry.computedAtMs <= latestMs
      ? { state: 'fresh', entry, leftSeconds }
      : { state: 'expired', entry, leftSeconds: 0 };
  }

  /** The entry kept under the key, whatever its age. */
  get(key: string): Entry | undefined {
    return this.#entries.get(key)?.entry;
  }

  /**
   * Keeps a result. Of two results for one key, the one whose computation began later stays.
   * @param beganMs by a stopwatch: by a clock that is set back the older result would stay
   */
  store(key: string, entry: Entry, beganMs: number): void {
    const present = this.#entries.peek(key);
    if (present !== undefined && present.beganMs > beganMs) return;
    this.#entries.set(key, { entry, beganMs });
  }

  /** Forgets the result of a key: another service has a newer one. */
  forget(key: string): void {
    this.#entries.delete(key);
  }

  clear(): void {
    this.#entries.clear();
  }

  /** Bytes that all entries take now. */
  get byteLength(): number {
    return this.#entries.calculatedSize;
  }

  get entryCount(): number {
    return this.#entries.size;
  }
}
