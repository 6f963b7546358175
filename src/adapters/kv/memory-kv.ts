import { LRUCache } from 'lru-cache';
import type { Clock } from '../../base/clock.ts';
import type { Kv, Lease } from './kv.ts';

interface Held {
  readonly fencingToken: number;
  readonly untilMs: number;
}

/** Values are bounded so that a forgotten age cannot fill the memory. */
const MAX_BYTES = 64 * 1024 * 1024;
const MAX_COUNTERS = 100_000;

/** The shared state of one process: what Redis is for several. Times follow the given clock. */
export class MemoryKv implements Kv {
  readonly #clock: Clock;
  readonly #values = new LRUCache<string, { readonly value: Uint8Array; readonly untilMs: number }>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ value }, key) => value.length + key.length + 100,
  });
  readonly #counters = new LRUCache<string, { count: number; readonly untilMs: number }>({
    max: MAX_COUNTERS,
  });
  readonly #leases = new Map<string, Held>();
  #lastToken = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  async get(key: string): Promise<Uint8Array | undefined> {
    const held = this.#values.get(key);
    return held !== undefined && held.untilMs > this.#clock.nowMs() ? held.value : undefined;
  }

  async set(key: string, value: Uint8Array, { ageSeconds }: { readonly ageSeconds: number }): Promise<void> {
    this.#values.set(key, { value, untilMs: this.#clock.nowMs() + ageSeconds * 1000 });
  }

  async delete(key: string): Promise<void> {
    this.#values.delete(key);
  }

  async increment(
    key: string,
    by: number,
    { windowSeconds }: { readonly windowSeconds: number },
  ): Promise<number> {
    const nowMs = this.#clock.nowMs();
    const running = this.#counters.get(key);
    const counter =
      running !== undefined && running.untilMs > nowMs
        ? running
        : { count: 0, untilMs: nowMs + windowSeconds * 1000 };
    counter.count += by;
    this.#counters.set(key, counter);
    return counter.count;
  }

  async acquireLease(key: string, { ttlMs }: { readonly ttlMs: number }): Promise<Lease | null> {
    if (this.#holder(key) !== undefined) return null;
    this.#lastToken += 1;
    const fencingToken = this.#lastToken;
    this.#hold(key, fencingToken, ttlMs);
    return {
      fencingToken,
      renew: async (newTtlMs) => {
        if (this.#holder(key)?.fencingToken !== fencingToken) return false;
        this.#hold(key, fencingToken, newTtlMs);
        return true;
      },
      release: async () => {
        if (this.#holder(key)?.fencingToken === fencingToken) this.#leases.delete(key);
      },
    };
  }

  async close(): Promise<void> {
    this.#values.clear();
    this.#counters.clear();
    this.#leases.clear();
  }

  #holder(key: string): Held | undefined {
    const held = this.#leases.get(key);
    return held !== undefined && held.untilMs > this.#clock.nowMs() ? held : undefined;
  }

  #hold(key: string, fencingToken: number, ttlMs: number): void {
    this.#leases.set(key, { fencingToken, untilMs: this.#clock.nowMs() + ttlMs });
  }
}
