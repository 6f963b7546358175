/**
 * Work that many ask for at once, by name. Who asks while the work runs shares the next run with all others who do: it
 * begins after they have asked.
 */
export class SharedRuns {
  readonly #running = new Map<string, Promise<void>>();
  readonly #next = new Map<string, Promise<void>>();

  /** Resolves or rejects as a run that begins now or later does. */
  run(name: string, work: () => Promise<void>): Promise<void> {
    const running = this.#running.get(name);
    if (running === undefined) return this.#begin(name, work);
    const shared =
      this.#next.get(name) ??
      running
        .catch(() => undefined)
        .then(() => {
          this.#next.delete(name);
          return this.#begin(name, work);
        });
    this.#next.set(name, shared);
    return shared;
  }

  #begin(name: string, work: () => Promise<void>): Promise<void> {
    const running = work().finally(() => this.#running.delete(name));
    this.#running.set(name, running);
    return running;
  }
}
