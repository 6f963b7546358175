import type { Clock } from '../../base/clock.ts';
import { AppError } from '../../base/errors.ts';

/** At most `quota` units in `windowSeconds`; a quota of 0 means no limit. */
export interface RatePolicy {
  /** Name in the `RateLimit` headers. */
  readonly name: string;
  readonly quota: number;
  readonly windowSeconds: number;
}

/** What is left in the current window of one subject. */
export interface RateState {
  readonly policy: RatePolicy;
  readonly remaining: number;
  readonly resetSeconds: number;
}

/** Of the limits that hold for one call the one with the fewest units left. */
export function nearest(one: RateState | null, other: RateState | null): RateState | null {
  if (one === null || other === null) return one ?? other;
  return other.remaining < one.remaining ? other : one;
}

/** What all services together have used of a window, and when the window ends. */
interface UsedOfAll {
  readonly used: number;
  readonly leftMs: number;
}

/** Told of the units that a subject takes. */
type OnTaken = (subject: string, units: number) => void;

interface Window {
  startMs: number;
  used: number;
}

const MAX_SUBJECTS = 100_000;
const MS_OF_A_UNIT = 100;

/**
 * Counts units per subject (a key, an address) in windows that begin with the first unit. State is in memory, calls are
 * synchronous, and time comes from the given clock, so that a test clock moves the windows too.
 */
export class RateLimiter {
  readonly #policies: readonly RatePolicy[];
  readonly #clock: Clock;
  readonly #windows: readonly Map<string, Window>[];
  #onTaken: OnTaken | undefined;

  /** Several policies act together: a unit is taken from all or none. Those with quota 0 are left out. */
  constructor(policies: readonly RatePolicy[], clock: Clock) {
    this.#policies = policies.filter(({ quota }) => quota > 0);
    this.#clock = clock;
    this.#windows = this.#policies.map(() => new Map());
  }

  /**
   * Takes units, one by default. The units of one call are not divided, so the last call of a window may go beyond the
   * quota. Returns the tightest state, or null when nothing is limited.
   * @throws AppError throttled
   */
  take(subject: string, units = 1): RateState | null {
    const windows = this.#currentWindows(subject);
    this.#refuseUsedUp(windows);
    for (const window of windows) window.used += units;
    this.#onTaken?.(subject, units);
    return this.#tightest(windows);
  }

  /**
   * Takes a unit for each full 100 ms of work that was done already, also beyond the quota: then whoever takes next is
   * refused.
   * @returns the units
   */
  addWork(subject: string, ms: number): number {
    const units = Math.floor(ms / MS_OF_A_UNIT);
    for (const window of this.#currentWindows(subject)) window.used += units;
    return units;
  }

  /** Takes nothing. @throws AppError throttled where `take` would */
  refuseUsedUp(subject: string): void {
    this.#refuseUsedUp(this.#currentWindows(subject));
  }

  /** The tightest state without taking anything; null when nothing is limited. */
  look(subject: string): RateState | null {
    return this.#tightest(this.#currentWindows(subject));
  }

  /** Takes back units of work that turned out to cost nothing. */
  giveBack(subject: string, units: number): void {
    for (const window of this.#currentWindows(subject)) window.used = Math.max(0, window.used - units);
  }

  /** The policies that limit something, in the order of `learn`. */
  get policies(): readonly RatePolicy[] {
    return this.#policies;
  }

  /** From now on `listener` is told of what is taken. */
  watch(listener: OnTaken): void {
    this.#onTaken = listener;
  }

  /** Counts for a subject what all services have counted, for each policy. */
  learn(subject: string, ofAll: readonly UsedOfAll[]): void {
    const nowMs = this.#clock.nowMs();
    this.#currentWindows(subject).forEach((window, index) => {
      const [told, policy] = [ofAll[index], this.#policies[index]];
      if (told === undefined || policy === undefined) return;
      window.used = told.used;
      window.startMs = Math.min(nowMs, nowMs + told.leftMs - policy.windowSeconds * 1000);
    });
  }

  #refuseUsedUp(windows: readonly Window[]): void {
    this.#policies.forEach((policy, index) => {
      const window = windows[index];
      if (window === undefined || window.used < policy.quota) return;
      const retryAfterSeconds = this.#resetSeconds(policy, window);
      const detail = `More than ${policy.quota} per ${policy.windowSeconds} s (limit "${policy.name}").`;
      throw new AppError('throttled', detail, { retryAfterSeconds });
    });
  }

  #tightest(windows: readonly Window[]): RateState | null {
    let tightest: RateState | null = null;
    this.#policies.forEach((policy, index) => {
      const window = windows[index];
      if (window === undefined) return;
      const remaining = Math.max(0, policy.quota - window.used);
      if (tightest !== null && tightest.remaining <= remaining) return;
      tightest = { policy, remaining, resetSeconds: this.#resetSeconds(policy, window) };
    });
    return tightest;
  }

  #resetSeconds(policy: RatePolicy, window: Window): number {
    const endMs = window.startMs + policy.windowSeconds * 1000;
    return Math.max(1, Math.ceil((endMs - this.#clock.nowMs()) / 1000));
  }

  #currentWindows(subject: string): readonly Window[] {
    const nowMs = this.#clock.nowMs();
    return this.#policies.map((policy, index) => {
      const windows = this.#windows[index] ?? new Map<string, Window>();
      const present = windows.get(subject);
      if (present !== undefined && isCurrent(present, policy, nowMs)) return present;
      // The subject moves behind the others, because subjects stand in the order in which their windows began.
      windows.delete(subject);
      if (windows.size >= MAX_SUBJECTS) forgetEnded(windows, policy, nowMs);
      const window = { startMs: nowMs, used: 0 };
      windows.set(subject, window);
      return window;
    });
  }
}

function isCurrent(window: Window, policy: RatePolicy, nowMs: number): boolean {
  return nowMs >= window.startMs && nowMs < window.startMs + policy.windowSeconds * 1000;
}

/**
 * Makes room by forgetting windows that have ended; when none has, the oldest subject goes. The search stops at the
 * first window that goes on: otherwise each call of somebody with many addresses would walk through all windows.
 */
function forgetEnded(windows: Map<string, Window>, policy: RatePolicy, nowMs: number): void {
  for (const [subject, window] of windows) {
    if (isCurrent(window, policy, nowMs)) break;
    windows.delete(subject);
  }
  const oldest = windows.keys().next();
  if (windows.size >= MAX_SUBJECTS && oldest.done !== true) windows.delete(oldest.value);
}
