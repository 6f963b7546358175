import { LRUCache } from 'lru-cache';
import type { Peers } from '../../adapters/store/database.ts';
import { stopwatchMs } from '../../base/clock.ts';
import { newRandomUuid } from '../../base/ids.ts';

/** A result that a service computed because a caller forced it to. */
interface NewerResult {
  readonly key: string;
  /** Milliseconds since 1970, by the clock of that service. */
  readonly computedAtMs: number;
}

/** The memory of results, as far as it has to forget. */
interface Forgetting {
  forget(key: string): void;
  clear(): void;
}

interface Heard extends Pick<NewerResult, 'computedAtMs'> {
  /** By the stopwatch of this service. */
  readonly heardMs: number;
}

const MAX_BYTES = 8 * 1024 * 1024;
/** Approximate bytes of one that was heard, with its key. */
const HEARD_BYTES = 250;

/**
 * What other services have computed for callers who wanted to see newer rows. From then on nobody is answered by what
 * was computed before, wherever it is kept: not by what this service has in memory, not by what it is computing just
 * now, and not by what it finds elsewhere.
 */
export class NewerResults {
  readonly #heard: LRUCache<string, Heard>;
  readonly #peers: Peers;
  /** A service hears itself too. */
  readonly #from = newRandomUuid();
  /** The same of all keys that were forgotten since, or may have been missed. */
  #floor: Heard = { heardMs: Number.NEGATIVE_INFINITY, computedAtMs: Number.NEGATIVE_INFINITY };

  /** @param nowMs the clock of this service */
  constructor(peers: Peers, memory: Forgetting, nowMs: () => number) {
    this.#peers = peers;
    this.#heard = new LRUCache({
      maxSize: MAX_BYTES,
      sizeCalculation: () => HEARD_BYTES,
      dispose: (heard, _, reason) => {
        if (reason === 'evict') this.#floor = later(this.#floor, heard);
      },
    });
    peers.onTold('forced_result', (text) => {
      const { from, key, computedAtMs }: NewerResult & { readonly from: string } = JSON.parse(text);
      if (from === this.#from) return;
      this.#heard.set(key, { heardMs: stopwatchMs(), computedAtMs });
      memory.forget(key);
    });
    peers.onGap(() => {
      this.#floor = { heardMs: stopwatchMs(), computedAtMs: nowMs() };
      memory.clear();
    });
  }

  /**
   * Tells the other services. When it resolves, each of them hears of the result before anything that is told later.
   * @throws AppError store_unavailable: then nobody may see the result
   */
  tell({ key, computedAtMs }: NewerResult): Promise<void> {
    return this.#peers.tell('forced_result', JSON.stringify({ from: this.#from, key, computedAtMs }));
  }

  /** When the newest result of the key was computed elsewhere; undefined when nobody told of one. */
  newestMs(key: string): number | undefined {
    return this.#heard.get(key)?.computedAtMs;
  }

  /** True for a computation that began here, at that time of the stopwatch, before a newer result was heard of. */
  isBehind(key: string, beganMs: number): boolean {
    return beganMs < this.#last(key).heardMs;
  }

  /** True for a result of another service that was computed, by its clock, before a newer one. */
  isOlder({ key, computedAtMs }: NewerResult): boolean {
    return computedAtMs < this.#last(key).computedAtMs;
  }

  /** Names the time since the last newer result: whoever asks after it joins no computation of before. */
  epoch(key: string): string {
    const { heardMs } = this.#last(key);
    return heardMs === Number.NEGATIVE_INFINITY ? '' : String(heardMs);
  }

  #last(key: string): Heard {
    const heard = this.#heard.get(key);
    return heard === undefined ? this.#floor : later(heard, this.#floor);
  }
}

function later(one: Heard, other: Heard): Heard {
  return {
    heardMs: Math.max(one.heardMs, other.heardMs),
    computedAtMs: Math.max(one.computedAtMs, other.computedAtMs),
  };
}
