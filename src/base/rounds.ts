import type { Observe } from './observation.ts';
import type { Wait } from './wait.ts';

/** What `Rounds` works with. `where` names the work in a reported failure. */
interface RoundParts {
  readonly observe: Observe;
  readonly wait: Wait;
  readonly where: string;
  readonly pauseMs: number;
}

/** Between a call of `wake` and the round: what else wakes it within that time has its part in the same round. */
const WOKEN_PAUSE_MS = 1_000;

/** Repeats background work, with a pause in between, until `stop` is called. Failures are observed, not thrown. */
export class Rounds {
  readonly #parts: RoundParts;
  readonly #stopping = new AbortController();
  #pause = new AbortController();
  #isWoken = false;
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

  /**
   * Has a round begin within a second, instead of after the pause. A round that runs may have looked already, so
   * another follows it. However often this is called, rounds are a second apart.
   */
  wake(): void {
    this.#isWoken = true;
    this.#pause.abort();
  }

  /** Resolves when the running round has ended; no other round begins. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#pause.abort();
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
    if (pauseMs > 0) await this.#rest(pauseMs);
    while (!this.signal.aborted) {
      this.#isWoken = false;
      await this.guard(round);
      await this.#rest(this.#parts.pauseMs);
    }
  }

  async #rest(pauseMs: number): Promise<void> {
    const { wait } = this.#parts;
    this.#pause = new AbortController();
    if (!this.#isWoken && !this.signal.aborted) await wait(pauseMs, this.#pause.signal);
    if (this.#isWoken) await wait(Math.min(pauseMs, WOKEN_PAUSE_MS), this.signal);
  }
}
