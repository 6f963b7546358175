import type { Engine, WriteDeadline } from '../../adapters/engine/engine.ts';
import { underDeadline } from '../../adapters/engine/under-deadline.ts';
import type { Database } from '../../adapters/store/database.ts';
import type { LeaseBook, LeaseKey } from '../../adapters/store/lease-book.ts';
import { stopwatchMs } from '../../base/clock.ts';
import { AppError } from '../../base/errors.ts';
import type { WriteLease } from './write-lease.ts';

export interface LeaseTimes {
  /** How long a lease lasts that is not renewed. */
  readonly termMs: number;
  /** How often it is renewed. */
  readonly renewMs: number;
  /** Statements end that long before the lease does: by so much may clocks of hosts differ. */
  readonly marginMs: number;
}

export const LEASE_TIMES: LeaseTimes = { termMs: 60_000, renewMs: 20_000, marginMs: 5_000 };

interface Taken {
  readonly key: LeaseKey;
  /** By the clock of the store. */
  readonly expiresAtMs: number;
  /** By the stopwatch, from before it was asked for. */
  readonly askedAtMs: number;
}

/** A lease of the store in the hands of this process. It is renewed until `end`. */
export class HeldLease implements WriteDeadline, WriteLease {
  readonly key: LeaseKey;
  readonly #book: LeaseBook;
  readonly #times: LeaseTimes;
  readonly #timer: NodeJS.Timeout;
  #expiresAtMs: number;
  #endsAtMs: number;
  #isLost = false;

  constructor(book: LeaseBook, times: LeaseTimes, { key, expiresAtMs, askedAtMs }: Taken) {
    this.#book = book;
    this.#times = times;
    this.key = key;
    this.#expiresAtMs = expiresAtMs;
    this.#endsAtMs = askedAtMs + times.termMs;
    this.#timer = setInterval(() => void this.#renew(), times.renewMs);
    this.#timer.unref();
  }

  get atMs(): number {
    return this.#expiresAtMs - this.#times.marginMs;
  }

  leftMs(): number {
    const leftMs = Math.floor(this.#endsAtMs - this.#times.marginMs - stopwatchMs());
    if (this.#isLost || leftMs <= 0) throw lostError();
    return leftMs;
  }

  on(engine: Engine): Engine {
    return underDeadline(engine, this);
  }

  in<Store extends Pick<Database, 'transaction'>>(database: Store): Store {
    const transaction: Database['transaction'] = (work) =>
      database.transaction(async (begun) => {
        if (!(await this.#book.keep(begun, this.key))) throw lostError();
        return work(begun);
      });
    return { ...database, transaction };
  }

  /** Renews it no longer. */
  end(): void {
    clearInterval(this.#timer);
  }

  /** What fails is tried again at the next beat; without a success the lease ends on time. */
  async #renew(): Promise<void> {
    const askedAtMs = stopwatchMs();
    const { termMs } = this.#times;
    const expiresAtMs = await this.#book.renew(this.key, termMs).catch(() => null);
    if (expiresAtMs === null) return;
    this.#isLost = expiresAtMs === undefined;
    this.#expiresAtMs = expiresAtMs ?? this.#expiresAtMs;
    if (!this.#isLost) this.#endsAtMs = askedAtMs + termMs;
  }
}

function lostError(): AppError {
  return new AppError('engine_unavailable', 'Another service writes events now; try again.', {
    retryAfterSeconds: 1,
  });
}
