import { findFreeImports } from '../../../adapters/store/import-lease-store.ts';
import {
  findKeptRejects,
  findRunningImports,
  type ImportKey,
  type ImportRow,
  stopImport,
  updateImport,
} from '../../../adapters/store/import-store.ts';
import { AppError, isAppError } from '../../../base/errors.ts';
import { Rounds } from '../../../base/rounds.ts';
import { untilDone } from '../../../base/until-done.ts';
import { wait } from '../../../base/wait.ts';
import { turnOfProject } from '../../admission/choose-next.ts';
import type { Lane } from '../../admission/lane.ts';
import { failureReason, isTransient } from '../writer/job-failure.ts';
import type { ImportingServices } from './import-bytes.ts';
import type { ImportFolder } from './import-folder.ts';
import { type HeldImport, ImportLeases } from './import-leases.ts';
import type { InTurn } from './import-watch.ts';
import { endImport, runImport } from './run-import.ts';

/** What the import of uploaded files works with. */
export interface ImportServices extends ImportingServices {
  readonly importFolder: ImportFolder;
  readonly importLane: Lane;
}

/** How long it may take until an import is gone on with that another service has left. */
const LOOK_MS = 5_000;

/** Most imports of a project that may wait, besides those that are found at the start. */
const MOST_WAITING = 100;

interface ProjectImports {
  readonly count: number;
  readonly working: Promise<void>;
}

/**
 * Runs the imports of a project one after the other, in the order in which they came. Projects take turns step by step,
 * in places for imports only. An import that a crash has cut off goes on at the next start, or in another service that
 * can read its file. While engine or store do not answer, imports wait for them.
 */
export class ImportQueue {
  readonly #services: ImportServices;
  readonly #closing = new AbortController();
  readonly #byProject = new Map<number, ProjectImports>();
  /** Ids of the imports that wait or have begun. */
  readonly #added = new Set<string>();
  readonly #leases: ImportLeases;
  readonly #rounds: Rounds;
  /** Imports that have begun, by id; aborted when their owner does not want them. */
  readonly #begun = new Map<string, AbortController>();

  constructor(services: ImportServices) {
    this.#services = services;
    this.#leases = new ImportLeases(services);
    const { observe } = services;
    this.#rounds = new Rounds({ observe, wait, where: 'find imports', pauseMs: LOOK_MS });
  }

  /** Goes on with the imports that were left when this replica ended. */
  async start(): Promise<void> {
    const { database, replica, importFolder } = this.#services;
    const left = await findRunningImports(database.query, replica);
    await importFolder.keepOnly(left);
    await importFolder.keepRejects(() => findKeptRejects(database.query));
    for (const each of left) await this.#locate(each);
    for (const key of left) void this.add(key);
    if (database.peers !== undefined) this.#rounds.start(() => this.takeOver(), LOOK_MS);
  }

  /** Goes on with imports that no service has: those whose file can be read here, and those that only have to end. */
  async takeOver(): Promise<void> {
    const { database, replica } = this.#services;
    for (const free of await findFreeImports(database.query)) {
      const isReadable = free.replica === replica || free.order.objectKey !== undefined;
      if (this.#added.has(free.id) || (!isReadable && free.outcome === null)) continue;
      await this.#locate(free);
      void this.add(free);
    }
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
    this.#added.add(key.id);
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
    if (begun !== undefined) return begun.abort();
    // The service that runs it hears of it.
    await this.#leases.hold(key, async () => {
      await endImport(this.#services, key, 'stopped');
    });
  }

  /** Stops after the running steps; the next start goes on with the imports. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#rounds.stop();
    await Promise.all([...this.#byProject.values()].map(({ working }) => working));
  }

  #ended({ projectId, id }: ImportKey): void {
    this.#services.importFolder.forget(id);
    this.#added.delete(id);
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
    const stopping = new AbortController();
    this.#begun.set(key.id, stopping);
    try {
      await this.#leases.hold(key, (held) => this.#runHeld(key, held, stopping.signal));
    } finally {
      this.#begun.delete(key.id);
    }
    return true;
  }

  async #runHeld(key: ImportKey, { lost, stopped }: HeldImport, stopping: AbortSignal): Promise<void> {
    const { signal } = this.#closing;
    const ending = AbortSignal.any([stopping, stopped]);
    const watch = { signal: AbortSignal.any([signal, ending, lost]), inTurn: this.#inTurn(key) };
    try {
      await runImport(this.#services, key, watch);
      // It ends then.
      if (ending.aborted && !lost.aborted) await runImport(this.#services, key, watch);
    } catch (error) {
      if (isAppError(error, 'not_found') || lost.aborted) return;
      if (isTransient(error) || signal.aborted) throw error;
      // What is wrong with a file is told to its sender.
      if (!isAppError(error) || error.status >= 500)
        this.#services.observe({ kind: 'failure', where: 'import', error });
      await endImport(this.#services, key, 'failed', failureReason(error));
    }
  }

  #inTurn({ projectId }: ImportKey): InTurn {
    const { signal } = this.#closing;
    return (step) => this.#services.importLane.run(turnOfProject(projectId), { signal }, step);
  }
}
