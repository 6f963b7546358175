import { stopwatchMs } from './clock.ts';
import type { Observe } from './observation.ts';

/** Longest time in milliseconds for which one step may hold the event loop ([SPEC-8.1]). */
export const STALL_MS = 50;

const LOOK_MS = 20;
/** At most one stall in this time is reported in full; the others are only counted. */
const TOLD_EVERY_MS = 10_000;
const MOST_ROUTES = 5;

/**
 * Watches how late the event loop is. A timer compares the clock with its plan; a request costs two entries in a map.
 * The cause of a stall cannot be known from inside the loop, so a report names routes: first those that began or ended
 * since the previous look, then those that are still under way.
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

  /** @param route one of a closed list of routes */
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

  /** A call that began and ended in this turn. */
  passed(route: string): void {
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
