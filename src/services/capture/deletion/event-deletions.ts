import { eventListOf, keepOnlyEventLists } from '../../../adapters/engine/statements/listed-events.ts';
import {
  type EventDeletionKey,
  findEventDeletion,
  findLeftDeletions,
  findRunningDeletions,
} from '../../../adapters/store/event-deletion-store.ts';
import { findGoneReplicas } from '../../../adapters/store/replica-store.ts';
import { Rounds } from '../../../base/rounds.ts';
import { untilDone } from '../../../base/until-done.ts';
import { wait } from '../../../base/wait.ts';
import { turnOfProject } from '../../admission/choose-next.ts';
import { LEASE_TIMES, type LeaseTimes } from '../../leases/held-lease.ts';
import type { WriteLease } from '../../leases/write-lease.ts';
import { DeletionLeases } from './deletion-leases.ts';
import type { DeletionServices } from './deletion-services.ts';
import { runEventDeletion } from './run-event-deletion.ts';

interface EventDeletionTimes {
  readonly lease: LeaseTimes;
  /** Between two looks for what services that are gone have left. */
  readonly lookMs: number;
}

const TIMES: EventDeletionTimes = { lease: LEASE_TIMES, lookMs: 5_000 };

const WHERE = 'deletion of events';

/**
 * Runs the deletions of events of a project one after the other. A deletion that a crash has cut off goes on at the
 * next start, or in another service on the same engine (decision 0066). While engine or store do not answer, deletions
 * wait for them.
 */
export class EventDeletions {
  readonly #services: DeletionServices;
  readonly #leases: DeletionLeases;
  readonly #rounds: Rounds;
  readonly #closing = new AbortController();
  /** By the id of the deletion. */
  readonly #working = new Map<string, Promise<void>>();
  /** Replicas that are gone and whose lists were removed; null before the first look. */
  #sweptOf: ReadonlySet<string> | null = null;

  constructor(services: DeletionServices, times = TIMES) {
    this.#services = services;
    this.#leases = new DeletionLeases(services, times.lease);
    const { observe } = services;
    this.#rounds = new Rounds({ observe, wait, where: WHERE, pauseMs: times.lookMs });
  }

  /** Goes on with the deletions that were left when this replica ended, and looks after those of others. */
  async start(): Promise<void> {
    const { database, engine, replica } = this.#services;
    const left = await findRunningDeletions(database.query, replica);
    if (!engine.isShared) await keepOnlyEventLists(engine, async () => left.map(eventListOf));
    for (const key of left) void this.add(key);
    if (engine.isShared) this.#rounds.start(() => this.#lookAfterOthers());
  }

  /** Resolves when the deletion has ended, well or not, or when no other one begins. */
  add(key: EventDeletionKey): Promise<void> {
    const running = this.#working.get(key.id);
    if (running !== undefined) return running;
    const working = this.#run(key).finally(() => this.#working.delete(key.id));
    this.#working.set(key.id, working);
    return working;
  }

  /** Stops after the running steps; the next start goes on. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#rounds.stop();
    await Promise.all(this.#working.values());
  }

  /** Takes over the deletions of services that are gone, and removes what the end of these has left of lists. */
  async #lookAfterOthers(): Promise<void> {
    const { database, replica } = this.#services;
    for (const key of await findLeftDeletions(database.query, replica)) void this.add(key);
    const gone = await findGoneReplicas(database.query);
    const swept = this.#sweptOf;
    if (swept === null || gone.some((name) => !swept.has(name))) await this.#keepSharedLists();
    this.#sweptOf = new Set(gone);
  }

  /** Removes what crashes have left of lists. Lists of a moment are in use by holders of the lease alone. */
  async #keepSharedLists(): Promise<void> {
    const { database, engine, writeLock } = this.#services;
    const findKept = async () => (await findRunningDeletions(database.query, null)).map(eventListOf);
    await writeLock.hold('backup', (lease: WriteLease) => keepOnlyEventLists(lease.on(engine), findKept));
  }

  async #run(key: EventDeletionKey): Promise<void> {
    const { observe, deletionLane } = this.#services;
    const { signal } = this.#closing;
    const inLane = () =>
      deletionLane.run(turnOfProject(key.projectId), { signal }, async () => {
        await untilDone(() => this.#runOnce(key), { signal, observe, where: WHERE });
      });
    // A deletion that waits when the service ends is found at the next start.
    await inLane().catch(() => undefined);
  }

  /** False while another service works on it, or may. */
  async #runOnce(key: EventDeletionKey): Promise<boolean> {
    const { signal } = this.#closing;
    const work = (lease: WriteLease) => runEventDeletion(this.#services, key, signal, lease);
    if (await this.#leases.hold(key, work)) return true;
    return (await findEventDeletion(this.#services.database.query, key))?.state !== 'running';
  }
}
