import { Lane } from '../../admission/lane.ts';
import { ONE_AT_A_TIME } from '../../admission/lanes.ts';

/** Who writes events: capture, for all projects, or something of one project. A backup wants nobody to write. */
type Writer = 'capture' | 'backup' | number;

/**
 * Lets one writer at a time decide which events are new: between asking for known events and recording new ones,
 * nobody else may write events. Capture has every other turn; the projects take turns for the rest.
 */
export class WriteLock {
  readonly #lane = new Lane(ONE_AT_A_TIME);
  #rest: (() => Promise<void>) | null = null;

  /** Runs `work` when it is its turn, and after what a failed holder has left. */
  async hold<T>(writer: Writer, work: () => Promise<T>): Promise<T> {
    const turn =
      writer === 'capture' ? { group: writer, member: writer } : { group: 'others', member: String(writer) };
    return this.#lane.run(turn, {}, async () => {
      await this.#finishRest();
      return work();
    });
  }

  /**
   * To be called by a holder that fails after it has begun to insert: nobody else may write before `rest`, which may be
   * tried several times, has worked.
   */
  leave(rest: () => Promise<void>): void {
    this.#rest = rest;
  }

  async #finishRest(): Promise<void> {
    await this.#rest?.();
    this.#rest = null;
  }
}
