import { execFileSync } from 'node:child_process';
import { constants, openSync, rmSync } from 'node:fs';
import { Socket } from 'node:net';
import path from 'node:path';
import { invariant } from '../../../base/invariant.ts';

/** One end of a named pipe of the pool: the engine writes to `file`, `reader` hands the bytes on. */
export interface ExportPipe {
  readonly file: string;
  readonly reader: Socket;
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
    const descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
    return { file, reader: new Socket({ fd: descriptor, readable: true, writable: false }) };
  }

  /** Takes a pipe back. The engine must have closed its end. */
  release(pipe: ExportPipe): void {
    pipe.reader.destroy();
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
