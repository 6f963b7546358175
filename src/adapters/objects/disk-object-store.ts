import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { newUuid } from '../../base/ids.ts';
import { invariant } from '../../base/invariant.ts';
import type { ObjectStore } from './object-store.ts';

const KEY = /^[A-Za-z0-9._-]+(\/[A-Za-z0-9._-]+)*$/;
/** Names of files being written; `list` leaves them out. A key cannot contain `~`. */
const PARTIAL = '~';

/**
 * Objects as files of a folder. A put is durable and atomic: readers see the old bytes or the new ones, also after a
 * crash.
 */
export class DiskObjectStore implements ObjectStore {
  readonly #folder: string;

  /** @param folder made when it does not exist */
  constructor(folder: string) {
    this.#folder = folder;
  }

  async put(key: string, body: Uint8Array): Promise<void> {
    const target = this.#fileOf(key);
    await mkdir(path.dirname(target), { recursive: true });
    const partial = `${target}${PARTIAL}${newUuid()}`;
    const file = await open(partial, 'wx');
    try {
      await file.writeFile(body);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(partial, target);
    await syncFolder(path.dirname(target));
  }

  async get(key: string): Promise<Uint8Array | undefined> {
    try {
      return await readFile(this.#fileOf(key));
    } catch (error) {
      if (isNotFound(error)) return undefined;
      throw error;
    }
  }

  async list(prefix: string): Promise<readonly string[]> {
    try {
      const entries = await readdir(this.#folder, { recursive: true, withFileTypes: true });
      return entries
        .filter((entry) => entry.isFile() && !entry.name.includes(PARTIAL))
        .map((entry) => path.relative(this.#folder, path.join(entry.parentPath, entry.name)))
        .map((file) => file.split(path.sep).join('/'))
        .filter((key) => key.startsWith(prefix));
    } catch (error) {
      if (isNotFound(error)) return [];
      throw error;
    }
  }

  async delete(key: string): Promise<void> {
    await rm(this.#fileOf(key), { force: true });
  }

  #fileOf(key: string): string {
    const isOutside = key.split('/').some((part) => part === '.' || part === '..');
    invariant(KEY.test(key) && !isOutside, 'an object key is a relative path of [A-Za-z0-9._-] parts');
    return path.join(this.#folder, key);
  }
}

/** Makes the rename itself durable. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function isNotFound(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
