import type { Observe } from './observation.ts';
import type { Wait } from './wait.ts';

/** What `Rounds` works with. `where` names the work in a reported failure. */
interface RoundParts {
  readonly observe: Observe;
  readonly wait: Wait;
  readonly where: string;
  readonly pauseMs: number;
}

/** Repeats background work, with a pause in between, until `stop` is called. Failures are observed, not thrown. */
export class Rounds {
  readonly #parts: RoundParts;
  readonly #stopping = new AbortController();
  #loop: Promise<void> = Promise.resolve();

  constructor(parts: RoundParts) {
    this.#parts = parts;
  }

  /** Aborted when `stop` is called. */
  get signal(): AbortSignal {
    return this.#stopping.signal;
  }

  /** @param pauseMs wait before the first round */
  start(round: () => Promise<void>, pauseMs = 0): void {
    this.#loop = this.#run(round, pauseMs);
  }

  /** Resolves when the running round has ended; no other round begins. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#loop;
  }

  /** Does one part of a round. A failure of the part is observed, and the round goes on. */
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
