/**
 * Counts the queries that somebody asked the engine to stop and that went on: a call of seconds that reads no clock,
 * a block that is being written. Each holds a place. When they hold most of them, only a new engine helps.
 */
export class StuckQueries {
  readonly #most: number;
  readonly #afterMs: number;
  readonly #giveUp: () => void;
  #count = 0;

  /**
   * @param places of which stuck queries may hold half
   * @param afterMs time that a query gets to end when it is stopped
   * @param giveUp called when more than half of the places are held
   */
  constructor(places: number, afterMs: number, giveUp: () => void) {
    this.#most = places / 2;
    this.#afterMs = afterMs;
    this.#giveUp = giveUp;
  }

  /** Watches a query that is being stopped. @returns to be called when it has ended */
  watch(): () => void {
    let isStuck = false;
    const timer = setTimeout(() => {
      isStuck = true;
      this.#count += 1;
      if (this.#count > this.#most) this.#giveUp();
    }, this.#afterMs);
    return () => {
      clearTimeout(timer);
      if (isStuck) this.#count -= 1;
    };
  }
}
