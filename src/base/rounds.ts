import type { Observe } from './observation.ts';
import type { Wait } from './wait.ts';

/** What rounds work with, and what is told of a failure. */
interface RoundParts {
  readonly observe: Observe;
  readonly wait: Wait;
  readonly where: string;
  readonly pauseMs: number;
}

/** Repeats background work, with a pause between, until it is stopped. Failures are told, not thrown. */
export class Rounds {
  readonly #parts: RoundParts;
  readonly #stopping = new AbortController();
  #loop: Promise<void> = Promise.resolve();

  constructor(parts: RoundParts) {
    this.#parts = parts;
  }

  /** Aborted when it is told to stop. */
  get signal(): AbortSignal {
    return this.#stopping.signal;
  }

  /** @param pauseMs before the first round */
  start(round: () => Promise<void>, pauseMs = 0): void {
    this.#loop = this.#run(round, pauseMs);
  }

  /** Ends after the step that it is in. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#loop;
  }

  /** Does a part of a round whose failure must not keep the others waiting. */
  async guard(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      const { observe, where } = this.#parts;
      if (!this.signal.aborted) observe({ kind: 'failure', where, error });
    }
  }

  async #run(round: () => Promise<void>, pauseMs: number): Promise<void> {
    if (pauseMs > 0) await this.#parts.wait(pauseMs, this.signal);
    while (!this.signal.aborted) {
      await this.guard(round);
      await this.#parts.wait(this.#parts.pauseMs, this.signal);
    }
  }
}
