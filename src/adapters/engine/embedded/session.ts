import { EngineException, engineCodeOf } from '../engine-error.ts';
import type { NativeConnection, NativeEngine, NativeResult } from './native.ts';

/**
 * A private session of the engine: used for one request and closed. A session is never used twice, because a query that
 * fails after producing output can leave bytes in front of the next answer of the session. Begins as writer. One call
 * at a time.
 */
export class Session {
  readonly #native: NativeEngine;
  readonly #connection: NativeConnection;
  #running: Promise<unknown> = Promise.resolve();

  constructor(native: NativeEngine, folder: string) {
    this.#native = native;
    this.#connection = native.CreateConnection(folder);
  }

  /** Runs statements separated by `;`. @throws EngineException */
  run(sql: string, format: string): Promise<NativeResult> {
    return this.#track(this.#native.QueryAsyncConnection(this.#connection, sql, format));
  }

  /** Closes the session when the running query has ended: closing earlier aborts the process. */
  close(): void {
    void this.#running.then(() => this.#native.CloseConnection(this.#connection));
  }

  async #track<Value>(running: Promise<Value>): Promise<Value> {
    this.#running = running.then(
      () => undefined,
      () => undefined,
    );
    try {
      return await running;
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      throw new EngineException(engineCodeOf(text), text);
    }
  }
}
