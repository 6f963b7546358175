import { Turns } from './turns.ts';

export interface PlaceLimits {
  /** Works that are in at once. */
  readonly places: number;
  /** Most who may wait, in all and for one name. */
  readonly waiting: number;
  readonly waitingForOne: number;
}

/**
 * Lets a bounded number of works in at once. The names for which works wait take turns, so whoever sends many at once
 * waits behind their own works, and others wait for only one of these.
 */
export class FairPlaces<Whom> {
  readonly #limits: PlaceLimits;
  readonly #waiting = new Turns<Whom>();
  #taken = 0;

  constructor(limits: PlaceLimits) {
    this.#limits = limits;
  }

  get taken(): number {
    return this.#taken;
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  /**
   * Resolves when there is a place, which `leave` gives back.
   * @param refusal makes the error of one who may not wait; `isOwnShare` = too many wait for the same name
   * @param signal ends the wait, with the signal's reason
   */
  async enter(whom: Whom, refusal: (isOwnShare: boolean) => Error, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    const { places, waiting, waitingForOne } = this.#limits;
    if (this.#taken < places) {
      this.#taken += 1;
      return;
    }
    const isOwnShare = this.#waiting.sizeOf(whom) >= waitingForOne;
    if (isOwnShare || this.#waiting.size >= waiting) throw refusal(isOwnShare);
    await this.#waiting.wait(whom, signal);
  }

  /** Gives a place back, to the next who waits before a newcomer can take it. Call it once for each `enter`. */
  leave(): void {
    if (!this.#waiting.next()) this.#taken -= 1;
  }
}
