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

/** How long to wait for a place, and how long it is held beyond the work. */
export interface PlaceWanted {
  /** Without one, as long as it takes. */
  readonly deadline?: Deadline | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Asked when the work is done. What it answers must not reject. */
  readonly lastsUntil?: () => Promise<void> | undefined;
}

interface Waiter extends Waiting {
  readonly admit: (holder: Holder) => void;
}

/** Work that was left and goes on for so long is stuck. The engine mostly ends it in a twentieth of that. */
const STUCK_AFTER_MS = 1_000;

/** The places for one kind of work. `choose-next.ts` decides who gets them; this only keeps the books. */
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

  /** Places whose work was left and goes on. */
  get stuck(): number {
    return [...this.#running].filter(({ isStuck }) => isStuck).length;
  }

  /**
   * Runs `work` in a place, waiting for one until the deadline. A place of which `lastsUntil` answers something when
   * the work is done is held until then: what was begun at the engine may go on when its caller was told that it
   * failed.
   * @throws throttled (429) when places or queue of the turn's own are taken, query_capacity (503) when all are
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

  async #waitForPlace(turn: Turn, { deadline, signal }: PlaceWanted): Promise<Holder> {
    if (standingOf([...this.#waiting], this.#limits.waiting, turn) !== 'free') throw this.#refusal(turn);
    const place = Promise.withResolvers<Holder>();
    const waiter: Waiter = { ...turn, arrivedAt: this.#next(), admit: place.resolve };
    // Out of the queue at once: a place that becomes free in the same turn would be given to a waiter who has left.
    const leaveWith = (reason: unknown): void => {
      if (this.#waiting.delete(waiter)) place.reject(reason);
      this.#forgetTurns(waiter);
    };
    const leave = (): void => leaveWith(signal?.reason);
    const timer = deadline && setTimeout(() => leaveWith(this.#refusal(turn)), deadline.leftMs());
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

  /** The place is taken before the waiter wakes up, so that a newcomer in between cannot take it twice. */
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

  /** Who comes later is later than any turn so far, so that only the turns of those who wait count. */
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

  #refusal(turn: Turn): AppError {
    const { places, waiting } = this.#limits;
    const isOwn =
      standingOf([...this.#running], places, turn) === 'own_taken' ||
      standingOf([...this.#waiting], waiting, turn) === 'own_taken';
    return isOwn
      ? new AppError('throttled', 'Work in progress takes all places of this key or project.', RETRY)
      : new AppError('query_capacity', 'All places at the engine are taken.', RETRY);
  }
}

const RETRY = { retryAfterSeconds: 1 };
