/**
 * Lets so many works in at once. Those who wait are taken in turns by whom they are for: whoever sends many at once
 * waits behind their own, and others wait for one of them.
 */
export class FairPlaces {
  readonly #waiting = new Map<string, (() => void)[]>();
  #free: number;

  constructor(places: number) {
    this.#free = places;
  }

  /** Resolves when there is a place, which `leave` gives back. */
  async enter(whom: string): Promise<void> {
    if (this.#free > 0) {
      this.#free -= 1;
      return;
    }
    await new Promise<void>((resolve) => {
      const queue = this.#waiting.get(whom);
      if (queue === undefined) this.#waiting.set(whom, [resolve]);
      else queue.push(resolve);
    });
  }

  /** To be called once for each `enter`. */
  leave(): void {
    const [next] = this.#waiting;
    if (next === undefined) {
      this.#free += 1;
      return;
    }
    const [whom, queue] = next;
    this.#waiting.delete(whom);
    const first = queue.shift();
    if (queue.length > 0) this.#waiting.set(whom, queue);
    first?.();
  }
}
