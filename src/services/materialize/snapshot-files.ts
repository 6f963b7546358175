import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import {
  type ObjectFacts,
  type ObjectStore,
  ObjectsUnavailableError,
} from '../../adapters/objects/object-store.ts';
import { newUuid } from '../../base/ids.ts';
import type { StoredObject } from '../../schema/snapshot-manifest.ts';
import { BytesWitness, checkFacts, UnusableSnapshotError } from './checked-bytes.ts';
import { buildOfObject } from './snapshot-prefix.ts';

interface CheckedFile {
  readonly path: string;
  readonly bytes: number;
  /** Tag of the object when its bytes were checked. */
  readonly tag: string;
  readonly isCopy: boolean;
  users: number;
}

const MOST_CHECKED = 10_000;

/**
 * Objects as files that the engine can read. Every byte is checked before the first use, and again when the object was
 * rewritten. Remote objects are copied into a folder; when that is full, the least recently used copies go.
 */
export class SnapshotFiles {
  readonly #objects: ObjectStore;
  readonly #folder: string;
  readonly #maxBytes: number;
  /** Files by object key, the most recently used last. */
  readonly #files = new Map<string, CheckedFile>();
  readonly #opening = new Map<string, Promise<CheckedFile>>();

  /** @param options.folder folder of the copies; it is emptied, because copies can be made again */
  constructor(objects: ObjectStore, options: { readonly folder: string; readonly maxBytes: number }) {
    this.#objects = objects;
    this.#folder = options.folder;
    this.#maxBytes = options.maxBytes;
  }

  /** Deletes the copies of an earlier process. Call it before the first use. */
  async clear(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
  }

  /**
   * Calls `work` with the path of a file that holds exactly what was written.
   * @throws UnusableSnapshotError when the object is missing or is not what was written; ObjectsUnavailableError
   */
  async use<Value>(
    key: string,
    written: StoredObject,
    work: (file: string) => Promise<Value>,
  ): Promise<Value> {
    let file = await this.#checked(key, written);
    // Other uses may have removed the file before this use was registered; then it is checked again.
    while (this.#files.get(key) !== file) file = await this.#checked(key, written);
    file.users += 1;
    try {
      return await work(file.path);
    } finally {
      file.users -= 1;
    }
  }

  /**
   * Removes the copies of snapshots that are gone, whichever service has deleted them.
   * @param findStored tells of some prefixes which ones have a stored snapshot
   */
  async removeGone(findStored: (prefixes: readonly string[]) => Promise<ReadonlySet<string>>): Promise<void> {
    const copies = [...this.#files].flatMap(([key, file]) => {
      const prefix = file.isCopy ? buildOfObject(key)?.objectPrefix : undefined;
      return prefix === undefined ? [] : [{ key, file, prefix }];
    });
    const stored = await findStored([...new Set(copies.map(({ prefix }) => prefix))]);
    for (const { key, file, prefix } of copies) {
      if (stored.has(prefix) || file.users > 0 || this.#files.get(key) !== file) continue;
      this.#files.delete(key);
      await removeCopy(file);
    }
  }

  async #checked(key: string, written: StoredObject): Promise<CheckedFile> {
    const known = this.#files.get(key);
    const facts = await this.#objects.stat(key);
    if (facts === undefined) throw new UnusableSnapshotError(`${path.posix.basename(key)} is missing`);
    if (known !== undefined && known.tag === facts.tag && (await isThere(known))) {
      this.#files.delete(key);
      this.#files.set(key, known);
      return known;
    }
    const opening = this.#opening.get(key) ?? this.#open(key, facts, written);
    this.#opening.set(key, opening);
    try {
      return await opening;
    } finally {
      this.#opening.delete(key);
    }
  }

  async #open(key: string, { tag }: ObjectFacts, written: StoredObject): Promise<CheckedFile> {
    const own = this.#objects.fileOf(key);
    const target = own ?? path.join(this.#folder, newUuid());
    if (own === null) await orUnavailable(mkdir(this.#folder, { recursive: true, mode: 0o700 }));
    const bytes = await this.#objects.getStream(key);
    const name = path.posix.basename(key);
    if (bytes === undefined) throw new UnusableSnapshotError(`${name} is missing`);
    const witness = new BytesWitness();
    if (own === null) await orUnavailable(copyTo(target, witness.watch(bytes)));
    else await drain(witness.watch(bytes));
    const file = { path: target, bytes: written.bytes, tag, isCopy: own === null, users: 0 };
    try {
      checkFacts(name, witness.facts(), written);
    } catch (error) {
      await removeCopy(file);
      throw error;
    }
    const before = this.#files.get(key);
    this.#files.delete(key);
    this.#files.set(key, file);
    if (before?.users === 0) await removeCopy(before);
    await this.#makeRoom();
    return file;
  }

  async #makeRoom(): Promise<void> {
    let copied = 0;
    for (const file of this.#files.values()) if (file.isCopy) copied += file.bytes;
    for (const [key, file] of this.#files) {
      const isFull = copied > this.#maxBytes && file.isCopy;
      if ((!isFull && this.#files.size <= MOST_CHECKED) || file.users > 0) continue;
      // The newest file was made for a use that begins now.
      if (key === [...this.#files.keys()].at(-1)) return;
      this.#files.delete(key);
      if (file.isCopy) copied -= file.bytes;
      await removeCopy(file);
    }
  }
}

async function removeCopy({ path: file, isCopy }: CheckedFile): Promise<void> {
  if (isCopy) await rm(file, { force: true });
}

async function isThere({ path: file, bytes, isCopy }: CheckedFile): Promise<boolean> {
  if (!isCopy) return true;
  const found = await stat(file).catch(() => undefined);
  return found?.size === bytes;
}

async function copyTo(target: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  const partial = `${target}~`;
  try {
    await pipeline(bytes, createWriteStream(partial));
    await rename(partial, target);
  } catch (error) {
    await rm(partial, { force: true }).catch(() => undefined);
    throw error;
  }
}

/** A full folder of copies says nothing about the object, so it counts as storage that is unavailable. */
async function orUnavailable<Value>(work: Promise<Value>): Promise<Value> {
  try {
    return await work;
  } catch (cause) {
    if (cause instanceof ObjectsUnavailableError) throw cause;
    throw new ObjectsUnavailableError('An object could not be copied.', { cause });
  }
}

async function drain(bytes: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const _ of bytes);
}
