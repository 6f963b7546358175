import { stopwatchMs } from './clock.ts';

/** Long work that stops at each `yield`, after a millisecond or less; it returns what it made. */
export type Sliced<Value> = Generator<void, Value, void>;

/** Length of the first slice. Most work ends within this time and so never waits for a turn. */
const FIRST_SLICE_MS = 2;
const SLICE_MS = 5;

/**
 * Does long work on the event loop in slices of some milliseconds. All such work of the process takes turns, so that
 * requests are served between any two slices, however many works are under way.
 */
export class LoopSlices {
  readonly #waiting: (() => void)[] = [];

  /**
   * Returns or throws what `work` returns or throws.
   * @param signal checked before each slice; when it is aborted, its reason is thrown
   */
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
   * Resolves in a turn of the event loop that no other caller gets. It is meant for work that cannot pause: however
   * many such works wait, each turn of the loop carries only one of them.
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

/** Makes sliced work of a function that is always quick. */
export function* inOneSlice<Value>(work: () => Value): Sliced<Value> {
  yield;
  return work();
}

/** Does sliced work at once and without pauses, for places where nothing else waits for the thread. */
export function finish<Value>(work: Sliced<Value>): Value {
  return workFor(work, Number.POSITIVE_INFINITY).value as Value;
}

function workFor<Value>(work: Sliced<Value>, milliseconds: number): IteratorResult<void, Value> {
  const startedMs = stopwatchMs();
  let step = work.next();
  while (step.done !== true && stopwatchMs() - startedMs < milliseconds) step = work.next();
  return step;
}
