import {
  countEventMutations,
  deleteExpiredEvents,
} from '../../../adapters/engine/statements/delete-expired-events.ts';
import { listExpiringProjects } from '../../../adapters/store/event-retention-store.ts';
import { keptFromMs } from '../../../base/event-retention.ts';
import { wait } from '../../../base/wait.ts';
import type { WriterServices } from '../writer/writer-services.ts';

/** Each day takes one more day of every project from the disk; more often would rewrite the same months. */
const PAUSE_MS = 24 * 3_600_000;
const FIRST_PAUSE_MS = 60_000;
/** Should the clock go back by so much, no answer depends on what is left on the disk. */
const MARGIN_MS = 24 * 3_600_000;
/** Between two looks whether the engine has done what it was given. */
const LOOK_MS = 1_000;

/**
 * Takes events that their project keeps no longer from the disk. No answer depends on when: queries do not see them
 * from the moment on ([CAP-8.1]). One project after the other; the engine remembers what it was told across restarts,
 * and what it was not told is found again.
 */
export class EventExpirer {
  readonly #services: Pick<WriterServices, 'database' | 'engine' | 'clock' | 'observe'>;
  readonly #closing = new AbortController();
  #loop: Promise<void> = Promise.resolve();

  constructor(services: Pick<WriterServices, 'database' | 'engine' | 'clock' | 'observe'>) {
    this.#services = services;
  }

  start(): void {
    this.#loop = this.#run();
  }

  /** Ends after the statement that it is in. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#loop;
  }

  /** Looks at every project once. */
  async expire(): Promise<void> {
    const { database, engine, clock } = this.#services;
    for (const { id, ...retention } of await listExpiringProjects(database.query)) {
      if (this.#closing.signal.aborted) return;
      const beforeMs = keptFromMs(retention, clock.nowMs() - MARGIN_MS);
      if (beforeMs !== null && (await deleteExpiredEvents(engine, id, beforeMs))) await this.#untilDone();
    }
  }

  async #run(): Promise<void> {
    const { signal } = this.#closing;
    await wait(FIRST_PAUSE_MS, signal);
    while (!signal.aborted) {
      try {
        await this.expire();
      } catch (error) {
        if (!signal.aborted) this.#services.observe({ kind: 'failure', where: 'expire events', error });
      }
      await wait(PAUSE_MS, signal);
    }
  }

  async #untilDone(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted && (await countEventMutations(this.#services.engine)) > 0)
      await wait(LOOK_MS, signal);
  }
}
