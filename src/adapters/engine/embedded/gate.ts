/** Gives a place back; only the first call counts. */
export type Leave = () => void;

/** Lets at most `places` works in at once; the others wait in order. */
export class Gate {
  readonly #waiting = new Set<() => void>();
  #free: number;

  constructor(places: number) {
    this.#free = places;
  }

  /** Waits for a place as long as `stop` lets it. @throws the reason of `stop` */
  async enter(stop?: AbortSignal): Promise<Leave> {
    stop?.throwIfAborted();
    if (this.#free > 0) this.#free -= 1;
    else await this.#wait(stop);
    let isIn = true;
    return () => {
      if (isIn) this.#leave();
      isIn = false;
    };
  }

  /** @throws the reason of `stop` when it comes before a place is free */
  async run<Value>(work: () => Promise<Value>, stop?: AbortSignal): Promise<Value> {
    const leave = await this.enter(stop);
    try {
      return await work();
    } finally {
      leave();
    }
  }

  async #wait(stop: AbortSignal | undefined): Promise<void> {
    const place = Promise.withResolvers<void>();
    const giveUp = () => {
      if (this.#waiting.delete(place.resolve)) place.reject(stop?.reason);
    };
    this.#waiting.add(place.resolve);
    stop?.addEventListener('abort', giveUp);
    try {
      await place.promise;
    } finally {
      stop?.removeEventListener('abort', giveUp);
    }
  }

  #leave(): void {
    const [next] = this.#waiting;
    if (next === undefined) {
      this.#free += 1;
      return;
    }
    this.#waiting.delete(next);
    next();
  }
}
