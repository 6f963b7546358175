import type { Deadline } from '../../base/deadline.ts';
import { AppError } from '../../base/errors.ts';

/** How many engine queries may run, and how many callers may wait for a place. */
export interface ConcurrencyLimits {
  readonly total: number;
  readonly perProject: number;
  readonly perKey: number;
  readonly waiting: number;
}

/** For whom a query runs. */
export interface ConcurrencySubject {
  readonly projectId: number;
  readonly keyId: string;
}

/** How long to wait for a place, and how long it is held beyond the work. */
export interface PlaceWanted {
  readonly deadline: Deadline;
  readonly signal: AbortSignal;
  /** Asked when the work is done. What it answers must not reject. */
  readonly lastsUntil?: () => Promise<void> | undefined;
}

interface Waiter {
  readonly subject: ConcurrencySubject;
  readonly admit: () => void;
}

/**
 * Admission to the engine: a bounded number of places, first come first served, where a waiter whose project or key
 * has all its places lets the next one pass. Past saturation only admission helps; a longer queue does not.
 */
export class Concurrency {
  readonly #limits: ConcurrencyLimits;
  readonly #byProject = new Map<number, number>();
  readonly #byKey = new Map<string, number>();
  readonly #queue = new Set<Waiter>();
  #running = 0;

  constructor(limits: ConcurrencyLimits) {
    this.#limits = limits;
  }

  get running(): number {
    return this.#running;
  }

  get waiting(): number {
    return this.#queue.size;
  }

  /**
   * Runs `work` in a place, waiting for one until `deadline`. A place of which `lastsUntil` answers something when the
   * work is done is held until then: what was begun at the engine may go on when its caller was told that it failed.
   * @throws throttled (429) when the subject's own places are taken, query_capacity (503) when all are
   */
  async run<Value>(
    subject: ConcurrencySubject,
    { deadline, signal, lastsUntil }: PlaceWanted,
    work: () => Promise<Value>,
  ): Promise<Value> {
    signal.throwIfAborted();
    if (this.#hasPlace(subject)) this.#enter(subject);
    else await this.#waitForPlace(subject, deadline, signal);
    try {
      return await work();
    } finally {
      const end = lastsUntil?.();
      if (end === undefined) this.#leave(subject);
      else void end.finally(() => this.#leave(subject));
    }
  }

  async #waitForPlace(subject: ConcurrencySubject, deadline: Deadline, signal: AbortSignal): Promise<void> {
    if (this.#queue.size >= this.#limits.waiting) throw this.#refusal(subject);
    const place = Promise.withResolvers<void>();
    const waiter: Waiter = { subject, admit: place.resolve };
    // Out of the queue at once: a place that becomes free in the same turn would be given to a waiter who has left.
    const leaveWith = (reason: unknown): void => {
      if (this.#queue.delete(waiter)) place.reject(reason);
    };
    const leave = (): void => leaveWith(signal.reason);
    const timer = setTimeout(() => leaveWith(this.#refusal(subject)), deadline.leftMs());
    signal.addEventListener('abort', leave);
    this.#queue.add(waiter);
    try {
      await place.promise;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', leave);
    }
  }

  #hasPlace({ projectId, keyId }: ConcurrencySubject): boolean {
    return this.#running < this.#limits.total && !this.#isAtOwnLimit({ projectId, keyId });
  }

  #isAtOwnLimit({ projectId, keyId }: ConcurrencySubject): boolean {
    return (
      (this.#byProject.get(projectId) ?? 0) >= this.#limits.perProject ||
      (this.#byKey.get(keyId) ?? 0) >= this.#limits.perKey
    );
  }

  #enter({ projectId, keyId }: ConcurrencySubject): void {
    this.#running += 1;
    this.#byProject.set(projectId, (this.#byProject.get(projectId) ?? 0) + 1);
    this.#byKey.set(keyId, (this.#byKey.get(keyId) ?? 0) + 1);
  }

  #leave({ projectId, keyId }: ConcurrencySubject): void {
    this.#running -= 1;
    countDown(this.#byProject, projectId);
    countDown(this.#byKey, keyId);
    this.#admitNext();
  }

  /** The place is taken before the waiter wakes up, so that a newcomer in between cannot take it twice. */
  #admitNext(): void {
    for (const waiter of this.#queue) {
      if (!this.#hasPlace(waiter.subject)) continue;
      this.#queue.delete(waiter);
      this.#enter(waiter.subject);
      waiter.admit();
      return;
    }
  }

  #refusal(subject: ConcurrencySubject): AppError {
    return this.#isAtOwnLimit(subject)
      ? new AppError('throttled', 'Running queries take all places of this key or project.', {
          retryAfterSeconds: 1,
        })
      : new AppError('query_capacity', 'All places at the engine are taken.', { retryAfterSeconds: 1 });
  }
}

function countDown<Key>(counts: Map<Key, number>, key: Key): void {
  const left = (counts.get(key) ?? 1) - 1;
  if (left > 0) counts.set(key, left);
  else counts.delete(key);
}
