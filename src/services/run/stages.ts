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

  get times(): readonly StageTime[] {
    return this.#times;
  }

  get totalMs(): number {
    return stopwatchMs() - this.startedMs;
  }
}
