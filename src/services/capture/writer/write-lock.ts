import { Lane } from '../../admission/lane.ts';
import { ONE_AT_A_TIME } from '../../admission/lanes.ts';

/**
 * Who writes events: capture (for all projects), or other work on one project. A backup keeps everybody from writing.
 */
type Writer = 'capture' | 'backup' | number;

/**
 * Lets one writer at a time decide which events are new: from the question for known events until the new ones are
 * recorded, nobody else may write events. Capture has every other turn; the projects take turns for the rest.
 */
export class WriteLock {
  readonly #lane = new Lane(ONE_AT_A_TIME);
  #rest: (() => Promise<void>) | null = null;

  /** True when somebody waits for the lock. */
  get isWanted(): boolean {
    return this.#lane.waiting > 0;
  }

  /** Runs `work` when its turn comes, after the rest that a failed holder has left. */
  async hold<T>(writer: Writer, work: () => Promise<T>): Promise<T> {
    const turn =
      writer === 'capture' ? { group: writer, member: writer } : { group: 'others', member: String(writer) };
    return this.#lane.run(turn, {}, async () => {
      await this.#finishRest();
      return work();
    });
  }

  /**
   * Call it as a holder that fails after it has begun to insert. Nobody else may write before `rest` has succeeded; it
   * may be tried several times.
   */
  leave(rest: () => Promise<void>): void {
    this.#rest = rest;
  }

  async #finishRest(): Promise<void> {
    await this.#rest?.();
    this.#rest = null;
  }
}
