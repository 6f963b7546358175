import { mkdirSync } from 'node:fs';
import { open, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { type ObjectStore, ObjectsUnavailableError } from '../../../adapters/objects/object-store.ts';
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
  readonly #bucket: ObjectStore | null;

  /** @param bucket where the files are brought instead, for an engine elsewhere; null = the folder has them */
  constructor(folder: string, limits: ImportFolderLimits, bucket: ObjectStore | null = null) {
    this.#folder = folder;
    this.#limits = limits;
    this.#bucket = bucket;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  }

  /** Where the file of an import is, and the rows that the import does not take. */
  placesOf(id: string): Pick<ImportOrder, 'path' | 'rejectPath' | 'objectKey'> {
    return {
      path: this.#fileOf(id),
      rejectPath: path.join(this.#folder, `${id}${REJECTS}`),
      ...(this.#bucket !== null && { objectKey: importObjectKey(id) }),
    };
  }

  #fileOf(id: string): string {
    return path.join(this.#folder, id);
  }

  /**
   * The order of an import with the paths of its files in this folder. In a restored folder the stored order still
   * names the folder in which the import was made.
   */
  located({ id, order }: Pick<ImportRow, 'id' | 'order'>): ImportOrder {
    return order.ownsFile && order.objectKey === undefined ? { ...order, ...this.placesOf(id) } : order;
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
    const counted = this.#counted(body, waiting);
    try {
      if (this.#bucket === null) await writeFile(this.#fileOf(id), counted);
      else await this.#bucket.putStream(importObjectKey(id), counted).catch(bucketRefusal);
      return waiting.bytes;
    } catch (error) {
      await this.remove(id);
      throw isDiskFull(error) ? fullDisk(error) : error;
    }
  }

  /** Hands a body on while there is room for it. */
  async *#counted(body: AsyncIterable<Uint8Array>, waiting: WaitingFile): AsyncGenerator<Uint8Array> {
    for await (const chunk of body) {
      const size = waiting.bytes + chunk.length;
      this.#refuseLarge(size);
      waiting.bytes = size;
      this.#refuseFull(waiting.projectId);
      yield chunk;
    }
  }

  /** Removes the file of an import. */
  async remove(id: string): Promise<void> {
    this.forget(id);
    if (this.#bucket === null) await removeFile(this.#fileOf(id));
    else await this.#bucket.delete(importObjectKey(id));
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
        this.#waiting.set(name, { projectId, bytes: (await stat(this.#fileOf(name))).size });
      else if (!name.endsWith('.jsonl')) await removeFile(this.#fileOf(name));
    }
  }

  /**
   * Removes rejected rows that belong to none of these imports: somebody was deleted, or they are old. The files are
   * listed before the imports are, so that an import that begins meanwhile loses nothing.
   */
  async keepRejects(findKept: () => Promise<readonly ImportKey[]>): Promise<void> {
    if (this.#bucket !== null) await this.#keepRejectedObjects(this.#bucket, findKept);
    const names = (await readdir(this.#folder)).filter((name) => name.endsWith(REJECTS));
    const kept = new Set((await findKept()).map(({ id }) => `${id}${REJECTS}`));
    for (const name of names) if (!kept.has(name)) await removeFile(path.join(this.#folder, name));
  }

  /** The same for those in the bucket. */
  async #keepRejectedObjects(
    bucket: ObjectStore,
    findKept: () => Promise<readonly ImportKey[]>,
  ): Promise<void> {
    const keys = (await bucket.list(BUCKET_FOLDER)).filter((key) => REJECTED_OBJECT.test(key));
    const kept = new Set((await findKept()).map(({ id }) => importObjectKey(id)));
    for (const key of keys) if (!kept.has(key.replace(REJECTED_OBJECT, ''))) await bucket.delete(key);
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

const BUCKET_FOLDER = 'imports/';
/** The end of a key of rejected rows, behind that of the import. */
const REJECTED_OBJECT = /\.rejected(\.jsonl|\/\d+)$/;

/** Key of the file of an import in the bucket. */
export function importObjectKey(id: string): string {
  return `${BUCKET_FOLDER}${id}`;
}

/** Writes a new file, on the disk when it resolves. */
async function writeFile(target: string, pieces: AsyncIterable<Uint8Array>): Promise<void> {
  const file = await open(target, 'wx', 0o600);
  try {
    for await (const piece of pieces) await file.writeFile(piece);
    await file.sync();
  } finally {
    await file.close();
  }
}

const RETRY = { retryAfterSeconds: 10 };

function bucketRefusal(error: unknown): never {
  if (!(error instanceof ObjectsUnavailableError)) throw error;
  const detail = 'The object storage does not take the file now.';
  throw new AppError('capture_capacity', detail, { ...RETRY, cause: error });
}

function fullDisk(cause: unknown): AppError {
  return new AppError('capture_capacity', 'There is no room for the file on the disk.', { ...RETRY, cause });
}

/** Removes a file; one that is not there is no error. */
export async function removeFile(file: string): Promise<void> {
  await rm(file, { force: true });
}
