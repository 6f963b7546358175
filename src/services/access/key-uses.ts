import { LRUCache } from 'lru-cache';
import type { Database } from '../../adapters/store/database.ts';
import { recordKeyUse } from '../../adapters/store/key-store.ts';
import type { Observe } from '../../base/observation.ts';
import type { KnownKey } from '../catalog/known-state.ts';

/** The last use of a key is stored at most this often. */
const RESOLUTION_MS = 60_000;
const MAX_BYTES = 4 * 1024 * 1024;
/** Approximate bytes that the last use of one key takes in memory. */
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

  /** Notes that a key was used. The call does not wait for the write; a failure is observed. */
  note({ principal: { keyId }, lastUsedAtMs }: KnownKey, nowMs: number): void {
    const storedAtMs = this.#storedAtMs.get(keyId) ?? lastUsedAtMs;
    if (storedAtMs !== null && Math.abs(nowMs - storedAtMs) < RESOLUTION_MS) return;
    this.#storedAtMs.set(keyId, nowMs);
    recordKeyUse(this.#database.query, keyId, nowMs).catch((error: unknown) =>
      this.#observe({ kind: 'failure', where: 'record the last use of a key', error }),
    );
  }
}
