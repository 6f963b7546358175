/** Most pieces that wait for the next turn of the loop. */
const MOST_WAITING = 1_000;

/** Small work that no answer needs, done in a turn of the loop of its own after the answers of this one. */
export class LaterWork {
  #waiting: (() => void)[] = [];

  add(work: () => void): void {
    if (this.#waiting.length === 0) setImmediate(() => this.finish());
    this.#waiting.push(work);
    if (this.#waiting.length >= MOST_WAITING) this.finish();
  }

  /** Does all that waits. */
  finish(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const work of waiting) work();
  }
}
