import { stopwatchMs } from './clock.ts';

/** The moment after which a request is no longer worth working on. Monotonic, so clock changes do not move it. */
export class Deadline {
  readonly #atMs: number;

  private constructor(atMs: number) {
    this.#atMs = atMs;
  }

  static after(ms: number): Deadline {
    return new Deadline(stopwatchMs() + ms);
  }

  /** Milliseconds left, never below 0. */
  leftMs(): number {
    return Math.max(0, this.#atMs - stopwatchMs());
  }

  get isOver(): boolean {
    return this.leftMs() === 0;
  }
}
