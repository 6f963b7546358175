import { type Counted, type Counter, type Kv, RANK_LENGTH } from '../../src/adapters/kv/kv.ts';

interface Kept {
  readonly value: Buffer;
  readonly endMs: number;
}

/** What services share in one process, for tests that need no server. */
export class MemoryKv {
  #kept = new Map<string, Kept>();
  readonly #listeners: ((message: string) => void)[] = [];
  isReachable = true;
  calls = 0;

  /** All that is kept, to be given back to `restore`. */
  copy(): ReadonlyMap<string, Kept> {
    return new Map(this.#kept);
  }

  restore(kept: ReadonlyMap<string, Kept>): void {
    this.#kept = new Map(kept);
  }

  /** What one service has of it. */
  connect(): Kv {
    const answer = async <Told>(work: () => Told): Promise<Told | undefined> => {
      this.calls += 1;
      await new Promise(setImmediate);
      return this.isReachable ? work() : undefined;
    };
    const isReachable = () => this.isReachable;
    return {
      get isUp() {
        return isReachable();
      },
      getAll: (keys) => answer(() => keys.map((key) => this.#find(key)?.value ?? null)),
      setNewer: (key, value, keepMs) =>
        answer(() => {
          const rank = (of: Buffer): string => of.subarray(0, RANK_LENGTH).toString();
          const present = this.#find(key)?.value;
          if (present === undefined || rank(present) <= rank(value)) this.#keep(key, value, keepMs);
          return true as const;
        }),
      takeLease: (key, token, ms) =>
        answer(() => {
          if (this.#find(key) !== undefined) return 'held';
          this.#keep(key, Buffer.from(token), ms);
          return 'taken';
        }),
      renewLease: async (key, token, ms) => {
        await answer(() => this.#has(key, token) && this.#keep(key, Buffer.from(token), ms));
      },
      endLease: async (key, token, message) => {
        await answer(() => {
          if (this.#has(key, token)) this.#kept.delete(key);
          for (const listener of this.#listeners) listener(message);
        });
      },
      count: (counters) => answer(() => this.#count(counters)),
      listen: (listener) => void this.#listeners.push(listener),
      close: async () => undefined,
    };
  }

  #find(key: string): Kept | undefined {
    const kept = this.#kept.get(key);
    return kept === undefined || kept.endMs <= performance.now() ? undefined : kept;
  }

  #has(key: string, token: string): boolean {
    return this.#find(key)?.value.toString() === token;
  }

  #keep(key: string, value: Buffer, ms: number): void {
    this.#kept.set(key, { value, endMs: performance.now() + ms });
  }

  #count(counters: readonly Counter[]): Counted {
    const usedOf = (key: string): number => Number(this.#find(key)?.value ?? 0);
    const isTaken = counters.every(({ key, quota }) => quota === 0 || usedOf(key) < quota);
    const windows = counters.map(({ key, units, windowMs }) => {
      const used = usedOf(key) + (isTaken ? units : 0);
      const leftMs = (this.#find(key)?.endMs ?? performance.now() + windowMs) - performance.now();
      this.#keep(key, Buffer.from(String(used)), leftMs);
      return { used, leftMs };
    });
    return { isTaken, windows };
  }
}
