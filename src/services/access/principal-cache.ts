import { LRUCache } from 'lru-cache';
import { stopwatchMs } from '../../base/clock.ts';
import type { Principal } from './principal.ts';

/** What the store said about one secret. */
export interface KnownSecret {
  /** Null when no key has this secret. */
  readonly principal: Principal | null;
  /** Milliseconds since 1970; null = never. */
  readonly expiresAtMs: number | null;
  readonly lastUsedAtMs: number | null;
}

interface Entry {
  known: KnownSecret;
  readonly checkedAtMs: number;
}

/** Another replica's revocation acts when the entry is this old; [SPEC-7] allows 2 s. */
const MAX_AGE_MS = 1000;
/** About 500 bytes each. */
const MAX_ENTRIES = 20_000;

/**
 * Secrets seen in the last second, known and unknown ones, by their hash: a warm call asks no store, and a flood of
 * wrong keys asks it once a second for each.
 */
export class PrincipalCache {
  readonly #entries = new LRUCache<string, Entry>({ max: MAX_ENTRIES });
  readonly #loading = new Map<string, Promise<KnownSecret>>();
  /** Raised by `clear`: a load that began before may have read what was changed since, so it is not kept. */
  #generation = 0;

  /** The fresh entry of `secretHash`. */
  peek(secretHash: string): KnownSecret | undefined {
    const entry = this.#entries.get(secretHash);
    if (entry !== undefined && stopwatchMs() - entry.checkedAtMs < MAX_AGE_MS) return entry.known;
    return undefined;
  }

  /** The fresh entry of `secretHash`, else what `load` says; simultaneous callers share one load. */
  async get(secretHash: string, load: () => Promise<KnownSecret>): Promise<KnownSecret> {
    const known = this.peek(secretHash);
    if (known !== undefined) return known;
    const running = this.#loading.get(secretHash);
    if (running !== undefined) return running;
    const loading = this.#load(secretHash, load);
    this.#loading.set(secretHash, loading);
    return loading;
  }

  /** Remembers in a fresh entry that the use of the key was recorded. */
  setLastUsed(secretHash: string, lastUsedAtMs: number): void {
    const entry = this.#entries.peek(secretHash);
    if (entry !== undefined) entry.known = { ...entry.known, lastUsedAtMs };
  }

  /** Forgets everything, after keys were changed by this process: they act with the next call. */
  clear(): void {
    this.#entries.clear();
    this.#loading.clear();
    this.#generation += 1;
  }

  async #load(secretHash: string, load: () => Promise<KnownSecret>): Promise<KnownSecret> {
    const checkedAtMs = stopwatchMs();
    const generation = this.#generation;
    try {
      const known = await load();
      if (generation === this.#generation) this.#entries.set(secretHash, { known, checkedAtMs });
      return known;
    } finally {
      if (generation === this.#generation) this.#loading.delete(secretHash);
    }
  }
}
