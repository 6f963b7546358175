import { AppError } from '../../../base/errors.ts';
import { Turns } from '../../../base/turns.ts';

/** Most who may wait, in all and for one name. */
const MAX_WAITING = 512;
const MAX_WAITING_FOR_ONE = 64;
const RETRY_AFTER_SECONDS = 1;

/**
 * Lets a bounded number of works in at once. The names for which works wait take turns, so whoever sends many at once
 * waits behind their own works, and others wait for only one of these.
 */
export class FairPlaces {
  readonly #waiting = new Turns<string>();
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
    if (this.#waiting.sizeOf(whom) >= MAX_WAITING_FOR_ONE || this.#waiting.size >= MAX_WAITING)
      throw new AppError('capture_capacity', 'Too many bodies wait to be looked through for a token.', {
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      });
    await this.#waiting.wait(whom, signal);
  }

  /** Gives a place back. Call it once for each `enter`. */
  leave(): void {
    if (!this.#waiting.next()) this.#free += 1;
  }
}
