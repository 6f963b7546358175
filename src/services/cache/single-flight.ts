import type { Deadline } from '../../base/deadline.ts';
import { AppError } from '../../base/errors.ts';

/** One caller's interest in a computation. */
export interface FlightCaller {
  /** At this time the caller gives up with query_timeout, even when the computation hangs. */
  readonly deadline: Deadline;
  /** Aborted when the caller goes away. The caller is answered with the reason of the signal. */
  readonly signal: AbortSignal;
}

/** What a caller got, and whether it waited for a computation that another caller had started. */
export interface Landing<Value> {
  readonly value: Value;
  readonly isCollapsed: boolean;
}

interface Flight<Value> {
  readonly outcome: Promise<Value>;
  readonly abort: AbortController;
  waiting: number;
}

/**
 * One computation per key at a time: callers with an equal key share it. The computation belongs to no single caller
 * and is aborted only when the last of its callers has left. When a computation fails, each caller that joined it gets
 * one retry before the caller fails too, so that one broken leader does not fail a hundred followers.
 */
export class SingleFlight<Value> {
  readonly #flights = new Map<string, Flight<Value>>();
  /** The flight that each caller waits for or waited for last, by the signals of both. */
  readonly #joined = new WeakMap<AbortSignal, AbortSignal>();

  /** True when a call of `run` with this key would join and not start a computation. Synchronous on purpose. */
  isRunning(key: string): boolean {
    return this.#flights.has(key);
  }

  /** The signal of the computation for which the caller with this signal waits; undefined when it waits for none. */
  joinedBy(caller: AbortSignal): AbortSignal | undefined {
    return this.#joined.get(caller);
  }

  /**
   * Joins the computation of `key`, or starts `work`. Starting happens before the first await, so that the answer of an
   * `isRunning` just before the call still holds.
   * @throws what `work` throws, the abort reason of the caller, or query_timeout when the caller's deadline is over
   */
  async run(
    key: string,
    caller: FlightCaller,
    work: (signal: AbortSignal) => Promise<Value>,
  ): Promise<Landing<Value>> {
    const joined = this.#flights.get(key);
    if (joined === undefined)
      return { value: await this.#wait(this.#start(key, work), caller), isCollapsed: false };
    try {
      return { value: await this.#wait(joined, caller), isCollapsed: true };
    } catch (error) {
      if (caller.signal.aborted || caller.deadline.isOver) throw error;
    }
    const again = this.#flights.get(key);
    const value = await this.#wait(again ?? this.#start(key, work), caller);
    return { value, isCollapsed: again !== undefined };
  }

  #wait(flight: Flight<Value>, caller: FlightCaller): Promise<Value> {
    this.#joined.set(caller.signal, flight.abort.signal);
    return wait(flight, caller);
  }

  #start(key: string, work: (signal: AbortSignal) => Promise<Value>): Flight<Value> {
    const abort = new AbortController();
    const outcome = work(abort.signal).finally(() => {
      if (this.#flights.get(key) === flight) this.#flights.delete(key);
    });
    // Every caller may have left when the computation fails; then nobody is told.
    outcome.catch(() => undefined);
    // An abandoned computation takes no new callers, because its abort would fail them.
    abort.signal.addEventListener('abort', () => {
      if (this.#flights.get(key) === flight) this.#flights.delete(key);
    });
    const flight: Flight<Value> = { outcome, abort, waiting: 0 };
    this.#flights.set(key, flight);
    return flight;
  }
}

/** Waits for a flight until the caller leaves or its time is over; the last one to leave early aborts the flight. */
async function wait<Value>(flight: Flight<Value>, { deadline, signal }: FlightCaller): Promise<Value> {
  flight.waiting += 1;
  let isLanded = false;
  const landed = flight.outcome.finally(() => {
    isLanded = true;
  });
  const left = Promise.withResolvers<never>();
  const leave = (): void => left.reject(signal.reason);
  const timer = setTimeout(() => {
    left.reject(
      new AppError('query_timeout', 'The answer was not ready within the time limit of this call.'),
    );
  }, deadline.leftMs());
  signal.addEventListener('abort', leave);
  try {
    signal.throwIfAborted();
    return await Promise.race([landed, left.promise]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', leave);
    flight.waiting -= 1;
    if (flight.waiting === 0 && !isLanded) flight.abort.abort(signal.reason);
  }
}
