/**
 * Durable named bytes: snapshots of materialized endpoints. Keys are relative paths of `[A-Za-z0-9._-]` parts. A put is
 * durable when it resolves and atomic: readers see the old object or the new one, also after a crash.
 *
 * @throws ObjectsUnavailableError when the storage cannot be reached or refuses to work
 */
export interface ObjectStore {
  put(key: string, body: Uint8Array): Promise<void>;
  /** As `put`, for what is too large for memory. When `body` throws, nothing is put and its error is thrown. */
  putStream(key: string, body: AsyncIterable<Uint8Array>): Promise<void>;
  get(key: string): Promise<Uint8Array | undefined>;
  /** The bytes as they come, at the reader's pace; breaks off with an error, never with a short answer. */
  getStream(key: string): Promise<AsyncIterable<Uint8Array> | undefined>;
  stat(key: string): Promise<ObjectFacts | undefined>;
  /**
   * What `stat` would say, known without waiting; `unknown` when only `stat` can tell. May be some milliseconds old,
   * where objects are remote some seconds.
   */
  peek(key: string): ObjectFacts | 'unknown' | undefined;
  /** The file that holds the object, when it lies on this machine; null where objects are remote. */
  fileOf(key: string): string | null;
  /** Keys below a prefix, in no special order. */
  list(prefix: string): Promise<readonly string[]>;
  /** Deleting what is not there is no error. */
  delete(key: string): Promise<void>;
  close(): Promise<void>;
}

export interface ObjectFacts {
  readonly bytes: number;
  /** Another text whenever the object was written again. */
  readonly tag: string;
}

/** Deletes all objects below a prefix. */
export async function deleteBelow(
  objects: Pick<ObjectStore, 'list' | 'delete'>,
  prefix: string,
): Promise<void> {
  for (const key of await objects.list(prefix)) await objects.delete(key);
}

/** The storage is down, not one of its objects. Its message holds no key of access. */
export class ObjectsUnavailableError extends Error {
  override readonly name: string = 'ObjectsUnavailableError';
}
