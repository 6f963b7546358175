import { stopwatchMs } from './clock.ts';
import type { Observe } from './observation.ts';

/** Nothing may hold the event loop longer ([SPEC-8.1]). */
export const STALL_MS = 50;

const LOOK_MS = 20;
/** A stall is told in full once in this time; the others are counted. */
const TOLD_EVERY_MS = 10_000;
const MOST_ROUTES = 5;

/**
 * Watches how late the event loop is. A timer looks at the clock; a request costs two entries in a map. What a stall
 * was made of cannot be known from inside: told are the routes that began or ended since the look before, then those
 * under way.
 */
export class LoopWatch {
  readonly #observe: Observe;
  readonly #underWay = new Map<string, number>();
  readonly #recent = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  #lastMs = 0;
  #toldMs = Number.NEGATIVE_INFINITY;
  #untold = 0;

  constructor(observe: Observe) {
    this.#observe = observe;
  }

  start(): void {
    this.#lastMs = stopwatchMs();
    this.#timer = setInterval(() => this.#look(), LOOK_MS).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** @param route of a closed list */
  began(route: string): void {
    this.#underWay.set(route, (this.#underWay.get(route) ?? 0) + 1);
    this.#recent.add(route);
  }

  ended(route: string): void {
    const left = (this.#underWay.get(route) ?? 1) - 1;
    if (left > 0) this.#underWay.set(route, left);
    else this.#underWay.delete(route);
    this.#recent.add(route);
  }

  #look(): void {
    const nowMs = stopwatchMs();
    const delayMs = Math.max(0, nowMs - this.#lastMs - LOOK_MS);
    this.#lastMs = nowMs;
    this.#observe({ kind: 'loop_delay', delayMs });
    if (delayMs > STALL_MS) this.#tell(delayMs, nowMs);
    this.#recent.clear();
  }

  #tell(delayMs: number, nowMs: number): void {
    if (nowMs - this.#toldMs < TOLD_EVERY_MS) {
      this.#untold += 1;
      return;
    }
    const routes = [...new Set([...this.#recent, ...this.#underWay.keys()])].slice(0, MOST_ROUTES);
    this.#observe({ kind: 'loop_stall', delayMs: Math.round(delayMs), routes, untold: this.#untold });
    this.#toldMs = nowMs;
    this.#untold = 0;
  }
}
