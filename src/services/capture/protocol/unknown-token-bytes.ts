import { AppError } from '../../../base/errors.ts';
import { FairPlaces, type PlaceLimits } from '../../../base/fair-places.ts';
import type { LoopSlices } from '../../../base/loop-slices.ts';

/** Counts the bytes of an address in windows of one second. */
interface ByteRate {
  /** @throws AppError throttled when the window is used up */
  take(address: string, bytes: number): unknown;
  giveBack(address: string, bytes: number): void;
}

/** The search for a token in the body of one request. */
export interface TokenSearch {
  /**
   * Lets a piece be looked at, one of all searches in each turn of the event loop.
   * @throws AppError throttled (the address has used up its bytes of this second), capture_capacity (all together have)
   */
  admit(bytes: number): Promise<void>;
  /** Ends the search. When the token is known, the bytes searched before it cost nothing. */
  close(isKnown: boolean): void;
}

/**
 * Bytes of a body that are free to search. Clients write their token in front, and a good token must not be refused
 * because of what others send from the same address. Each layer of a body has such a free piece at its beginning.
 */
const FREE_BYTES = 128 * 1024;

/**
 * Most bodies that are searched at once. Many searches side by side would bring all their pieces to the same turn of
 * the event loop, and a longer turn brings still more of them. So many bodies may wait, in all and of one address.
 */
const SEARCHES: PlaceLimits = { places: 4, waiting: 512, waitingForOne: 64 };

/**
 * Bounds what may be unpacked and searched before a known capture token is found: for each address by the second, and
 * for all open searches together. A request with a known token is bound by neither.
 */
export class UnknownTokenBytes {
  readonly #rate: ByteRate;
  readonly #maxOpenBytes: number;
  readonly #slices: LoopSlices;
  readonly #places = new FairPlaces<string>(SEARCHES);
  #openBytes = 0;

  constructor(rate: ByteRate, maxOpenBytes: number, slices: LoopSlices) {
    this.#rate = rate;
    this.#maxOpenBytes = maxOpenBytes;
    this.#slices = slices;
  }

  /**
   * Waits until few enough others search. Addresses take turns.
   * @throws AppError capture_capacity (too many wait), what `signal` aborts with
   */
  async open(address: string, signal?: AbortSignal): Promise<TokenSearch> {
    await this.#places.enter(address, refusal, signal);
    let isOpen = true;
    let freeBytes = FREE_BYTES;
    let mine = 0;
    return {
      admit: async (bytes) => {
        freeBytes -= bytes;
        if (freeBytes >= 0) return this.#slices.turn();
        this.#rate.take(address, bytes);
        if (this.#openBytes + bytes > this.#maxOpenBytes)
          throw new AppError('capture_capacity', 'Too many bodies without a known token arrive at once.', {
            retryAfterSeconds: 1,
          });
        mine += bytes;
        this.#openBytes += bytes;
        return this.#slices.turn();
      },
      close: (isKnown) => {
        this.#openBytes -= mine;
        if (isKnown) this.#rate.giveBack(address, mine);
        mine = 0;
        if (isOpen) this.#places.leave();
        isOpen = false;
      },
    };
  }
}

function refusal(): AppError {
  return new AppError('capture_capacity', 'Too many bodies wait to be looked through for a token.', {
    retryAfterSeconds: 1,
  });
}
