import { type FileHandle, open } from 'node:fs/promises';
import path from 'node:path';
import { stopwatchMs } from '../../base/clock.ts';
import { AppError } from '../../base/errors.ts';
import { syncToDisk } from '../../base/sync-to-disk.ts';

export interface WriteAheadLogOptions {
  /** Told how long the disk took for each sync. */
  readonly onSync?: (ms: number) => void;
  /**
   * Brings what the log holds into the file beside the event loop, as far as no reader needs it in the log. Absent =
   * SQLite does so itself, within a commit.
   */
  readonly checkpoint?: () => Promise<void>;
  /** Empties the log beside the event loop. */
  readonly emptyLog?: () => Promise<void>;
}

/** Bytes of the log from which on it is brought into the file; SQLite's own default. */
const LARGE_LOG = 4 * 1024 * 1024;

/** Least time between two checkpoints: a reader who holds on to the log must not make each commit ask for one. */
const PAUSE_MS = 1_000;

/**
 * The log of a SQLite file, to which commits write. SQLite would wait for the disk within the commit and so hold the
 * event loop; here the file is synced by Node's own threads, and the commit is told after that.
 */
export class WriteAheadLog {
  readonly #file: FileHandle;
  readonly #options: WriteAheadLogOptions;
  #checkpoint: Promise<void> | null = null;
  #endedMs = Number.NEGATIVE_INFINITY;

  private constructor(file: FileHandle, options: WriteAheadLogOptions) {
    this.#file = file;
    this.#options = options;
  }

  /** Opens the log of the SQLite file, which a connection has read already, and makes it durable. */
  static async open(databaseFile: string, options: WriteAheadLogOptions): Promise<WriteAheadLog> {
    const log = new WriteAheadLog(await open(`${databaseFile}-wal`, 'r'), options);
    await log.sync();
    await syncToDisk(path.dirname(databaseFile));
    return log;
  }

  /**
   * Resolves when everything that was committed before the call is on the disk.
   * @throws AppError store_unavailable
   */
  async sync(): Promise<void> {
    const beganMs = stopwatchMs();
    try {
      await this.#file.datasync();
    } catch (cause) {
      throw new AppError('store_unavailable', 'The metadata store cannot be brought to the disk.', {
        retryAfterSeconds: 5,
        cause,
      });
    }
    this.#options.onSync?.(stopwatchMs() - beganMs);
    await this.#shorten();
  }

  async close(): Promise<void> {
    await this.#checkpoint;
    await this.#file.close();
  }

  async #shorten(): Promise<void> {
    const { checkpoint } = this.#options;
    if (checkpoint === undefined || this.#checkpoint !== null) return;
    if (stopwatchMs() - this.#endedMs < PAUSE_MS || (await this.#file.stat()).size < LARGE_LOG) return;
    this.#checkpoint = checkpoint().finally(() => {
      this.#checkpoint = null;
      this.#endedMs = stopwatchMs();
    });
  }
}
