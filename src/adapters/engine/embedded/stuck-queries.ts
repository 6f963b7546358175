/** What a child that ends itself writes to stderr as the reason. */
export const STUCK_REASON = 'All places were held by queries that did not end when they were stopped.';

/**
 * Counts the queries that somebody asked the engine to stop and that went on: a call of seconds that reads no clock, a
 * block that is being written. Each such query holds a place, and the places of its caller. A new engine is the last
 * resort, because it costs everybody's queries: only when nobody is left who could go on.
 */
export class StuckQueries {
  readonly #most: number;
  readonly #afterMs: number;
  readonly #giveUp: () => void;
  #count = 0;

  /**
   * @param most number of stuck queries that leaves no place to others
   * @param afterMs time that a stopped query gets to end
   * @param giveUp called when there are `most` of them
   */
  constructor(most: number, afterMs: number, giveUp: () => void) {
    this.#most = most;
    this.#afterMs = afterMs;
    this.#giveUp = giveUp;
  }

  /** Watches a query that is being stopped. @returns a function to call when the query has ended */
  watch(): () => void {
    let isStuck = false;
    const timer = setTimeout(() => {
      isStuck = true;
      this.#count += 1;
      if (this.#count >= this.#most) this.#giveUp();
    }, this.#afterMs);
    return () => {
      clearTimeout(timer);
      if (isStuck) this.#count -= 1;
    };
  }
}
