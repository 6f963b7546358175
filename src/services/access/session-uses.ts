import { LRUCache } from 'lru-cache';
import { type ConsoleSessionRow, recordSessionUse } from '../../adapters/store/console-store.ts';
import type { Database } from '../../adapters/store/database.ts';
import type { Observe } from '../../base/observation.ts';

/** The last use of a session is stored at most this often. */
const RESOLUTION_MS = 60_000;
const MAX_BYTES = 4 * 1024 * 1024;
/** Approximate bytes that the uses of one session take in memory. */
const SESSION_BYTES = 250;

interface Uses {
  readonly lastMs: number;
  readonly storedMs: number;
}

/** When sessions of the console were used last, which says when they end. Stores it. */
export class SessionUses {
  readonly #database: Pick<Database, 'query'>;
  readonly #observe: Observe;
  readonly #uses = new LRUCache<string, Uses>({ maxSize: MAX_BYTES, sizeCalculation: () => SESSION_BYTES });

  constructor(database: Pick<Database, 'query'>, observe: Observe) {
    this.#database = database;
    this.#observe = observe;
  }

  /** True while the session has not ended, by its uses that the row or this service know of. */
  isLive({ tokenHash, lastUsedAtMs, idleMs, endsAtMs }: ConsoleSessionRow, nowMs: number): boolean {
    const lastMs = Math.max(lastUsedAtMs, this.#uses.get(tokenHash)?.lastMs ?? 0);
    return nowMs < Math.min(lastMs + idleMs, endsAtMs);
  }

  /** Notes that a session was used. The call does not wait for the write; a failure is observed. */
  note({ tokenHash, lastUsedAtMs }: ConsoleSessionRow, nowMs: number): void {
    const storedMs = this.#uses.get(tokenHash)?.storedMs ?? lastUsedAtMs;
    const isStored = Math.abs(nowMs - storedMs) < RESOLUTION_MS;
    this.#uses.set(tokenHash, { lastMs: nowMs, storedMs: isStored ? storedMs : nowMs });
    if (isStored) return;
    recordSessionUse(this.#database.query, tokenHash, nowMs).catch((error: unknown) =>
      this.#observe({ kind: 'failure', where: 'record the last use of a session', error }),
    );
  }
}
