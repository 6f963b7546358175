import { execFileSync } from 'node:child_process';
import { closeSync, constants, openSync, readSync, rmSync } from 'node:fs';
import { Socket } from 'node:net';
import path from 'node:path';
import { invariant } from '../../../base/invariant.ts';

/** As much as a pipe holds unread. */
const HELD = Buffer.alloc(64 * 1024);

/** The reading end of a named pipe of the pool, to which the engine writes. */
export class ExportPipe {
  readonly file: string;
  readonly #descriptor: number;
  #reader: Socket | undefined;

  constructor(file: string) {
    this.file = file;
    this.#descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
  }

  /** Hands the bytes on while the engine writes. */
  get reader(): Socket {
    this.#reader ??= new Socket({ fd: this.#descriptor, readable: true, writable: false });
    return this.#reader;
  }

  /** The next bytes that the pipe holds, none at the end of the answer; null when the engine has it open still. */
  readHeld(): Buffer | null {
    try {
      return Buffer.from(HELD.subarray(0, readSync(this.#descriptor, HELD)));
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'EAGAIN') return null;
      throw error;
    }
  }

  close(): void {
    if (this.#reader === undefined) closeSync(this.#descriptor);
    else this.#reader.destroy();
  }
}

/**
 * Named pipes through which the engine hands out long answers: as one right document, with real back-pressure and
 * without holding the answer in memory. Reading a pipe takes no thread.
 */
export class ExportPipes {
  readonly #folder: string;
  readonly #free: string[] = [];
  readonly #all: string[] = [];

  /** Makes `count` pipes in `folder`, which only this process uses. */
  constructor(folder: string, count: number) {
    this.#folder = folder;
    this.#make(count);
  }

  /**
   * Opens a free pipe. There are as many pipes as queries may run at once; besides, a query whose connection broke may
   * go on for a moment.
   */
  open(): ExportPipe {
    if (this.#free.length === 0) this.#make(1);
    const file = this.#free.pop();
    invariant(file !== undefined, 'a pipe was just made');
    return new ExportPipe(file);
  }

  /** Takes a pipe back. The engine must have closed its end. */
  release(pipe: ExportPipe): void {
    pipe.close();
    this.#free.push(pipe.file);
  }

  #make(count: number): void {
    const first = this.#all.length;
    const made = Array.from({ length: count }, (_, index) =>
      path.join(this.#folder, `export-${first + index}`),
    );
    for (const file of made) rmSync(file, { force: true });
    execFileSync('mkfifo', ['-m', '600', ...made]);
    this.#all.push(...made);
    this.#free.push(...made);
  }

  close(): void {
    for (const file of this.#all) rmSync(file, { force: true });
  }
}
