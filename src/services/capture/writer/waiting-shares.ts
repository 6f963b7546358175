import type { Engine } from '../../../adapters/engine/engine.ts';
import { stopwatchMs } from '../../../base/clock.ts';
import { AppError } from '../../../base/errors.ts';

/** Most bytes of a project that wait while others send too: about what the writer writes in a second. */
const SHARE_BYTES = 8 * 1024 * 1024;

/** A project that has sent nothing for so long does not count as one that sends. */
const SENDS_FOR_MS = 60_000;

/** Requests of a project that wait for room, and how long each does: who sends one by one is slowed, not refused. */
const MOST_WAITING = 16;
const LONGEST_WAIT_MS = 5_000;

const RETRY_AFTER_SECONDS = 2;

/** A request that waits until its bytes have room. */
interface Waiter {
  readonly bytes: number;
  readonly enter: () => void;
}

interface Sender {
  readonly projectId: number;
  readonly atMs: number;
}

/**
 * What each project has in the spool that queries do not see yet. Events are written in the order in which they came,
 * so that what one project has waiting is what all others wait for. [CAP-6.9]
 */
export class WaitingShares {
  readonly #engine: Pick<Engine, 'isAnswering'>;
  readonly #maxBytes: number;
  /** Holds only projects that have something waiting. What an earlier process left in the spool is never counted. */
  readonly #bytes = new Map<number, number>();
  readonly #waiters = new Map<number, Waiter[]>();
  #last: Sender = { projectId: 0, atMs: Number.NEGATIVE_INFINITY };
  /** The last one that sent before `#last` and is another project. */
  #lastOther = this.#last;

  /** @param maxBytes size of the spool */
  constructor(engine: Pick<Engine, 'isAnswering'>, maxBytes: number) {
    this.#engine = engine;
    this.#maxBytes = maxBytes;
  }

  /**
   * Counts bytes that a project is about to append, as soon as the project has room for them.
   * @throws AppError capture_capacity when there is no room within five seconds, or many requests wait for it
   */
  async take(projectId: number, bytes: number): Promise<void> {
    this.#sent(projectId);
    const waiters = this.#waiters.get(projectId) ?? [];
    if (waiters.length === 0 && this.#hasRoom(projectId, bytes)) return this.#add(projectId, bytes);
    const waitingBytes = waiters.reduce((sum, waiter) => sum + waiter.bytes, bytes);
    if (waiters.length >= MOST_WAITING || waitingBytes > SHARE_BYTES) throw tooFastError();
    const { promise, resolve: enter, reject } = Promise.withResolvers<void>();
    const waiter = { bytes, enter };
    this.#waiters.set(projectId, [...waiters, waiter]);
    const timer = setTimeout(() => {
      this.#leave(projectId, waiter);
      reject(tooFastError());
    }, LONGEST_WAIT_MS);
    await promise.finally(() => clearTimeout(timer));
  }

  /** Says that bytes of a project are written, or were not appended. */
  free(projectId: number, bytes: number): void {
    this.#add(projectId, -bytes);
    for (const waiter of this.#waiters.get(projectId) ?? []) {
      if (!this.#hasRoom(projectId, waiter.bytes)) return;
      this.#add(projectId, waiter.bytes);
      this.#leave(projectId, waiter);
      waiter.enter();
    }
  }

  /**
   * Most bytes of a project that may wait: half of the spool where nobody else waits for it, and while the engine is
   * away: the spool is there for that.
   */
  shareOf(projectId: number): number {
    const other = this.#last.projectId === projectId ? this.#lastOther : this.#last;
    const isShared = stopwatchMs() - other.atMs < SENDS_FOR_MS;
    const most = this.#maxBytes / 2;
    return isShared && this.#engine.isAnswering() ? Math.min(SHARE_BYTES, most) : most;
  }

  #hasRoom(projectId: number, bytes: number): boolean {
    const waiting = this.#bytes.get(projectId) ?? 0;
    return waiting === 0 || waiting + bytes <= this.shareOf(projectId);
  }

  #add(projectId: number, bytes: number): void {
    const sum = (this.#bytes.get(projectId) ?? 0) + bytes;
    if (sum > 0) this.#bytes.set(projectId, sum);
    else this.#bytes.delete(projectId);
  }

  #leave(projectId: number, waiter: Waiter): void {
    const others = (this.#waiters.get(projectId) ?? []).filter((other) => other !== waiter);
    if (others.length > 0) this.#waiters.set(projectId, others);
    else this.#waiters.delete(projectId);
  }

  #sent(projectId: number): void {
    if (this.#last.projectId !== projectId) this.#lastOther = this.#last;
    this.#last = { projectId, atMs: stopwatchMs() };
  }
}

function tooFastError(): AppError {
  return new AppError('capture_capacity', 'The project sends faster than its events can be written.', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
}
