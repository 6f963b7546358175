import { LRUCache } from 'lru-cache';
import type { Database } from '../../adapters/store/database.ts';
import { recordKeyUse } from '../../adapters/store/key-store.ts';
import type { Observe } from '../../base/observation.ts';
import type { KnownKey } from '../catalog/known-state.ts';

/** The last use of a key is stored at most this often. */
const RESOLUTION_MS = 60_000;
const MAX_BYTES = 4 * 1024 * 1024;
/** What it takes to know when a key was used, about. */
const KEY_BYTES = 200;

/** Stores when keys were used last. */
export class KeyUses {
  readonly #database: Pick<Database, 'query'>;
  readonly #observe: Observe;
  readonly #storedAtMs = new LRUCache<string, number>({
    maxSize: MAX_BYTES,
    sizeCalculation: () => KEY_BYTES,
  });

  constructor(database: Pick<Database, 'query'>, observe: Observe) {
    this.#database = database;
    this.#observe = observe;
  }

  /** Not awaited by the call it belongs to: an answer does not wait for book-keeping. A failure is observed. */
  note({ principal: { keyId }, lastUsedAtMs }: KnownKey, nowMs: number): void {
    const storedAtMs = this.#storedAtMs.get(keyId) ?? lastUsedAtMs;
    if (storedAtMs !== null && Math.abs(nowMs - storedAtMs) < RESOLUTION_MS) return;
    this.#storedAtMs.set(keyId, nowMs);
    recordKeyUse(this.#database.query, keyId, nowMs).catch((error: unknown) =>
      this.#observe({ kind: 'failure', where: 'record the last use of a key', error }),
    );
  }
}
