import { stopwatchMs } from '../../base/clock.ts';

/** One stage of a run and how long it took, in milliseconds. */
export interface StageTime {
  readonly name: string;
  readonly durationMs: number;
}

/** A stopwatch with names: each `end` closes the stage that began at the one before. */
export class Stages {
  readonly startedMs: number = stopwatchMs();
  readonly #times: StageTime[] = [];
  #lastMs: number = this.startedMs;

  end(name: string): void {
    const nowMs = stopwatchMs();
    this.#times.push({ name, durationMs: nowMs - this.#lastMs });
    this.#lastMs = nowMs;
  }

  /** Makes one stage of all that were timed so far. */
  join(name: string): void {
    const durationMs = this.#lastMs - this.startedMs;
    this.#times.splice(0, this.#times.length, { name, durationMs });
  }

  get times(): readonly StageTime[] {
    return this.#times;
  }
}
