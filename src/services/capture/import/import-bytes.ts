import { createReadStream, createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { StoredFile } from '../../../adapters/engine/statements/stored-file.ts';
import type { ObjectStore } from '../../../adapters/objects/object-store.ts';
import type { ImportOrder } from '../../../adapters/store/import-store.ts';
import { AppError } from '../../../base/errors.ts';
import { readFileStart, START_BYTES } from '../../../base/file-start.ts';
import type { CaptureServices } from '../capture-services.ts';
import { removeFile } from './import-folder.ts';
import { readRejectedRows, writeRejectedLines } from './reject-file.ts';

/** What running an import works with. */
export interface ImportingServices extends CaptureServices {
  readonly importBytes: ImportBytes;
}

/**
 * The bytes of imports: on the disk of this machine, or as objects of the bucket that the engine and all services read.
 * The order of an import says which.
 */
export class ImportBytes {
  readonly #objects: ObjectStore;

  constructor(objects: ObjectStore) {
    this.#objects = objects;
  }

  /** All bytes from the first on. @throws AppError invalid_value for an object that is gone */
  async open(file: StoredFile): Promise<Readable> {
    if (file.kind === 'file') return createReadStream(file.path);
    const bytes = await this.#objects.getStream(file.key);
    if (bytes === undefined) throw new AppError('invalid_value', 'The file of the import is gone.');
    return Readable.from(bytes);
  }

  /** The first four bytes, which tell how a file is packed. */
  async startOf(file: StoredFile): Promise<Buffer> {
    if (file.kind === 'file') return readFileStart(file.path);
    const pieces: Buffer[] = [];
    let length = 0;
    for await (const piece of await this.open(file)) {
      pieces.push(piece);
      length += piece.length;
      if (length >= START_BYTES) break;
    }
    return Buffer.concat(pieces).subarray(0, START_BYTES);
  }

  /** Stores bytes. What `pieces` throws is passed on. */
  async write(file: StoredFile, pieces: AsyncIterable<Uint8Array>): Promise<void> {
    if (file.kind === 'object') return this.#objects.putStream(file.key, pieces);
    await pipeline(pieces, createWriteStream(file.path, { mode: 0o600 }));
  }

  /** Removes the file of an import and all that was made of it. What is not there is no error. */
  async remove(order: ImportOrder): Promise<void> {
    const { objectKey } = order;
    if (objectKey === undefined) {
      await removeFile(convertedPath(order));
      if (order.ownsFile) await removeFile(order.path);
      return;
    }
    for (const key of [objectKey, convertedKey(objectKey), refusedKey(objectKey)])
      await this.#objects.delete(key);
  }

  /**
   * Keeps lines behind the first `keptBytes` of the rejected rows. Anything that an earlier attempt put behind these
   * bytes counts no more.
   * @returns the length of all
   */
  async addRejected(order: ImportOrder, keptBytes: number, lines: Uint8Array): Promise<number> {
    const { objectKey, rejectPath } = order;
    if (objectKey === undefined) return writeRejectedLines(rejectPath, keptBytes, lines);
    if (lines.length > 0) await this.#objects.put(pieceKey(objectKey, keptBytes), lines);
    return keptBytes + lines.length;
  }

  /** The first `bytes` of the rejected rows. */
  async *rejected(order: ImportOrder, bytes: number): AsyncIterable<Uint8Array> {
    const { objectKey, rejectPath } = order;
    if (objectKey === undefined) return yield* readRejectedRows(rejectPath, bytes);
    const rewritten = bytes > 0 ? await this.#objects.getStream(rewrittenKey(objectKey)) : undefined;
    if (rewritten !== undefined) return yield* rewritten;
    for (let at = 0; at < bytes; ) {
      const piece = await this.#objects.get(pieceKey(objectKey, at));
      if (piece === undefined || piece.length === 0) return;
      yield piece;
      at += piece.length;
    }
  }

  /** The rejected rows in one place, for the engine to read. */
  async gatherRejected(order: ImportOrder, bytes: number): Promise<StoredFile> {
    if (order.objectKey === undefined) return { kind: 'file', path: order.rejectPath };
    const gathered = { kind: 'object', key: refusedKey(order.objectKey) } as const;
    await this.write(gathered, this.rejected(order, bytes));
    return gathered;
  }

  /** Puts rows in the place of the rejected rows of an order with an object. @returns their length */
  async replaceRejected(objectKey: string, rows: AsyncIterable<Uint8Array>): Promise<number> {
    let bytes = 0;
    const counted = async function* (): AsyncGenerator<Uint8Array> {
      for await (const piece of rows) {
        bytes += piece.length;
        yield piece;
      }
    };
    await this.#objects.putStream(rewrittenKey(objectKey), counted());
    return bytes;
  }
}

/** The file of an import. */
export function fileOfImport({ path, objectKey }: Pick<ImportOrder, 'path' | 'objectKey'>): StoredFile {
  return objectKey === undefined ? { kind: 'file', path } : { kind: 'object', key: objectKey };
}

/** Where the text of an import stands that had to be converted, among files of ours; it goes with the import. */
export function convertedFile(order: ImportOrder): StoredFile {
  const { objectKey } = order;
  return objectKey === undefined
    ? { kind: 'file', path: convertedPath(order) }
    : { kind: 'object', key: convertedKey(objectKey) };
}

const convertedPath = ({ rejectPath }: ImportOrder): string => `${rejectPath}.utf-8`;
const convertedKey = (objectKey: string): string => `${objectKey}.utf-8`;
const refusedKey = (objectKey: string): string => `${objectKey}.refused.jsonl`;
const rewrittenKey = (objectKey: string): string => `${objectKey}.rejected.jsonl`;
const pieceKey = (objectKey: string, at: number): string => `${objectKey}.rejected/${at}`;
