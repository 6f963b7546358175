import {
  countEventMutations,
  deleteExpiredEvents,
} from '../../../adapters/engine/statements/delete-expired-events.ts';
import { listExpiringProjects } from '../../../adapters/store/event-retention-store.ts';
import { keptFromMs } from '../../../base/event-retention.ts';
import { wait } from '../../../base/wait.ts';
import type { WriterServices } from '../writer/writer-services.ts';

/** Each day one more day of every project expires. Deleting it more often would rewrite the same months again. */
const PAUSE_MS = 24 * 3_600_000;
const FIRST_PAUSE_MS = 60_000;
/**
 * Margin before events are deleted. If the clock goes back by less, no answer needs an event that is gone from the
 * disk.
 */
const MARGIN_MS = 24 * 3_600_000;
/** Pause between two looks whether the engine has done what it was told. */
const LOOK_MS = 1_000;

/**
 * Removes events from the disk that their project no longer keeps. No answer depends on the time of removal: queries
 * ignore such events from the moment at which they expire ([CAP-8.1]). Projects are handled one after the other. The
 * engine remembers across restarts what it was told, and the next look finds what it was not told.
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

  /** Resolves when the running statement has ended; no other one begins. */
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
