/**
 * Durable named bytes: snapshots of materialized endpoints. Keys are relative paths of `[A-Za-z0-9._-]` parts. A put is
 * durable when it resolves and atomic: readers see the old object or the new one, also after a crash.
 *
 * @throws ObjectsUnavailableError when the storage cannot be reached or refuses to work
 */
export interface ObjectStore {
  put(key: string, body: Uint8Array): Promise<void>;
  /**
   * As `put`, for a body that is too large for memory. When `body` throws, nothing is put and the error is passed on.
   */
  putStream(key: string, body: AsyncIterable<Uint8Array>): Promise<void>;
  get(key: string): Promise<Uint8Array | undefined>;
  /** The bytes in pieces, at the reader's pace. A failure breaks them off with an error, never with a short answer. */
  getStream(key: string): Promise<AsyncIterable<Uint8Array> | undefined>;
  stat(key: string): Promise<ObjectFacts | undefined>;
  /**
   * What `stat` would say, known without waiting; `unknown` when only `stat` can tell. The answer may be some
   * milliseconds old, and some seconds old where objects are remote.
   */
  peek(key: string): ObjectFacts | 'unknown' | undefined;
  /** The file that holds the object, when it lies on this machine; null where objects are remote. */
  fileOf(key: string): string | null;
  /** Keys below a prefix, in no special order. */
  list(prefix: string): Promise<readonly string[]>;
  /** Deletes an object. A key without an object is no error. */
  delete(key: string): Promise<void>;
  close(): Promise<void>;
}

export interface ObjectFacts {
  readonly bytes: number;
  /** A text that changes whenever the object is written again. */
  readonly tag: string;
  /** The ETag of a remote object, without quotes; empty for a file. Readers of the bucket see the same. */
  readonly etag: string;
}

/** Deletes all objects below a prefix. */
export async function deleteBelow(
  objects: Pick<ObjectStore, 'list' | 'delete'>,
  prefix: string,
): Promise<void> {
  for (const key of await objects.list(prefix)) await objects.delete(key);
}

/** The storage as a whole is down, not one object. The message holds no access key. */
export class ObjectsUnavailableError extends Error {
  override readonly name: string = 'ObjectsUnavailableError';
}
