import type { Kv } from '../../adapters/kv/kv.ts';
import { newRandomUuid } from '../../base/ids.ts';
import type { Wait } from '../../base/wait.ts';

/** How a computation ended for others: its result is there, there is none, or it stays with its service. */
export type FlightEnd = 'shared' | 'failed' | 'unshared';

/** What one service does in a flight. */
interface SharedWork<Value> {
  readonly signal: AbortSignal;
  /** Looks for a result that another service has computed. */
  readonly find: () => Promise<Value | undefined>;
  readonly compute: () => Promise<Value>;
  /** Lets the others have the result. */
  readonly share: (value: Value) => Promise<FlightEnd>;
}

/** Who waits for a computation of another service. */
interface Follower {
  /** What was told of its end. */
  end?: FlightEnd;
  wake: () => void;
}

/** A service that is silent for so long has lost its lease. */
const LEASE_MS = 3_000;
const RENEW_MS = 1_000;
/** What is told may be lost, so whoever follows looks as well. */
const POLL_MS = 100;
/** Times that a service follows others; then it computes, so that one that fails does not keep all others waiting. */
const MOST_FOLLOWED = 2;

/**
 * One computation per key at a time over all services. Whoever has the lease of a key computes, the others wait for the
 * result. When the lease ends without one, one of them takes over. Who is not told in time computes for itself.
 */
export class SharedFlights {
  readonly #kv: Kv;
  readonly #wait: Wait;
  /** By key. */
  readonly #followers = new Map<string, Follower>();

  constructor(kv: Kv, wait: Wait) {
    this.#kv = kv;
    this.#wait = wait;
    kv.listen((message) => this.#hear(message));
  }

  /**
   * At most one call of a key at a time; it ends when its signal is aborted.
   * @throws what `compute` throws, and the reason of the signal
   */
  async run<Value>(key: string, work: SharedWork<Value>): Promise<Value> {
    for (let followed = 0; followed < MOST_FOLLOWED; followed += 1) {
      const token = newRandomUuid();
      const lease = await this.#kv.takeLease(leaseKey(key), token, LEASE_MS);
      // One that was asked for may have been taken later: then the others wait for what this service computes.
      if (lease !== 'held') return this.#lead(key, token, lease === 'taken' ? work : unasked(work));
      const found = await this.#follow(key, work);
      if (found === 'alone') break;
      if (found !== 'over') return found.value;
    }
    return work.compute();
  }

  async #lead<Value>(key: string, token: string, work: SharedWork<Value>): Promise<Value> {
    const lease = leaseKey(key);
    const renewal = setInterval(() => void this.#kv.renewLease(lease, token, LEASE_MS), RENEW_MS).unref();
    const end = (how: FlightEnd): void => {
      clearInterval(renewal);
      void this.#kv.endLease(lease, token, `${how} ${key}`);
    };
    try {
      const found = await work.find();
      const value = found ?? (await work.compute());
      // The caller need not wait until the others have it.
      if (found === undefined) void work.share(value).then(end);
      else end('shared');
      return value;
    } catch (error) {
      end('failed');
      throw error;
    }
  }

  /** Waits for the service that has the lease. `over`: it ended without a result; `alone`: nothing will be told. */
  async #follow<Value>(
    key: string,
    { signal, find }: SharedWork<Value>,
  ): Promise<{ readonly value: Value } | 'over' | 'alone'> {
    const follower: Follower = { wake: () => undefined };
    this.#followers.set(key, follower);
    try {
      for (;;) {
        await this.#pause(follower, signal);
        signal.throwIfAborted();
        // Before the result: one that is not there after the lease has ended does not come any more.
        const leases = await this.#kv.getAll([leaseKey(key)]);
        const value = await find();
        if (value !== undefined) return { value };
        if (leases === undefined || follower.end === 'unshared') return 'alone';
        if (leases[0] === null) return 'over';
      }
    } finally {
      this.#followers.delete(key);
    }
  }

  /** Waits until something is told, but not long. */
  async #pause(follower: Follower, signal: AbortSignal): Promise<void> {
    if (follower.end !== undefined) return this.#wait(POLL_MS, signal);
    const woken = new AbortController();
    follower.wake = () => woken.abort();
    await this.#wait(POLL_MS, AbortSignal.any([signal, woken.signal]));
  }

  #hear(message: string): void {
    const [end, key = ''] = message.split(' ', 2);
    const follower = this.#followers.get(key);
    if (follower === undefined || (end !== 'shared' && end !== 'failed' && end !== 'unshared')) return;
    follower.end = end;
    follower.wake();
  }
}

/** The same where nobody would tell of a result. */
function unasked<Value>(work: SharedWork<Value>): SharedWork<Value> {
  return { ...work, find: async () => undefined };
}

function leaseKey(key: string): string {
  return `f:${key}`;
}
