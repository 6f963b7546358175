import type { Kv } from '../../adapters/kv/kv.ts';
import { stopwatchMs } from '../../base/clock.ts';
import type { NewerResults } from './newer-results.ts';
import type { CacheEntry, ResultCache } from './result-cache.ts';
import type { FlightEnd, SharedFlights } from './shared-flights.ts';

/** How results travel: their bytes begin with the time of their computation, in digits of one length. */
export interface ResultBytes<Entry> {
  write(entry: Entry): Buffer;
  /** Undefined for bytes of another build. */
  read(bytes: Buffer): Entry | undefined;
}

interface SharedParts<Entry extends CacheEntry> {
  readonly kv: Kv;
  readonly flights: SharedFlights;
  readonly memory: ResultCache<Entry>;
  readonly bytes: ResultBytes<Entry>;
  /** Absent where no other service can have the store. */
  readonly newer: NewerResults | undefined;
}

/** A larger result stays with its service: moving it would take as long as many of them take to compute. */
const MAX_BYTES = 8 * 1024 * 1024;

/** A computation that services share. */
export interface SharedComputation<Entry> {
  readonly key: string;
  readonly signal: AbortSignal;
  /** The result in memory, if it is young enough for the caller. */
  readonly find: () => Entry | undefined;
  readonly compute: () => Promise<Entry>;
  /** How long a result of this key is of use after its computation. */
  readonly ageMs: number;
}

/**
 * Results that the services on one store have in common, behind the memory of each. What is found here becomes a
 * result in memory; whether it answers a call is decided there, as for any other.
 */
export class SharedResults<Entry extends CacheEntry> {
  readonly #parts: SharedParts<Entry>;
  readonly #looking = new Map<string, Promise<boolean>>();

  constructor(parts: SharedParts<Entry>) {
    this.#parts = parts;
  }

  /** Brings a result into memory that is newer than the one there. False: there is none, or nobody told in time. */
  bring(key: string): Promise<boolean> {
    const looking = this.#looking.get(key);
    if (looking !== undefined) return looking;
    const begun = this.#look(key).finally(() => this.#looking.delete(key));
    this.#looking.set(key, begun);
    return begun;
  }

  /**
   * One computation at a time of a key by all services. Whoever finds another service at it waits for its result.
   * @returns with `isOther` when another service has computed the value
   * @throws what `compute` throws, and the reason of the signal
   */
  async once(asked: SharedComputation<Entry>): Promise<{ readonly value: Entry; readonly isOther: boolean }> {
    const { key, signal, find, compute } = asked;
    let isOther = false;
    const value = await this.#parts.flights.run(key, {
      signal,
      find: async () => {
        await this.bring(key);
        const found = find();
        isOther = found !== undefined;
        return found;
      },
      compute,
      share: (result) => this.share(asked, result),
    });
    return { value, isOther };
  }

  /** Lets others find a result that is in memory: what was refused there is behind a newer one, or too large. */
  async share(
    { key, ageMs }: Pick<SharedComputation<Entry>, 'key' | 'ageMs'>,
    result: Entry,
  ): Promise<FlightEnd> {
    if (result.byteLength > MAX_BYTES || this.#parts.memory.get(key) !== result) return 'unshared';
    const isKept = await this.#parts.kv.setNewer(resultKey(key), this.#parts.bytes.write(result), ageMs);
    return isKept === true ? 'shared' : 'unshared';
  }

  async #look(key: string): Promise<boolean> {
    const [bytes] = (await this.#parts.kv.getAll([resultKey(key)])) ?? [];
    return bytes !== undefined && bytes !== null && this.#take(key, bytes);
  }

  /** True when the bytes became the result in memory. */
  #take(key: string, bytes: Buffer): boolean {
    const { memory, newer } = this.#parts;
    const result = this.#parts.bytes.read(bytes);
    if (result === undefined || newer?.isOlder({ key, computedAtMs: result.computedAtMs }) === true)
      return false;
    const present = memory.get(key);
    if (present !== undefined && present.computedAtMs >= result.computedAtMs) return false;
    memory.store(key, result, stopwatchMs());
    return true;
  }
}

function resultKey(key: string): string {
  return `r:${key}`;
}
