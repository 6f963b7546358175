import { setTimeout as delay } from 'node:timers/promises';
import { findRunningImports, type ImportKey, type ImportRow } from '../../../adapters/store/import-store.ts';
import { isAppError } from '../../../base/errors.ts';
import type { CaptureServices } from '../capture-services.ts';
import type { ImportFolder } from './import-folder.ts';
import { endImport, failureReason, isTransient, runImport } from './run-import.ts';

/** What imports of files that were sent work with. */
export interface ImportServices extends CaptureServices {
  readonly importFolder: ImportFolder;
}

const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 30_000;

/**
 * Runs imports one after the other, in the order in which they came. One that a crash has cut off goes on at the next
 * start; while engine or store do not answer it waits for them.
 */
export class ImportQueue {
  readonly #services: ImportServices;
  readonly #closing = new AbortController();
  #working: Promise<void> = Promise.resolve();

  constructor(services: ImportServices) {
    this.#services = services;
  }

  /** Goes on with the imports that the last process of this replica has left. */
  async start(): Promise<void> {
    const { database, replica, importFolder } = this.#services;
    const left = await findRunningImports(database.query, replica);
    await importFolder.keepOnly(new Set(left.map(({ id }) => id)));
    for (const key of left) void this.add(key);
  }

  /** Resolves when that import has ended, well or not, or the queue is closed. */
  add(key: ImportKey): Promise<void> {
    this.#working = this.#working.then(() => this.#run(key));
    return this.#working;
  }

  /** Stops after the step that the running import is in; the next start goes on with it. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#working;
  }

  async #run(key: ImportKey): Promise<void> {
    const { signal } = this.#closing;
    for (let retryMs = FIRST_RETRY_MS; !signal.aborted; retryMs = Math.min(2 * retryMs, LAST_RETRY_MS)) {
      try {
        await this.#runOnce(key);
        return;
      } catch (error) {
        if (signal.aborted || isAppError(error, 'not_found')) return;
        this.#services.observe({ kind: 'failure', where: 'import', error });
      }
      await delay(retryMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  /** @throws what may work later */
  async #runOnce(key: ImportKey): Promise<ImportRow> {
    try {
      return await runImport(this.#services, key, { signal: this.#closing.signal });
    } catch (error) {
      if (isTransient(error) || isAppError(error, 'not_found') || this.#closing.signal.aborted) throw error;
      this.#services.observe({ kind: 'failure', where: 'import', error });
      return endImport(this.#services, key, 'failed', failureReason(error));
    }
  }
}
