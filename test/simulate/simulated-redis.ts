import { type Kv, RANK_LENGTH } from '../../src/adapters/kv/kv.ts';
import type { SimulatedNetwork } from './simulated-network.ts';
import type { SimulatedProcess, SimulatedTime } from './simulated-time.ts';

/** What is broken on purpose, to see that a simulation finds it. */
export type RedisMutant = 'every lease taken' | 'leases without end';

interface Kept {
  readonly value: Buffer;
  untilMs: number;
}

/** Whoever asks waits no longer than this; the answer takes at most 40 ms when nothing is cut. */
const ASK_LIMIT_MS = 50;
const MESSAGE_MS = 5;

/** What Redis does for services, as `Kv` promises it: what is lost here is not told, and nothing throws. */
export class SimulatedRedis {
  readonly #time: SimulatedTime;
  readonly #network: SimulatedNetwork;
  readonly #mutant: RedisMutant | undefined;
  #kept = new Map<string, Kept>();
  readonly #listeners = new Map<SimulatedProcess, (message: string) => void>();

  constructor(time: SimulatedTime, network: SimulatedNetwork, mutant: RedisMutant | undefined) {
    this.#time = time;
    this.#network = network;
    this.#mutant = mutant;
  }

  /** Everything that it has is gone. */
  flush(): void {
    this.#kept = new Map();
  }

  /** As one service sees it. */
  open(process: SimulatedProcess): Kv {
    return {
      isUp: true,
      getAll: (keys) => this.#ask(() => keys.map((key) => this.#find(key)?.value ?? null)),
      setNewer: (key, value, keepMs) => this.#ask(() => this.#setNewer(key, value, keepMs)),
      takeLease: (key, token, ms) => this.#ask(() => this.#take(key, token, ms)),
      renewLease: async (key, token, ms) => {
        await this.#ask(() => this.#renew(key, token, ms));
      },
      endLease: async (key, token, message) => {
        await this.#ask(() => this.#end(key, token, message));
      },
      count: async () => undefined,
      listen: (listener) => void this.#listeners.set(process, listener),
      close: async () => {},
    };
  }

  async #ask<Answer>(work: () => Answer): Promise<Answer | undefined> {
    const asked = this.#network.call('redis', work).catch(() => undefined);
    return Promise.race([asked, this.#time.wait(ASK_LIMIT_MS).then(() => undefined)]);
  }

  #find(key: string): Kept | undefined {
    const kept = this.#kept.get(key);
    return kept !== undefined && kept.untilMs > this.#time.nowMs ? kept : undefined;
  }

  #setNewer(key: string, value: Buffer, keepMs: number): true {
    const rank = (bytes: Buffer): string => bytes.toString('latin1', 0, RANK_LENGTH);
    const present = this.#find(key);
    if (present === undefined || rank(present.value) <= rank(value))
      this.#kept.set(key, { value, untilMs: this.#time.nowMs + keepMs });
    return true;
  }

  #take(key: string, token: string, ms: number): 'taken' | 'held' {
    if (this.#find(key) !== undefined) return this.#mutant === 'every lease taken' ? 'taken' : 'held';
    const lastsMs = this.#mutant === 'leases without end' ? Number.POSITIVE_INFINITY : ms;
    this.#kept.set(key, { value: Buffer.from(token), untilMs: this.#time.nowMs + lastsMs });
    return 'taken';
  }

  #renew(key: string, token: string, ms: number): void {
    const kept = this.#find(key);
    if (kept?.value.toString() === token) kept.untilMs = Math.max(kept.untilMs, this.#time.nowMs + ms);
  }

  #end(key: string, token: string, message: string): void {
    if (this.#find(key)?.value.toString() === token) this.#kept.delete(key);
    for (const [process, listener] of this.#listeners)
      this.#time.tell(process, MESSAGE_MS, () => listener(message));
  }
}
