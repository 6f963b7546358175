import { eventListOf, keepOnlyEventLists } from '../../../adapters/engine/statements/listed-events.ts';
import { type EventDeletionKey, findRunningDeletions } from '../../../adapters/store/event-deletion-store.ts';
import { untilDone } from '../../../base/until-done.ts';
import { turnOfProject } from '../../admission/choose-next.ts';
import type { WriteLease } from '../../leases/write-lease.ts';
import type { DeletionServices } from './deletion-services.ts';
import { runEventDeletion } from './run-event-deletion.ts';

/**
 * Runs the deletions of events of a project one after the other. A deletion that a crash has cut off goes on at the
 * next start. While engine or store do not answer, deletions wait for them.
 */
export class EventDeletions {
  readonly #services: DeletionServices;
  readonly #closing = new AbortController();
  readonly #working = new Set<Promise<void>>();

  constructor(services: DeletionServices) {
    this.#services = services;
  }

  /** Goes on with the deletions that were left when this replica ended. */
  async start(): Promise<void> {
    const { database, engine, replica } = this.#services;
    const left = await findRunningDeletions(database.query, replica);
    if (engine.isShared) void this.#work(this.#keepSharedLists());
    else await keepOnlyEventLists(engine, left.map(eventListOf));
    for (const key of left) void this.add(key);
  }

  /** Resolves when the deletion has ended, well or not, or when no other one begins. */
  add(key: EventDeletionKey): Promise<void> {
    return this.#work(this.#run(key));
  }

  #work(work: Promise<void>): Promise<void> {
    const working = work.finally(() => this.#working.delete(working));
    this.#working.add(working);
    return working;
  }

  /** Removes what crashes have left of lists. Lists of a moment are in use by holders of the lease alone. */
  async #keepSharedLists(): Promise<void> {
    const { database, engine, writeLock, observe } = this.#services;
    const keep = async (lease: WriteLease): Promise<void> => {
      const running = await findRunningDeletions(database.query, null);
      await keepOnlyEventLists(lease.on(engine), running.map(eventListOf));
    };
    await writeLock
      .hold('backup', keep)
      .catch((error: unknown) => observe({ kind: 'failure', where: 'deletion of events', error }));
  }

  /** Stops after the running steps; the next start goes on. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all(this.#working);
  }

  async #run(key: EventDeletionKey): Promise<void> {
    const { observe, deletionLane } = this.#services;
    const { signal } = this.#closing;
    const inLane = () =>
      deletionLane.run(turnOfProject(key.projectId), { signal }, async () => {
        await untilDone(() => this.#runOnce(key), { signal, observe, where: 'deletion of events' });
      });
    // A deletion that waits when the service ends is found at the next start.
    await inLane().catch(() => undefined);
  }

  async #runOnce(key: EventDeletionKey): Promise<true> {
    await runEventDeletion(this.#services, key, this.#closing.signal);
    return true;
  }
}
