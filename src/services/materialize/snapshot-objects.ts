import path from 'node:path';
import {
  isBucketFailure,
  type StoredFile,
  wasReplaced,
} from '../../adapters/engine/statements/stored-file.ts';
import {
  type ObjectFacts,
  type ObjectStore,
  ObjectsUnavailableError,
} from '../../adapters/objects/object-store.ts';
import type { Database } from '../../adapters/store/database.ts';
import { findSnapshotCheck, keepSnapshotCheck } from '../../adapters/store/snapshot-check-store.ts';
import type { Clock } from '../../base/clock.ts';
import type { StoredObject } from '../../schema/snapshot-manifest.ts';
import { BytesWitness, checkFacts, UnusableSnapshotError } from './checked-bytes.ts';
import type { SnapshotSources, WrittenObject } from './snapshot-sources.ts';

interface ObjectParts {
  readonly objects: Pick<ObjectStore, 'stat' | 'getStream'>;
  readonly database: Pick<Database, 'query'>;
  readonly clock: Clock;
}

interface FoundBytes extends StoredObject {
  readonly tag: string;
}

const MOST_CHECKED = 10_000;

/**
 * Objects of a bucket that the engine reads itself. One service reads the bytes of an object once, hashes them and
 * keeps nothing but the result, which the store has for all services; the engine then refuses bytes of another ETag.
 */
export class SnapshotObjects implements SnapshotSources {
  readonly #parts: ObjectParts;
  /** What was found in objects, by key; the most recently used last. */
  readonly #found = new Map<string, FoundBytes>();
  readonly #hashing = new Map<string, Promise<FoundBytes>>();

  constructor(parts: ObjectParts) {
    this.#parts = parts;
  }

  async use<Value>(object: WrittenObject, work: (file: StoredFile) => Promise<Value>): Promise<Value> {
    const { key, written } = object;
    const name = path.posix.basename(key);
    const facts = await this.#parts.objects.stat(key);
    if (facts === undefined) throw new UnusableSnapshotError(`${name} is missing`);
    checkFacts(name, await this.#bytesOf(object, facts), written);
    try {
      return await work({ kind: 'object', key, etag: facts.etag });
    } catch (error) {
      if (wasReplaced(error)) throw new UnusableSnapshotError(`${name} was replaced meanwhile`, error);
      if (!isBucketFailure(error)) throw error;
      throw new ObjectsUnavailableError('The engine could not read an object.', { cause: error });
    }
  }

  async #bytesOf(object: WrittenObject, facts: ObjectFacts): Promise<FoundBytes> {
    const { key } = object;
    const known = this.#found.get(key);
    if (known?.tag === facts.tag) return known;
    const hashing = this.#hashing.get(key) ?? this.#look(object, facts);
    this.#hashing.set(key, hashing);
    try {
      const found = await hashing;
      this.#remember(key, found);
      return found;
    } finally {
      this.#hashing.delete(key);
    }
  }

  async #look({ projectId, key }: WrittenObject, { tag }: ObjectFacts): Promise<FoundBytes> {
    const { objects, database, clock } = this.#parts;
    const { dir: objectPrefix, base: objectName } = path.posix.parse(key);
    const object = { projectId, objectPrefix, objectName, tag };
    const known = await findSnapshotCheck(database.query, object);
    if (known !== undefined) return known;
    const bytes = await objects.getStream(key);
    if (bytes === undefined) throw new UnusableSnapshotError(`${objectName} is missing`);
    const witness = new BytesWitness();
    for await (const _ of witness.watch(bytes));
    const facts = witness.facts();
    // Bytes that were replaced while they were read belong to no tag.
    const after = await objects.stat(key);
    if (after?.tag === tag) await keepSnapshotCheck(database.query, { ...object, ...facts }, clock.nowMs());
    return { ...facts, tag };
  }

  #remember(key: string, found: FoundBytes): void {
    this.#found.delete(key);
    this.#found.set(key, found);
    const [oldest] = this.#found.keys();
    if (this.#found.size > MOST_CHECKED && oldest !== undefined) this.#found.delete(oldest);
  }
}
