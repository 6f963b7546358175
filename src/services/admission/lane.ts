import type { Deadline } from '../../base/deadline.ts';
import { AppError } from '../../base/errors.ts';
import {
  chooseNext,
  type Holder,
  nameOfGroup,
  nameOfMember,
  type Shares,
  standingOf,
  type Turn,
  type Waiting,
} from './choose-next.ts';

export interface LaneLimits {
  readonly places: Shares;
  readonly waiting: Shares;
}

/** How long to wait for a place, and how long to hold the place after the work. */
export interface PlaceWanted {
  /** End of the wait; undefined = wait as long as it takes. */
  readonly deadline?: Deadline | undefined;
  readonly signal?: AbortSignal | undefined;
  /**
   * Called when the work is done; the place is held until the returned promise resolves. The promise must not reject.
   */
  readonly lastsUntil?: () => Promise<void> | undefined;
  /** Whether nobody's work ends just now, so that a full share is not the fault of its project or key. */
  readonly isAllHeld?: () => boolean;
}

interface Waiter extends Waiting {
  readonly admit: (holder: Holder) => void;
}

/**
 * Work that goes on for this long after its caller has left is stuck. The engine mostly ends it in a twentieth of the
 * time.
 */
const STUCK_AFTER_MS = 1_000;

/** The places for one kind of work. `choose-next.ts` decides who gets a place; this class only keeps the books. */
export class Lane {
  readonly #limits: LaneLimits;
  readonly #running = new Set<Holder>();
  readonly #waiting = new Set<Waiter>();
  readonly #servedAt = new Map<string, number>();
  #events = 0;

  constructor(limits: LaneLimits) {
    this.#limits = limits;
  }

  get running(): number {
    return this.#running.size;
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  /** Places whose work is stuck: the caller has left and the work goes on. */
  get stuck(): number {
    return [...this.#running].filter(({ isStuck }) => isStuck).length;
  }

  /**
   * Runs `work` in a place, waiting for the place until the deadline. If `lastsUntil` returns a promise when the work
   * is done, the place is held until then: a query may go on at the engine after its caller was told that it failed.
   * @throws throttled (429) when the share of the group or member is used up, in places or in the queue; query_capacity
   *   (503) when everything is, or nobody's work ends
   */
  async run<Value>(turn: Turn, wanted: PlaceWanted, work: () => Promise<Value>): Promise<Value> {
    wanted.signal?.throwIfAborted();
    const isFree = standingOf([...this.#running], this.#limits.places, turn) === 'free';
    const holder = isFree ? this.#enter(turn) : await this.#waitForPlace(turn, wanted);
    try {
      return await work();
    } finally {
      const end = wanted.lastsUntil?.();
      if (end === undefined) this.#leave(holder);
      else this.#leaveAt(end, holder);
    }
  }

  async #waitForPlace(turn: Turn, wanted: PlaceWanted): Promise<Holder> {
    const { deadline, signal } = wanted;
    if (standingOf([...this.#waiting], this.#limits.waiting, turn) !== 'free')
      throw this.#refusal(turn, wanted);
    const place = Promise.withResolvers<Holder>();
    const waiter: Waiter = { ...turn, arrivedAt: this.#next(), admit: place.resolve };
    // The waiter leaves the queue at once; otherwise a place that becomes free in the same turn would be given to it.
    const leaveWith = (reason: unknown): void => {
      if (this.#waiting.delete(waiter)) place.reject(reason);
      this.#forgetTurns(waiter);
    };
    const leave = (): void => leaveWith(signal?.reason);
    const timer = deadline && setTimeout(() => leaveWith(this.#refusal(turn, wanted)), deadline.leftMs());
    signal?.addEventListener('abort', leave);
    this.#waiting.add(waiter);
    try {
      return await place.promise;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', leave);
    }
  }

  #enter({ group, member }: Turn): Holder {
    const holder = { group, member, isStuck: false };
    this.#running.add(holder);
    return holder;
  }

  #leave(holder: Holder): void {
    this.#running.delete(holder);
    this.#admitNext();
  }

  #leaveAt(end: Promise<void>, holder: Holder): void {
    let held = holder;
    const timer = setTimeout(() => {
      this.#running.delete(held);
      held = { ...held, isStuck: true };
      this.#running.add(held);
    }, STUCK_AFTER_MS);
    void end.finally(() => {
      clearTimeout(timer);
      this.#leave(held);
    });
  }

  /** Takes the place before the waiter wakes up, so that a newcomer in between cannot take it too. */
  #admitNext(): void {
    for (;;) {
      const state = { running: [...this.#running], waiting: [...this.#waiting], servedAt: this.#servedAt };
      const waiter = chooseNext(state, this.#limits.places);
      if (waiter === undefined) return;
      this.#waiting.delete(waiter);
      const holder = this.#enter(waiter);
      for (const name of [nameOfGroup(waiter), nameOfMember(waiter)]) this.#servedAt.set(name, this.#next());
      this.#forgetTurns(waiter);
      waiter.admit(holder);
    }
  }

  /**
   * Forgets the turns of a group or member without waiters. A later arrival counts as later than any turn so far, so
   * only turns of those who wait matter.
   */
  #forgetTurns(turn: Turn): void {
    for (const nameOf of [nameOfGroup, nameOfMember]) {
      const name = nameOf(turn);
      if (![...this.#waiting].some((waiter) => nameOf(waiter) === name)) this.#servedAt.delete(name);
    }
  }

  #next(): number {
    this.#events += 1;
    return this.#events;
  }

  #refusal(turn: Turn, { isAllHeld }: PlaceWanted): AppError {
    const { places, waiting } = this.#limits;
    const isOwn =
      standingOf([...this.#running], places, turn) === 'own_taken' ||
      standingOf([...this.#waiting], waiting, turn) === 'own_taken';
    return isOwn && isAllHeld?.() !== true
      ? new AppError('throttled', 'Work in progress takes all places of this key or project.', RETRY)
      : new AppError('query_capacity', 'All places at the engine are taken.', RETRY);
  }
}

const RETRY = { retryAfterSeconds: 1 };
