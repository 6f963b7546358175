/** Durable named bytes: materialization snapshots and exports. Keys are relative paths of `[A-Za-z0-9._-]` parts. */
export interface ObjectStore {
  put(key: string, body: Uint8Array): Promise<void>;
  get(key: string): Promise<Uint8Array | undefined>;
  /** Keys below a prefix, in no special order. */
  list(prefix: string): Promise<readonly string[]>;
  /** Deleting what is not there is no error. */
  delete(key: string): Promise<void>;
}
