/** The only source of the current time. Milliseconds since 1970 in UTC, as `Date.now()`. */
export interface Clock {
  nowMs(): number;
}

/** The time of this machine. */
export const systemClock: Clock = { nowMs: () => Date.now() };

/** A monotonic stopwatch in milliseconds with fractions; its zero has no meaning. */
export function stopwatchMs(): number {
  return performance.now();
}

/** A clock that stands still at `nowMs` until `set` moves it. Used by SLUICE_TEST_CLOCK and by tests. */
export class SettableClock implements Clock {
  #fixedMs: number | undefined;

  constructor(fixedMs?: number) {
    this.#fixedMs = fixedMs;
  }

  nowMs(): number {
    return this.#fixedMs ?? systemClock.nowMs();
  }

  set(nowMs: number | undefined): void {
    this.#fixedMs = nowMs;
  }
}
