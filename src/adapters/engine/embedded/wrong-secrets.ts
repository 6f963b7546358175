import { stopwatchMs } from '../../../base/clock.ts';

const WINDOW_MS = 1_000;
/** Wrong secrets of one address that are answered in a second. */
const ANSWERED = 10;
/** Addresses that are counted in a second; those that come later are not answered. */
const MOST_ADDRESSES = 10_000;

/**
 * Bounds how often strangers may guess. Who knows a secret is never held up, also behind the address of one who
 * guesses.
 */
export class WrongSecrets {
  readonly #counts = new Map<string, number>();
  #sinceMs = stopwatchMs();

  /** Counts a wrong secret. @returns false when it is to be met with silence */
  mayBeAnswered(address: string): boolean {
    if (stopwatchMs() - this.#sinceMs >= WINDOW_MS) {
      this.#counts.clear();
      this.#sinceMs = stopwatchMs();
    }
    const count = this.#counts.get(address) ?? 0;
    if (count >= ANSWERED || (count === 0 && this.#counts.size >= MOST_ADDRESSES)) return false;
    this.#counts.set(address, count + 1);
    return true;
  }
}
