import { stopwatchMs } from './clock.ts';

/** Long work that stops at each `yield`, after a millisecond or less; it returns what it made. */
export type Sliced<Value> = Generator<void, Value, void>;

/** Most work is done within it, and waits for nobody. */
const FIRST_SLICE_MS = 2;
const SLICE_MS = 5;

/**
 * Does long work on the event loop in slices of some milliseconds. All such work of the process takes turns, so that
 * requests are served between any two slices, however many works are under way.
 */
export class LoopSlices {
  readonly #waiting: (() => void)[] = [];

  /** What `work` returns or throws. @param signal ends it before each slice, with the signal's reason */
  async run<Value>(work: Sliced<Value>, signal?: AbortSignal): Promise<Value> {
    signal?.throwIfAborted();
    let step = workFor(work, FIRST_SLICE_MS);
    while (step.done !== true) {
      await this.turn();
      signal?.throwIfAborted();
      step = workFor(work, SLICE_MS);
    }
    return step.value;
  }

  /**
   * Resolves in a turn of the loop in which no other work gets one: for work that cannot stop, so that many of its kind
   * hold up others no longer than one.
   */
  turn(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      if (this.#waiting.length === 1) setImmediate(() => this.#next());
    });
  }

  #next(): void {
    this.#waiting.shift()?.();
    if (this.#waiting.length > 0) setImmediate(() => this.#next());
  }
}

/** Work that is always short. */
export function* inOneSlice<Value>(work: () => Value): Sliced<Value> {
  yield;
  return work();
}

/** Does it at once, where nobody waits. */
export function finish<Value>(work: Sliced<Value>): Value {
  return workFor(work, Number.POSITIVE_INFINITY).value as Value;
}

function workFor<Value>(work: Sliced<Value>, milliseconds: number): IteratorResult<void, Value> {
  const startedMs = stopwatchMs();
  let step = work.next();
  while (step.done !== true && stopwatchMs() - startedMs < milliseconds) step = work.next();
  return step;
}
