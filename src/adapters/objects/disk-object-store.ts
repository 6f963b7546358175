import { createReadStream, type Stats, statSync } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, rmdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { stopwatchMs } from '../../base/clock.ts';
import { newUuid } from '../../base/ids.ts';
import { syncToDisk } from '../../base/sync-to-disk.ts';
import { checkObjectKey } from './object-key.ts';
import { type ObjectFacts, type ObjectStore, ObjectsUnavailableError } from './object-store.ts';

/** Names of files being written; `list` leaves them out. A key cannot contain `~`. */
const PARTIAL = '~';

/** How long `peek` trusts what it last learned of a file. */
const PEEK_AGE_MS = 10;
const MOST_PEEKED = 10_000;

/** Objects as files of a folder that one process writes. */
export class DiskObjectStore implements ObjectStore {
  readonly #folder: string;
  readonly #peeked = new Map<string, { readonly facts: ObjectFacts | undefined; readonly atMs: number }>();

  /** @param folder made when it does not exist */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Deletes unfinished files that writes left behind in a crash. Call it before the first put of the process. */
  async removePartials(): Promise<void> {
    for (const file of await this.#files())
      if (path.basename(file).includes(PARTIAL)) await rm(file, { force: true });
  }

  put(key: string, body: Uint8Array): Promise<void> {
    return this.#write(key, (file) => orUnavailable(file.writeFile(body)));
  }

  putStream(key: string, body: AsyncIterable<Uint8Array>): Promise<void> {
    return this.#write(key, async (file) => {
      for await (const piece of body) await orUnavailable(file.writeFile(piece));
    });
  }

  async get(key: string): Promise<Uint8Array | undefined> {
    return unlessAbsent(readFile(this.#pathOf(key)));
  }

  async getStream(key: string): Promise<AsyncIterable<Uint8Array> | undefined> {
    const file = await unlessAbsent(open(this.#pathOf(key), 'r'));
    return file && createReadStream('', { fd: file, highWaterMark: 1024 * 1024 });
  }

  async stat(key: string): Promise<ObjectFacts | undefined> {
    const found = await unlessAbsent(stat(this.#pathOf(key)));
    return found && factsOf(found);
  }

  /**
   * Asks the file system at most once in a few milliseconds, because one object may be peeked at thousands of times a
   * second.
   */
  peek(key: string): ObjectFacts | undefined {
    const known = this.#peeked.get(key);
    const nowMs = stopwatchMs();
    if (known !== undefined && nowMs - known.atMs < PEEK_AGE_MS) return known.facts;
    const facts = factsAt(this.#pathOf(key));
    if (this.#peeked.size >= MOST_PEEKED) this.#peeked.clear();
    this.#peeked.set(key, { facts, atMs: nowMs });
    return facts;
  }

  fileOf(key: string): string {
    return this.#pathOf(key);
  }

  async list(prefix: string): Promise<readonly string[]> {
    const files = await this.#files(prefix.slice(0, prefix.lastIndexOf('/') + 1));
    return files
      .filter((file) => !path.basename(file).includes(PARTIAL))
      .map((file) => path.relative(this.#folder, file).split(path.sep).join('/'))
      .filter((key) => key.startsWith(prefix));
  }

  async delete(key: string): Promise<void> {
    const file = this.#pathOf(key);
    await orUnavailable(rm(file, { force: true }));
    this.#peeked.delete(key);
    await this.#removeEmpty(path.dirname(file));
  }

  async close(): Promise<void> {}

  async #write(key: string, fill: (file: FileHandle) => Promise<void>): Promise<void> {
    const target = this.#pathOf(key);
    this.#peeked.delete(key);
    const partial = `${target}${PARTIAL}${newUuid()}`;
    const file = await orUnavailable(this.#openNew(partial));
    try {
      await fill(file);
      await orUnavailable(file.sync());
      await orUnavailable(file.close());
      await orUnavailable(rename(partial, target));
    } catch (error) {
      // The first error is the one to report. Closing a file that is closed already does nothing.
      await file.close().catch(() => undefined);
      await rm(partial, { force: true }).catch(() => undefined);
      throw error;
    }
    this.#peeked.delete(key);
    await orUnavailable(syncToDisk(path.dirname(target)));
  }

  /** Opens a new file, and tries again when a simultaneous delete removes the folder between the two calls. */
  async #openNew(file: string): Promise<FileHandle> {
    for (let attempt = 1; ; attempt += 1) {
      await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
      try {
        return await open(file, 'wx');
      } catch (error) {
        if (!isNotFound(error) || attempt === 3) throw error;
      }
    }
  }

  /** Paths of all files below a folder of this one, unfinished ones too. */
  async #files(folder = ''): Promise<readonly string[]> {
    const start = path.join(this.#folder, folder);
    const entries = await unlessAbsent(readdir(start, { recursive: true, withFileTypes: true }));
    return (entries ?? [])
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name));
  }

  /** Removes a folder that has become empty, and the parent folders that become empty with it. */
  async #removeEmpty(folder: string): Promise<void> {
    for (let at = folder; at !== this.#folder && at.startsWith(this.#folder); at = path.dirname(at)) {
      try {
        await rmdir(at);
      } catch {
        // Another object is in the folder, or the folder is gone already.
        return;
      }
    }
  }

  #pathOf(key: string): string {
    checkObjectKey(key);
    return path.join(this.#folder, key);
  }
}

/** The facts of a file. Every write makes a new file, so inode number and times tell two writes apart. */
function factsOf({ size, ino, mtimeMs, ctimeMs }: Stats): ObjectFacts {
  return { bytes: size, tag: `${ino} ${mtimeMs} ${ctimeMs} ${size}`, etag: '' };
}

/** The facts of a file; undefined for every file that cannot be looked at. `stat` reports the reason. */
function factsAt(file: string): ObjectFacts | undefined {
  try {
    const found = statSync(file, { throwIfNoEntry: false });
    return found && factsOf(found);
  } catch {
    return undefined;
  }
}

async function unlessAbsent<Value>(work: Promise<Value>): Promise<Value | undefined> {
  try {
    return await work;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw unavailable(error);
  }
}

/** Maps a disk that is full, read-only or away to ObjectsUnavailableError, as for a bucket that refuses to work. */
async function orUnavailable<Value>(work: Promise<Value>): Promise<Value> {
  try {
    return await work;
  } catch (error) {
    throw unavailable(error);
  }
}

function unavailable(cause: unknown): ObjectsUnavailableError {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'an unknown error';
  return new ObjectsUnavailableError(`The folder of objects refuses to work: ${code}.`, { cause });
}

function isNotFound(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
