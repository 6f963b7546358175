import { AsyncLocalStorage } from 'node:async_hooks';
import { syncBuiltinESMExports } from 'node:module';
import timersPromises from 'node:timers/promises';
import { TimerHeap } from './timer-heap.ts';

/** A process of a simulation. What it waits for does not come while it is frozen, and never once it is dead. */
export class SimulatedProcess {
  readonly name: string;
  state: 'alive' | 'frozen' | 'dead' = 'alive';
  /** What came meanwhile. */
  readonly held: Timer[] = [];

  constructor(name: string) {
    this.name = name;
  }

  get isDead(): boolean {
    return this.state === 'dead';
  }
}

interface Timer {
  atMs: number;
  readonly everyMs: number | undefined;
  readonly fire: () => void;
  /** In whose work it was set; undefined for what is outside of all processes. */
  readonly owner: SimulatedProcess | undefined;
  isOver: boolean;
}

/** What programs hold of a timer. */
interface TimerHandle {
  readonly timer: Timer;
  ref(): TimerHandle;
  unref(): TimerHandle;
  hasRef(): boolean;
}

/**
 * Time that passes only when it is told to, for everything in this Node process: timers fire in order, and all that
 * they cause is done before the next one. Each timer belongs to the process of the simulation that set it, so that a
 * process can stand still anywhere.
 */
export class SimulatedTime {
  #nowMs = 0;
  readonly #timers = new TimerHeap<Timer>();
  readonly #owners = new AsyncLocalStorage<SimulatedProcess | undefined>();

  get nowMs(): number {
    return this.#nowMs;
  }

  /** How many timers are set, those that were cleared and have not come up yet among them. */
  get waiting(): number {
    return this.#timers.size;
  }

  /** The process whose work asks. */
  get owner(): SimulatedProcess | undefined {
    return this.#owners.getStore();
  }

  /** Takes the place of all clocks and timers. @returns how to give them back */
  install(): () => void {
    const real = { setTimeout, clearTimeout, setInterval, clearInterval, sleep: timersPromises.setTimeout };
    const realNow = performance.now;
    const clear = (handle: unknown): void => {
      if (isHandle(handle)) handle.timer.isOver = true;
      else real.clearTimeout(handle as NodeJS.Timeout);
    };
    const fakes = {
      setTimeout: (fire: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) =>
        this.#handle(() => fire(...args), ms),
      setInterval: (fire: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) =>
        this.#handle(() => fire(...args), ms, ms),
      clearTimeout: clear,
      clearInterval: clear,
    };
    Object.assign(globalThis, fakes);
    performance.now = () => this.#nowMs;
    Object.assign(timersPromises, { setTimeout: this.#sleep });
    syncBuiltinESMExports();
    return () => {
      const { sleep, ...timers } = real;
      Object.assign(globalThis, timers);
      performance.now = realNow;
      Object.assign(timersPromises, { setTimeout: sleep });
      syncBuiltinESMExports();
    };
  }

  /** Lets `work` be that of a process; undefined: of none. */
  as<Result>(process: SimulatedProcess | undefined, work: () => Result): Result {
    return this.#owners.run(process, work);
  }

  wait(ms: number): Promise<void> {
    return new Promise((resolve) => void this.#set(resolve, ms));
  }

  /** Calls back in the work of a process, as a message that arrives. */
  tell(process: SimulatedProcess | undefined, ms: number, fire: () => void): void {
    this.as(process, () => this.#set(fire, ms));
  }

  freeze(process: SimulatedProcess): void {
    if (!process.isDead) process.state = 'frozen';
  }

  thaw(process: SimulatedProcess): void {
    if (process.state !== 'frozen') return;
    process.state = 'alive';
    // The same timers, by which their setters may clear them still.
    for (const timer of process.held.splice(0)) {
      timer.atMs = this.#nowMs;
      this.#timers.push(timer);
    }
  }

  /** Lets time pass until `untilMs`. */
  async runUntil(untilMs: number): Promise<void> {
    await settled();
    for (let next = this.#timers.takeNext(untilMs); next; next = this.#timers.takeNext(untilMs)) {
      if (next.isOver) continue;
      this.#nowMs = Math.max(this.#nowMs, next.atMs);
      if (next.owner?.state === 'frozen') {
        next.owner.held.push(next);
        continue;
      }
      if (next.owner?.isDead) continue;
      if (next.everyMs !== undefined) {
        next.atMs = this.#nowMs + next.everyMs;
        this.#timers.push(next);
      }
      this.as(next.owner, next.fire);
      await settled();
    }
    this.#nowMs = untilMs;
  }

  #set(fire: () => void, ms: number, everyMs?: number): Timer {
    const timer = { atMs: this.#nowMs + Math.max(0, ms), everyMs, fire, owner: this.owner, isOver: false };
    this.#timers.push(timer);
    return timer;
  }

  #handle(fire: () => void, ms: number, everyMs?: number): TimerHandle {
    const timer = this.#set(fire, ms, everyMs);
    const handle: TimerHandle = { timer, ref: () => handle, unref: () => handle, hasRef: () => false };
    return handle;
  }

  readonly #sleep = (ms = 0, value?: unknown, { signal }: { readonly signal?: AbortSignal } = {}) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const timer = this.#set(() => {
        signal?.removeEventListener('abort', stop);
        resolve(value);
      }, ms);
      const stop = (): void => {
        timer.isOver = true;
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', stop, { once: true });
    });
}

function isHandle(handle: unknown): handle is TimerHandle {
  return typeof handle === 'object' && handle !== null && 'timer' in handle;
}

/** Everything in a simulation is a chain of promises, so that one turn of the event loop ends all of them. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
