import type { Database } from '../../adapters/store/database.ts';
import type { LeaseBook } from '../../adapters/store/lease-book.ts';
import { stopwatchMs } from '../../base/clock.ts';
import { AppError } from '../../base/errors.ts';
import { newRandomUuid } from '../../base/ids.ts';
import { wait } from '../../base/wait.ts';
import { HeldLease, type LeaseTimes } from './held-lease.ts';
import { laneOfProject } from './lane-of-project.ts';
import type { WriteLease } from './write-lease.ts';

export interface SharedLanesParts {
  readonly database: Pick<Database, 'transaction'>;
  readonly book: LeaseBook;
  /** The name of this replica. */
  readonly owner: string;
  readonly times: LeaseTimes;
  /** Completes what the owner before has left undone in projects of a lane. May be repeated. */
  readonly complete: (lease: WriteLease, isOfLane: (projectId: number) => boolean) => Promise<void>;
}

/** Which lanes a writer needs: that of a project, one of so many, or all of them. */
export type WantedLanes =
  | { readonly kind: 'project'; readonly projectId: number }
  | { readonly kind: 'lane'; readonly lane: number; readonly lanes: number }
  | { readonly kind: 'all' };

/** Longest pause between two looks whether a lease is free. */
const LOOK_MS = 1_000;

/**
 * Lets one process of a deployment at a time write events of a lane. Projects are hashed to lanes, whose number stands
 * in the store. Decision 0056.
 */
export class SharedLanes {
  readonly #parts: SharedLanesParts;
  readonly #closing = new AbortController();

  constructor(parts: SharedLanesParts) {
    this.#parts = parts;
  }

  count(): Promise<number> {
    return this.#parts.book.lanes();
  }

  /** From now on nobody waits for a lease. */
  close(): void {
    this.#closing.abort(new AppError('engine_unavailable', 'The service stops.', { retryAfterSeconds: 1 }));
  }

  /**
   * Runs `work` when the lanes are this process's, after what an owner before has left undone.
   * @throws AppError store_unavailable; engine_unavailable when the number of lanes has changed meanwhile
   */
  async hold<T>(wanted: WantedLanes, work: (lease: WriteLease) => Promise<T>): Promise<T> {
    const lanes = await this.count();
    return this.#holdAll(lanesOf(wanted, lanes), lanes, work);
  }

  /**
   * Sets the number of lanes, unless a block is half written: the rest of it goes by the lanes with which it was begun.
   * @returns false when one is
   */
  async setCount(lanes: number, isHalfWritten: () => Promise<boolean>): Promise<boolean> {
    const { database, book } = this.#parts;
    return this.hold({ kind: 'all' }, async (lease) => {
      if (await isHalfWritten()) return false;
      await lease.in(database).transaction((transaction) => book.setLanes(transaction, lanes));
      return true;
    });
  }

  /** One after the other in their order, so that nobody waits in a circle. The last one taken stands for all. */
  async #holdAll<T>(
    [lane = 0, ...others]: readonly number[],
    lanes: number,
    work: (lease: WriteLease) => Promise<T>,
  ): Promise<T> {
    return this.#holdOne(lane, lanes, (lease) =>
      others.length === 0 ? work(lease) : this.#holdAll(others, lanes, work),
    );
  }

  async #holdOne<T>(lane: number, lanes: number, work: (lease: WriteLease) => Promise<T>): Promise<T> {
    const { complete, owner } = this.#parts;
    const { lease, leave, leftBy } = await this.#take(`lane ${lane} of ${lanes}`);
    // Whoever has left something undone, for the next one to know.
    let undoneBy = leftBy;
    try {
      if ((await this.count()) !== lanes) throw lanesChanged();
      undoneBy ??= owner;
      if (leftBy !== null) await complete(lease, (projectId) => laneOfProject(projectId, lanes) === lane);
      const done = await work(lease);
      undoneBy = null;
      return done;
    } finally {
      lease.end();
      // One that cannot be given back ends on time.
      await this.#parts.book.giveBack(lease.key, undoneBy).catch(() => undefined);
      await leave();
    }
  }

  /** Waits in line, and tries besides: a process that is frozen keeps its place in front, but not its lease. */
  async #take(name: string): Promise<Taken> {
    const { book, owner, times } = this.#parts;
    const left = new AbortController();
    const signal = AbortSignal.any([left.signal, this.#closing.signal]);
    const place = book.lineUp(name, signal);
    const leave = async (): Promise<void> => {
      left.abort();
      await place.then((leaveLine) => leaveLine()).catch(() => undefined);
    };
    try {
      for (;;) {
        await Promise.race([place, wait(LOOK_MS, signal)]);
        this.#closing.signal.throwIfAborted();
        const askedAtMs = stopwatchMs();
        const key = { name, token: newRandomUuid() };
        const taken = await book.take({ ...key, owner, termMs: times.termMs });
        if (taken.kind === 'taken') {
          const lease = new HeldLease(book, times, { key, askedAtMs, expiresAtMs: taken.expiresAtMs });
          return { lease, leave, leftBy: taken.leftBy };
        }
        await wait(Math.min(taken.leftMs + 1, LOOK_MS), signal);
      }
    } catch (error) {
      await leave();
      throw error;
    }
  }
}

interface Taken {
  readonly lease: HeldLease;
  readonly leave: () => Promise<void>;
  /** The owner before, where it has not given the lease back. */
  readonly leftBy: string | null;
}

function lanesOf(wanted: WantedLanes, lanes: number): readonly number[] {
  if (wanted.kind === 'project') return [laneOfProject(wanted.projectId, lanes)];
  if (wanted.kind === 'all') return Array.from({ length: lanes }, (_, lane) => lane);
  if (wanted.lanes !== lanes) throw lanesChanged();
  return [wanted.lane];
}

function lanesChanged(): AppError {
  return new AppError('engine_unavailable', 'The number of lanes has changed; try again.', {
    retryAfterSeconds: 1,
  });
}
