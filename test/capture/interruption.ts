import type { Engine } from '../../src/adapters/engine/engine.ts';

/** Makes the engine fail at its n-th call, before or after that call has worked, and at some calls after it. */
export class Interruption {
  failAtCall = Number.POSITIVE_INFINITY;
  worksBeforeFailing = false;
  /** Calls that fail; by default all from the n-th on. */
  failures = Number.POSITIVE_INFINITY;
  /** What failing calls throw. */
  errorOf: (message: string) => Error = (message) => new Error(message);
  #calls = 0;

  arm(failAtCall: number, worksBeforeFailing: boolean): void {
    this.failAtCall = failAtCall;
    this.worksBeforeFailing = worksBeforeFailing;
    this.#calls = 0;
  }

  /** Lets every call work again. */
  disarm(): void {
    this.failAtCall = Number.POSITIVE_INFINITY;
  }

  /** Calls since it was armed. */
  get calls(): number {
    return this.#calls;
  }

  wrap(engine: Engine): Engine {
    const interrupt = async <T>(call: () => Promise<T>): Promise<T> => {
      this.#calls += 1;
      if (this.#calls < this.failAtCall || this.#calls >= this.failAtCall + this.failures) return call();
      if (this.#calls === this.failAtCall && this.worksBeforeFailing) await call();
      throw this.errorOf(`interrupted at call ${this.#calls}`);
    };
    return new Proxy(engine, {
      get(target, property) {
        if (property === 'insert') return (insert: never) => interrupt(() => target.insert(insert));
        if (property === 'command')
          return (...rest: Parameters<Engine['command']>) => interrupt(() => target.command(...rest));
        if (property === 'streamCommand')
          return (...rest: Parameters<Engine['streamCommand']>) =>
            interrupt(() => target.streamCommand(...rest));
        const value: unknown = Reflect.get(target, property);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
  }
}
