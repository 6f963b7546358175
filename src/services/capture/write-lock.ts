/**
 * Lets one writer at a time decide which events are new: between asking for known events and recording new ones,
 * nobody else may write events.
 */
export class WriteLock {
  #last: Promise<unknown> = Promise.resolve();

  /** Runs `work` when all earlier work has ended. */
  async hold<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.#last.then(work);
    this.#last = mine.catch(() => undefined);
    return mine;
  }
}
