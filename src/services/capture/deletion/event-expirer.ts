import {
  countEventMutations,
  deleteExpiredEvents,
} from '../../../adapters/engine/statements/delete-expired-events.ts';
import { forgetEventDeletions } from '../../../adapters/store/event-deletion-store.ts';
import { listExpiringProjects } from '../../../adapters/store/event-retention-store.ts';
import { findKeptRejects, forgetOldRejects } from '../../../adapters/store/import-store.ts';
import { keptFromMs } from '../../../base/event-retention.ts';
import { Rounds } from '../../../base/rounds.ts';
import { wait } from '../../../base/wait.ts';
import type { CaptureServices } from '../capture-services.ts';

/** Each day one more day of every project expires. Deleting it more often would rewrite the same months again. */
const PAUSE_MS = 24 * 3_600_000;
const FIRST_PAUSE_MS = 60_000;
/**
 * Margin before events are deleted. If the clock goes back by less, no answer needs an event that is gone from the
 * disk.
 */
const MARGIN_MS = 24 * 3_600_000;
/** Rejected rows and the progress of deletions are kept that long after the end. */
const KEEP_ENDED_MS = 30 * 24 * 3_600_000;
/** Pause between two looks whether the engine has done what it was told. */
const LOOK_MS = 1_000;

type ExpirerServices = Pick<CaptureServices, 'database' | 'engine' | 'clock' | 'importFolder'>;

/**
 * Removes events from the disk that their project no longer keeps. No answer depends on the time of removal: queries
 * ignore such events from the moment at which they expire ([CAP-8.1]). Projects are handled one after the other. The
 * engine remembers across restarts what it was told, and the next look finds what it was not told.
 */
export class EventExpirer {
  readonly #services: ExpirerServices;
  readonly #rounds: Rounds;

  constructor(services: ExpirerServices & Pick<CaptureServices, 'observe'>) {
    this.#services = services;
    const { observe } = services;
    this.#rounds = new Rounds({ observe, wait, where: 'expire events', pauseMs: PAUSE_MS });
  }

  start(): void {
    this.#rounds.start(() => this.expire(), FIRST_PAUSE_MS);
  }

  /** Resolves when the running statement has ended; no other one begins. */
  close(): Promise<void> {
    return this.#rounds.stop();
  }

  /** Looks at every project once. What is in this folder each process forgets; of the engine one takes care. */
  async expire(): Promise<void> {
    await this.#rounds.guard(() => this.#forgetEnded());
    await this.#services.database.alone('expire events', () => this.#expireAll());
  }

  async #expireAll(): Promise<void> {
    const { database, engine, clock } = this.#services;
    for (const { id, ...retention } of await listExpiringProjects(database.query)) {
      if (this.#rounds.signal.aborted) return;
      const beforeMs = keptFromMs(retention, clock.nowMs() - MARGIN_MS);
      if (beforeMs !== null && (await deleteExpiredEvents(engine, id, beforeMs))) await this.#untilDone();
    }
  }

  async #forgetEnded(): Promise<void> {
    const { database, clock, importFolder } = this.#services;
    const beforeMs = clock.nowMs() - KEEP_ENDED_MS;
    await forgetEventDeletions(database.query, beforeMs);
    await forgetOldRejects(database.query, beforeMs);
    await importFolder.keepRejects(() => findKeptRejects(database.query));
  }

  async #untilDone(): Promise<void> {
    const { signal } = this.#rounds;
    while (!signal.aborted && (await countEventMutations(this.#services.engine)) > 0)
      await wait(LOOK_MS, signal);
  }
}
