import { mkdirSync } from 'node:fs';
import { open, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { ImportKey, ImportOrder, ImportRow } from '../../../adapters/store/import-store.ts';
import { AppError } from '../../../base/errors.ts';
import { isDiskFull } from '../../../base/is-disk-full.ts';

export interface ImportFolderLimits {
  /** Most bytes of one file. */
  readonly maxBytes: number;
  /** Most bytes of all files that wait; files of one project may take half of this. */
  readonly maxWaitingBytes: number;
}

interface WaitingFile {
  readonly projectId: number;
  bytes: number;
}

/** Ends the names of files of rejected rows. */
const REJECTS = '.rejected.jsonl';

/** The folder of files that wait to be imported, and of the rows that imports did not take. */
export class ImportFolder {
  readonly #folder: string;
  readonly #limits: ImportFolderLimits;
  readonly #waiting = new Map<string, WaitingFile>();

  constructor(folder: string, limits: ImportFolderLimits) {
    this.#folder = folder;
    this.#limits = limits;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  }

  /** Path of the file of an import. */
  fileOf(id: string): string {
    return path.join(this.#folder, id);
  }

  /** Path of the rows that an import did not take. */
  rejectFileOf(id: string): string {
    return path.join(this.#folder, `${id}${REJECTS}`);
  }

  /**
   * The order of an import with the paths of its files in this folder. In a restored folder the stored order still
   * names the folder in which the import was made.
   */
  located({ id, order }: Pick<ImportRow, 'id' | 'order'>): ImportOrder {
    return order.ownsFile ? { ...order, path: this.fileOf(id), rejectPath: this.rejectFileOf(id) } : order;
  }

  /**
   * Stores a body as the file of an import. The file is on the disk when this resolves, and gone when this throws.
   * @returns the length of the file
   * @throws AppError payload_too_large; throttled when files of the project take their share of the room;
   *   capture_capacity when files take all of the room, or the disk is full
   */
  async store({ projectId, id }: ImportKey, body: AsyncIterable<Uint8Array>): Promise<number> {
    const waiting: WaitingFile = { projectId, bytes: 0 };
    this.#waiting.set(id, waiting);
    const file = await open(this.fileOf(id), 'wx', 0o600);
    try {
      let size = 0;
      for await (const chunk of body) {
        size += chunk.length;
        this.#refuseLarge(size);
        waiting.bytes = size;
        this.#refuseFull(projectId);
        await file.writeFile(chunk);
      }
      await file.sync();
      return size;
    } catch (error) {
      await this.remove(id);
      throw isDiskFull(error) ? fullDisk(error) : error;
    } finally {
      await file.close();
    }
  }

  /** Removes the file of an import. */
  async remove(id: string): Promise<void> {
    this.forget(id);
    await removeFile(this.fileOf(id));
  }

  /** Says that the file of an import no longer waits, so that its room is free. */
  forget(id: string): void {
    this.#waiting.delete(id);
  }

  /** Removes files that belong to none of these imports: their requests were cut off by a crash. */
  async keepOnly(keys: readonly ImportKey[]): Promise<void> {
    const projects = new Map(keys.map(({ id, projectId }) => [id, projectId]));
    for (const name of await readdir(this.#folder)) {
      const projectId = projects.get(name);
      if (projectId !== undefined)
        this.#waiting.set(name, { projectId, bytes: (await stat(this.fileOf(name))).size });
      else if (!name.endsWith('.jsonl')) await removeFile(this.fileOf(name));
    }
  }

  /**
   * Removes rejected rows that belong to none of these imports: somebody was deleted, or they are old. The files are
   * listed before the imports are, so that an import that begins meanwhile loses nothing.
   */
  async keepRejects(findKept: () => Promise<readonly ImportKey[]>): Promise<void> {
    const names = (await readdir(this.#folder)).filter((name) => name.endsWith(REJECTS));
    const kept = new Set((await findKept()).map(({ id }) => `${id}${REJECTS}`));
    for (const name of names) if (!kept.has(name)) await removeFile(path.join(this.#folder, name));
  }

  #refuseLarge(bytes: number): void {
    const { maxBytes } = this.#limits;
    if (bytes > maxBytes)
      throw new AppError('payload_too_large', `The file is larger than ${maxBytes} bytes.`);
  }

  #refuseFull(projectId: number): void {
    const { maxWaitingBytes } = this.#limits;
    const files = [...this.#waiting.values()];
    const sum = (some: readonly WaitingFile[]) => some.reduce((bytes, file) => bytes + file.bytes, 0);
    if (sum(files.filter((file) => file.projectId === projectId)) > maxWaitingBytes / 2)
      throw new AppError('throttled', 'Files of the project that wait take all their room.', RETRY);
    if (sum(files) > maxWaitingBytes)
      throw new AppError('capture_capacity', 'Files that wait to be imported take all their room.', RETRY);
  }
}

const RETRY = { retryAfterSeconds: 10 };

function fullDisk(cause: unknown): AppError {
  return new AppError('capture_capacity', 'There is no room for the file on the disk.', { ...RETRY, cause });
}

/** Removes a file; one that is not there is no error. */
export async function removeFile(file: string): Promise<void> {
  await rm(file, { force: true });
}
