import type { Counter, Kv } from '../../adapters/kv/kv.ts';
import type { RateLimiter, RatePolicy, RateState } from './rate.ts';

/**
 * A rate that all services count together, exactly: a unit is taken when all of them have counted it. Where nobody
 * tells, a service counts for itself.
 */
export class SharedRate {
  readonly #own: RateLimiter;
  readonly #kv: Kv;

  constructor(own: RateLimiter, kv: Kv) {
    this.#own = own;
    this.#kv = kv;
  }

  /**
   * Takes a unit. What is known here to be used up is refused at once.
   * @returns resolves when the unit was taken; rejects when others have used up the rate
   * @throws AppError throttled
   */
  take(subject: string): Promise<void> {
    this.#own.take(subject);
    const taken = this.#take(subject);
    // Whoever charges may fail before it comes to ask.
    taken.catch(() => undefined);
    return taken;
  }

  /** Takes units of work that was done already, as `RateLimiter.addWork`. */
  addWork(subject: string, ms: number): void {
    const units = this.#own.addWork(subject, ms);
    if (units > 0) void this.#count(subject, units, () => 0);
  }

  refuseUsedUp(subject: string): void {
    this.#own.refuseUsedUp(subject);
  }

  look(subject: string): RateState | null {
    return this.#own.look(subject);
  }

  async #take(subject: string): Promise<void> {
    const isTaken = await this.#count(subject, 1, ({ quota }) => quota);
    if (isTaken === false) this.#own.refuseUsedUp(subject);
  }

  async #count(
    subject: string,
    units: number,
    quotaOf: (policy: RatePolicy) => number,
  ): Promise<boolean | undefined> {
    const counters = this.#own.policies.map((policy) => counterOf(policy, subject, units, quotaOf(policy)));
    if (counters.length === 0) return undefined;
    const told = await this.#kv.count(counters);
    if (told !== undefined) this.#own.learn(subject, told.windows);
    return told?.isTaken;
  }
}

function counterOf(
  { name, windowSeconds }: RatePolicy,
  subject: string,
  units: number,
  quota: number,
): Counter {
  return { key: `${name}:${subject}`, windowMs: windowSeconds * 1000, units, quota };
}
