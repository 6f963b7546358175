import { createRequire } from 'node:module';

/** An open connection of the engine library: one session, opaque. */
export interface NativeConnection {
  readonly __nativeConnection: never;
}

export interface NativeResult {
  readonly bytes: Uint8Array;
  /** Duration in seconds. */
  readonly elapsed: number;
  /** Rows of the answer (not of the tables that were read). */
  readonly rowsRead: number;
  readonly bytesRead: number;
}

/** What this program uses of the addon. Promises settle on a thread of libuv's pool; errors hold the engine's text. */
export interface NativeEngine {
  /** `extraArguments` count only for the first connection of the process: they start the engine. */
  CreateConnection(folder: string, extraArguments?: readonly string[]): NativeConnection;
  /** Must not be called while a query of this connection runs: that aborts the whole process. */
  CloseConnection(connection: NativeConnection): void;
  QueryAsyncConnection(connection: NativeConnection, sql: string, format: string): Promise<NativeResult>;
}

/**
 * Loads the engine library.
 *
 * This goes to the addon behind chDB's `Session` class, because `Session.close()` waits for every query that runs in
 * the process, not only for its own: with one query of ten seconds beside fast ones, thousands of sessions stay open.
 * Goes away when `close()` waits for its own session only.
 */
export function loadNativeEngine(): NativeEngine {
  const entry = createRequire(import.meta.url).resolve('chdb');
  return createRequire(entry)('./dist/loader.js').loadNative();
}
