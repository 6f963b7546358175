import { setImmediate as turn } from 'node:timers/promises';
import type { NativeConnection, NativeEngine } from './native.ts';

/**
 * The engine library, knowing its running calls and open connections. No request waits for some of the calls: the
 * session that is made ready for the next request, the stopping of a query that has just ended. A process that exits
 * during a call, or while the engine's own threads work, may crash or hang for ever: the library is taken apart under
 * them.
 */
export class RunningCalls {
  readonly #running = new Set<Promise<unknown>>();
  readonly #open = new Set<NativeConnection>();
  readonly #library: NativeEngine;
  readonly native: NativeEngine;

  constructor(native: NativeEngine) {
    this.#library = native;
    this.native = {
      CreateConnection: (folder, extraArguments) => {
        const connection = native.CreateConnection(folder, extraArguments);
        this.#open.add(connection);
        return connection;
      },
      CloseConnection: (connection) => this.#close(connection),
      QueryAsyncConnection: (connection, sql, format) =>
        this.#track(native.QueryAsyncConnection(connection, sql, format)),
    };
  }

  /** Resolves when no call runs and the last one has not been followed by another. */
  async ended(): Promise<void> {
    // What is to run behind an answer begins in the turn after it.
    await turn();
    while (this.#running.size > 0) {
      await Promise.allSettled(this.#running);
      await turn();
    }
  }

  /** Closes the connections, so that the engine ends with the last one. No call may run. */
  closeAll(): void {
    for (const connection of this.#open) this.#close(connection);
  }

  #close(connection: NativeConnection): void {
    if (this.#open.delete(connection)) this.#library.CloseConnection(connection);
  }

  #track<Value>(call: Promise<Value>): Promise<Value> {
    this.#running.add(call);
    const forget = (): void => void this.#running.delete(call);
    call.then(forget, forget);
    return call;
  }
}
