import type { Wait } from '../../src/base/wait.ts';
import { TimerHeap } from '../simulate/timer-heap.ts';

interface Timer {
  readonly atMs: number;
  readonly fire: () => void;
  isOver: boolean;
}

/**
 * Time that passes only when it is told to: timers fire in order, and all that they cause is done before the next one.
 */
export class VirtualTime {
  #nowMs: number;
  readonly #timers = new TimerHeap<Timer>();

  constructor(startMs: number) {
    this.#nowMs = startMs;
  }

  get nowMs(): number {
    return this.#nowMs;
  }

  /** As the real one; never ends for a process that is dead by then. */
  readonly wait: Wait = (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      const timer = { atMs: this.#nowMs + ms, fire: () => end(), isOver: false };
      const end = (): void => {
        timer.isOver = true;
        signal?.removeEventListener('abort', end);
        resolve();
      };
      signal?.addEventListener('abort', end, { once: true });
      this.#timers.push(timer);
    });

  /** Lets time pass until `untilMs`, calling `between` before each moment at which something happens. */
  async runUntil(untilMs: number, between: () => void): Promise<void> {
    await settled();
    for (let next = this.#timers.takeNext(untilMs); next; next = this.#timers.takeNext(untilMs)) {
      if (next.isOver) continue;
      between();
      this.#nowMs = Math.max(this.#nowMs, next.atMs);
      next.fire();
      await settled();
    }
    this.#nowMs = untilMs;
  }
}

/** Everything in the simulation is a chain of promises, so that one turn of the event loop ends all of them. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
