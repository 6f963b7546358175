import { AppError } from '../../../base/errors.ts';

/** Most who may wait, in all and for one name. */
const MAX_WAITING = 512;
const MAX_WAITING_FOR_ONE = 64;
const RETRY_AFTER_SECONDS = 1;

/**
 * Lets a bounded number of works in at once. The names for which works wait take turns, so whoever sends many at once
 * waits behind their own works, and others wait for only one of these.
 */
export class FairPlaces {
  readonly #waiting = new Map<string, Set<() => void>>();
  #waitingCount = 0;
  #free: number;

  constructor(places: number) {
    this.#free = places;
  }

  /**
   * Resolves when there is a place, which `leave` gives back.
   * @param signal ends the wait, with the signal's reason
   * @throws AppError capture_capacity (too many wait)
   */
  async enter(whom: string, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    if (this.#free > 0) {
      this.#free -= 1;
      return;
    }
    const queue = this.#waiting.get(whom) ?? new Set();
    if (queue.size >= MAX_WAITING_FOR_ONE || this.#waitingCount >= MAX_WAITING)
      throw new AppError('capture_capacity', 'Too many bodies wait to be looked through for a token.', {
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      });
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#waiting.set(whom, queue.add(resolve));
    this.#waitingCount += 1;
    const abandon = (): void => {
      // Somebody who has been let in already gives the place back with `leave`, as usual.
      if (this.#remove(whom, resolve)) reject(signal?.reason);
    };
    signal?.addEventListener('abort', abandon, { once: true });
    try {
      await promise;
    } finally {
      signal?.removeEventListener('abort', abandon);
    }
  }

  /** Gives a place back. Call it once for each `enter`. */
  leave(): void {
    const [next] = this.#waiting;
    if (next === undefined) {
      this.#free += 1;
      return;
    }
    const [whom, queue] = next;
    const [first] = queue;
    if (first !== undefined) this.#remove(whom, first);
    this.#waiting.delete(whom);
    if (queue.size > 0) this.#waiting.set(whom, queue);
    first?.();
  }

  /** Removes a waiter. True when it was waiting. */
  #remove(whom: string, waiter: () => void): boolean {
    const queue = this.#waiting.get(whom);
    if (queue?.delete(waiter) !== true) return false;
    this.#waitingCount -= 1;
    if (queue.size === 0) this.#waiting.delete(whom);
    return true;
  }
}
