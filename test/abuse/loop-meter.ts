import { openSync, readSync } from 'node:fs';

/** What one stretch of time showed of the event loop. */
export interface LoopReading {
  /** The longest time that the loop was held without a turn for timers, in milliseconds. */
  readonly longestStepMs: number;
  /** How much slower than at its best this machine did known work just before and just after; 1..3. */
  readonly slowdown: number;
}

/** A request with this header holds the loop so many milliseconds before it is served: what the meter must find. */
export const HOLD_HEADER = 'x-test-hold-ms';

/** Works for `milliseconds` of the processor's time, at once. */
export function holdLoop(milliseconds: number): void {
  const before = process.threadCpuUsage();
  for (let spentMs = 0; spentMs < milliseconds; ) {
    const { user, system } = process.threadCpuUsage(before);
    spentMs = (user + system) / 1000;
  }
}

const TRIES = 7;
/** Beyond it a measurement tells nothing about the service, and a real stall would be divided away. */
const MOST_SLOWDOWN = 3;

/**
 * Measures the event loop of the process it runs in. A timer of a millisecond looks at the clock; what passed between
 * two of its turns is one step. Time in which the thread was ready and other processes had the processor is not counted
 * (Linux tells it; elsewhere it counts). How fast the processor is at the moment is told by a loop of known work.
 */
export class LoopMeter {
  readonly #waitedMs = waitedForProcessor();
  #bestWorkMs = Number.POSITIVE_INFINITY;
  #workBeforeMs = 0;
  #longestStepMs = 0;
  #lastMs = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor() {
    for (let i = 0; i < 10; i += 1) this.#work();
  }

  begin(): void {
    this.#workBeforeMs = this.#work();
    this.#longestStepMs = 0;
    this.#lastMs = this.#nowMs();
    this.#timer = setInterval(() => this.#look(), 1);
  }

  end(): LoopReading {
    this.#look();
    clearInterval(this.#timer);
    const slowdown = Math.max(this.#workBeforeMs, this.#work()) / this.#bestWorkMs;
    return { longestStepMs: this.#longestStepMs, slowdown: Math.min(Math.max(1, slowdown), MOST_SLOWDOWN) };
  }

  /** A clock that stands still while the thread waits for a processor. */
  #nowMs(): number {
    return performance.now() - this.#waitedMs();
  }

  #look(): void {
    const nowMs = this.#nowMs();
    this.#longestStepMs = Math.max(this.#longestStepMs, nowMs - this.#lastMs);
    this.#lastMs = nowMs;
  }

  /** The time of the known work now: the middle of several tries, so that one garbage collection does not count. */
  #work(): number {
    const tries = Array.from({ length: TRIES }, () => {
      const startedMs = this.#nowMs();
      doKnownWork();
      return this.#nowMs() - startedMs;
    }).sort((a, b) => a - b);
    this.#bestWorkMs = Math.min(this.#bestWorkMs, tries[0] ?? this.#bestWorkMs);
    return tries[Math.floor(TRIES / 2)] ?? 0;
  }
}

const MEMORY = new Uint32Array(64 * 1024);

/**
 * About a millisecond of arithmetic on memory that fits no inner cache. It allocates nothing, so that nothing is
 * collected.
 */
function doKnownWork(): void {
  for (let pass = 0; pass < 8; pass += 1)
    for (let i = 0; i < MEMORY.length; i += 1) {
      const other = MEMORY[(i * 7919 + pass) % MEMORY.length] ?? 0;
      MEMORY[i] = (Math.imul(MEMORY[i] ?? 0, 31) + other + 1) >>> 0;
    }
}

/** Milliseconds so far in which this process's main thread was ready to run and had no processor. */
function waitedForProcessor(): () => number {
  if (process.platform !== 'linux') return () => 0;
  const file = openSync('/proc/self/schedstat', 'r');
  const bytes = Buffer.alloc(128);
  // `46483829 78791 11`: nanoseconds running, nanoseconds waiting, slices.
  return () => Number(bytes.toString('latin1', 0, readSync(file, bytes, 0, 128, 0)).split(' ')[1]) / 1e6;
}
