import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { StoreCopy } from '../../adapters/store/database.ts';
import { stopwatchMs } from '../../base/clock.ts';
import { AppError } from '../../base/errors.ts';
import { newUuid } from '../../base/ids.ts';
import { isDiskFull } from '../../base/is-disk-full.ts';
import { isoTime } from '../../base/iso-time.ts';
import type { BackupMoment } from '../../schema/backup-moment.ts';
import type { BackupServices } from './backup-services.ts';
import { linkFile, linkTree } from './link-tree.ts';

/** The folder inside the data folder that holds the moment. */
const MOMENT_FOLDER = 'backup-moment';

/** A moment that no command has asked to keep for this long belongs to a command that was killed. */
const KEPT_MS = 10 * 60_000;

/** Files at the top of the data folder that a backup contains. */
const FILES = ['folder-format', 'initial-credentials.json'] as const;

/**
 * Holds one moment of the running service still, as a data folder beside the living one. The folder consists mostly of
 * links, so making it costs neither time nor space. The command that makes the backup copies the folder in a process of
 * its own and then ends the moment. The folder holds what a service that was killed at the moment would have left
 * ([SPEC-11.2]).
 */
export class BackupMoments {
  readonly #services: BackupServices;
  readonly #folder: string;
  #id: string | null = null;
  #forget: NodeJS.Timeout | undefined;
  /** The last task of the queue: one moment is made or dropped at a time. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(services: BackupServices) {
    this.#services = services;
    this.#folder = path.join(services.dataDir, MOMENT_FOLDER);
  }

  /**
   * Holds this moment instead of any earlier one.
   * @throws AppError backup_unavailable where the store is no file, store_unavailable on a full disk
   */
  async begin(): Promise<BackupMoment> {
    const { beginCopy } = this.#services.database;
    if (beginCopy === undefined)
      throw new AppError('backup_unavailable', 'The metadata store of this service is PostgreSQL.');
    return this.#alone(async () => {
      await this.#drop();
      try {
        return await this.#hold(beginCopy);
      } catch (error) {
        await this.#drop();
        throw isDiskFull(error) ? noRoom(error) : error;
      }
    });
  }

  /** Keeps the moment for another while. @throws AppError not_found when the moment is no longer held */
  keep(id: string): void {
    if (id !== this.#id) throw notHeld();
    clearTimeout(this.#forget);
    this.#forget = setTimeout(() => void this.end(id).catch(() => undefined), KEPT_MS).unref();
  }

  /** Lets the moment with this id go; another command's moment stays. */
  async end(id: string): Promise<void> {
    await this.#alone(async () => {
      if (id === this.#id) await this.#drop();
    });
  }

  /** Removes the moment that is held, and one that an earlier process has left. */
  async close(): Promise<void> {
    await this.#alone(() => this.#drop());
  }

  async #hold(beginCopy: () => StoreCopy): Promise<BackupMoment> {
    const { writeLock, clock, observe, dataDir } = this.#services;
    await mkdir(this.#folder, { mode: 0o700 });
    const held = await writeLock.hold('backup', async () => {
      const startedMs = stopwatchMs();
      const createdAtMs = clock.nowMs();
      const copy = await this.#standStill(beginCopy);
      return { copy, createdAtMs, heldMs: Math.round(stopwatchMs() - startedMs) };
    });
    try {
      await held.copy.writeTo(path.join(this.#folder, 'store.sqlite'));
    } finally {
      held.copy.close();
    }
    // Linked after the moment of the store: every snapshot that the store names was written before, and one that has
    // gone since is built again.
    await linkTree(path.join(dataDir, 'objects'), path.join(this.#folder, 'objects'));
    for (const file of FILES) await linkFile(path.join(dataDir, file), path.join(this.#folder, file));
    const id = newUuid();
    this.#id = id;
    this.keep(id);
    observe({ kind: 'lifecycle', event: 'backup_moment', detail: `events waited ${held.heldMs} ms` });
    return { id, folder: this.#folder, created_at: isoTime(held.createdAtMs), held_ms: held.heldMs };
  }

  /**
   * Takes the moments of store and engine under the write lock. Whoever writes to the engine notes it in the store
   * afterwards and repeats what is not noted. So the moment of the store must come before that of the engine.
   */
  async #standStill(beginCopy: () => StoreCopy): Promise<StoreCopy> {
    const { spool, freezeEngine } = this.#services;
    await this.#linkImports();
    await spool.copyTo(path.join(this.#folder, 'spool'));
    const copy = beginCopy();
    try {
      await freezeEngine(path.join(this.#folder, 'engine'));
      // Links files of imports that were made since the first call.
      await this.#linkImports();
      return copy;
    } catch (error) {
      copy.close();
      throw error;
    }
  }

  async #linkImports(): Promise<void> {
    await linkTree(path.join(this.#services.dataDir, 'imports'), path.join(this.#folder, 'imports'));
  }

  async #drop(): Promise<void> {
    clearTimeout(this.#forget);
    this.#id = null;
    await rm(this.#folder, { recursive: true, force: true });
  }

  async #alone<Value>(work: () => Promise<Value>): Promise<Value> {
    const mine = this.#last.then(work);
    this.#last = mine.catch(() => undefined);
    return mine;
  }
}

function notHeld(): AppError {
  return new AppError(
    'not_found',
    'This moment is not held any more: another backup has begun, or ten minutes passed.',
  );
}

function noRoom(cause: unknown): AppError {
  const detail = 'The disk of the data folder has no room to hold a moment.';
  return new AppError('store_unavailable', detail, { retryAfterSeconds: 5, cause });
}
