import { mkdirSync } from 'node:fs';
import { open, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '../../../base/errors.ts';

/** The folder of files that were sent to be imported, and of the rows that were not taken. */
export class ImportFolder {
  readonly #folder: string;
  readonly #maxBytes: number;

  constructor(folder: string, maxBytes: number) {
    this.#folder = folder;
    this.#maxBytes = maxBytes;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  }

  /** Path of the file of an import. */
  fileOf(id: string): string {
    return path.join(this.#folder, id);
  }

  /** Path of the rows that an import has not taken. */
  rejectFileOf(id: string): string {
    return path.join(this.#folder, `${id}.rejected.jsonl`);
  }

  /**
   * Stores a body as the file of an import; it is on the disk when this resolves, and gone when it throws.
   * @returns its length
   * @throws AppError payload_too_large
   */
  async store(id: string, body: AsyncIterable<Uint8Array>): Promise<number> {
    const file = await open(this.fileOf(id), 'wx', 0o600);
    try {
      let size = 0;
      for await (const chunk of body) {
        size += chunk.length;
        if (size > this.#maxBytes)
          throw new AppError('payload_too_large', `The file is larger than ${this.#maxBytes} bytes.`);
        await file.writeFile(chunk);
      }
      await file.sync();
      return size;
    } catch (error) {
      await this.remove(id);
      throw error;
    } finally {
      await file.close();
    }
  }

  /** Removes the file of an import. */
  async remove(id: string): Promise<void> {
    await removeFile(this.fileOf(id));
  }

  /** Removes files that belong to none of these imports: their requests were cut off by a crash. */
  async keepOnly(ids: ReadonlySet<string>): Promise<void> {
    for (const name of await readdir(this.#folder))
      if (!name.endsWith('.jsonl') && !ids.has(name)) await removeFile(this.fileOf(name));
  }
}

/** Removes a file; one that is not there is no error. */
export async function removeFile(file: string): Promise<void> {
  await rm(file, { force: true });
}
