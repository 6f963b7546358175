/**
 * Lets one writer at a time decide which events are new: between asking for known events and recording new ones,
 * nobody else may write events.
 */
export class WriteLock {
  #last: Promise<unknown> = Promise.resolve();
  #rest: (() => Promise<void>) | null = null;

  /** Runs `work` when all earlier work has ended, and after what a failed holder has left. */
  async hold<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.#last.then(async () => {
      await this.#finishRest();
      return work();
    });
    this.#last = mine.catch(() => undefined);
    return mine;
  }

  /**
   * To be called by a holder that fails after it has begun to insert: nobody else may write before `rest`, which may be
   * tried several times, has worked.
   */
  leave(rest: () => Promise<void>): void {
    this.#rest = rest;
  }

  async #finishRest(): Promise<void> {
    await this.#rest?.();
    this.#rest = null;
  }
}
