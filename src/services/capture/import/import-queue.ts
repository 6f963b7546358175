import {
  findKeptRejects,
  findRunningImports,
  type ImportKey,
  type ImportRow,
  stopImport,
  updateImport,
} from '../../../adapters/store/import-store.ts';
import { AppError, isAppError } from '../../../base/errors.ts';
import { untilDone } from '../../../base/until-done.ts';
import { turnOfProject } from '../../admission/choose-next.ts';
import type { Lane } from '../../admission/lane.ts';
import type { CaptureServices } from '../capture-services.ts';
import { failureReason, isTransient } from '../writer/job-failure.ts';
import type { ImportFolder } from './import-folder.ts';
import type { InTurn } from './import-watch.ts';
import { endImport, runImport } from './run-import.ts';

/** What the import of uploaded files works with. */
export interface ImportServices extends CaptureServices {
  readonly importFolder: ImportFolder;
  readonly importLane: Lane;
}

/** Most imports of a project that may wait, besides those that are found at the start. */
const MOST_WAITING = 100;

interface ProjectImports {
  readonly count: number;
  readonly working: Promise<void>;
}

/**
 * Runs the imports of a project one after the other, in the order in which they came. Projects take turns step by step,
 * in places for imports only. An import that a crash has cut off goes on at the next start. While engine or store do
 * not answer, imports wait for them.
 */
export class ImportQueue {
  readonly #services: ImportServices;
  readonly #closing = new AbortController();
  readonly #byProject = new Map<number, ProjectImports>();
  /** Imports that have begun, by id; aborted when their owner does not want them. */
  readonly #begun = new Map<string, AbortController>();

  constructor(services: ImportServices) {
    this.#services = services;
  }

  /** Goes on with the imports that were left when this replica ended. */
  async start(): Promise<void> {
    const { database, replica, importFolder } = this.#services;
    const left = await findRunningImports(database.query, replica);
    await importFolder.keepOnly(left);
    await importFolder.keepRejects(() => findKeptRejects(database.query));
    for (const each of left) await this.#locate(each);
    for (const key of left) void this.add(key);
  }

  /**
   * Gives an import that was left the paths of this folder. The order of a restored or moved folder may name files that
   * belong to another service.
   */
  async #locate(left: ImportRow): Promise<void> {
    const { database, clock, importFolder } = this.#services;
    const order = importFolder.located(left);
    if (order.path !== left.order.path) await updateImport(database.query, left, { order }, clock.nowMs());
  }

  /** @throws AppError throttled when as many imports of the project wait as may wait */
  checkRoom(projectId: number): void {
    if ((this.#byProject.get(projectId)?.count ?? 0) < MOST_WAITING) return;
    throw new AppError('throttled', 'Too many imports of the project wait.', { retryAfterSeconds: 10 });
  }

  /** Resolves when the import has ended, well or not, or when the queue is closed. */
  add(key: ImportKey): Promise<void> {
    const before = this.#byProject.get(key.projectId);
    const working = (before?.working ?? Promise.resolve()).then(() => this.#run(key));
    this.#byProject.set(key.projectId, { count: (before?.count ?? 0) + 1, working });
    return working.finally(() => this.#ended(key));
  }

  /** Stops an import. No row is taken after the running step, whatever happens to the process. */
  async stop(key: ImportKey): Promise<void> {
    const { database, clock } = this.#services;
    await stopImport(database.query, key, clock.nowMs());
    const begun = this.#begun.get(key.id);
    if (begun === undefined) await endImport(this.#services, key, 'stopped');
    else begun.abort();
  }

  /** Stops after the running steps; the next start goes on with the imports. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all([...this.#byProject.values()].map(({ working }) => working));
  }

  #ended({ projectId, id }: ImportKey): void {
    this.#services.importFolder.forget(id);
    const imports = this.#byProject.get(projectId);
    if (imports === undefined) return;
    if (imports.count > 1) this.#byProject.set(projectId, { ...imports, count: imports.count - 1 });
    else this.#byProject.delete(projectId);
  }

  async #run(key: ImportKey): Promise<void> {
    const { observe } = this.#services;
    const { signal } = this.#closing;
    await untilDone(() => this.#runOnce(key), { signal, observe, where: 'import' });
  }

  /** @throws only errors after which a repetition may work */
  async #runOnce(key: ImportKey): Promise<true> {
    const { signal } = this.#closing;
    const stopping = new AbortController();
    this.#begun.set(key.id, stopping);
    const watch = { signal: AbortSignal.any([signal, stopping.signal]), inTurn: this.#inTurn(key) };
    try {
      await runImport(this.#services, key, watch);
      // It ends then.
      if (stopping.signal.aborted) await runImport(this.#services, key, watch);
    } catch (error) {
      if (isAppError(error, 'not_found')) return true;
      if (isTransient(error) || signal.aborted) throw error;
      // What is wrong with a file is told to its sender.
      if (!isAppError(error) || error.status >= 500)
        this.#services.observe({ kind: 'failure', where: 'import', error });
      await endImport(this.#services, key, 'failed', failureReason(error));
    } finally {
      this.#begun.delete(key.id);
    }
    return true;
  }

  #inTurn({ projectId }: ImportKey): InTurn {
    const { signal } = this.#closing;
    return (step) => this.#services.importLane.run(turnOfProject(projectId), { signal }, step);
  }
}
