import { countOverrides } from '../../../adapters/store/person-fold-store.ts';
import { findOverriddenProjectIds } from '../../../adapters/store/project-store.ts';
import { wait } from '../../../base/wait.ts';
import { advanceFold } from './advance-fold.ts';
import type { FolderServices, FoldSettings } from './fold-services.ts';

/**
 * Folds overrides of persons into events behind the answers, project by project, for as long as the service lives. All
 * that must survive lies in the store: a process that dies at any moment loses nothing but time.
 */
export class PersonFolder {
  readonly #services: FolderServices;
  readonly #settings: FoldSettings;
  readonly #pollMs: number;
  readonly #closing = new AbortController();
  #loop: Promise<void> = Promise.resolve();
  #pending = 0;

  constructor(services: FolderServices, { pollMs, ...settings }: FoldSettings & { readonly pollMs: number }) {
    this.#services = services;
    this.#settings = settings;
    this.#pollMs = pollMs;
  }

  /** Overrides of all projects when they were last looked at. */
  get pending(): number {
    return this.#pending;
  }

  start(): void {
    this.#loop = this.#run();
  }

  /** Ends after the statement that it is in. A mutation goes on in the engine. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#loop;
  }

  async #run(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      await this.#guarded(() => this.#advanceAll());
      await wait(this.#pollMs, signal);
    }
  }

  async #advanceAll(): Promise<void> {
    const { database } = this.#services;
    let pending = 0;
    for (const projectId of await findOverriddenProjectIds(database.query)) {
      if (this.#closing.signal.aborted) return;
      const overrides = await countOverrides(database.query, projectId);
      pending += overrides;
      const project = { projectId, overrides };
      await this.#guarded(() => this.#inTurn(project));
    }
    this.#pending = pending;
  }

  #inTurn(project: { readonly projectId: number; readonly overrides: number }): Promise<void> {
    const name = String(project.projectId);
    const { signal } = this.#closing;
    return this.#services.upkeepLane.run({ group: name, member: name }, { signal }, () =>
      advanceFold(this.#services, this.#settings, project, signal),
    );
  }

  /** What fails in one project must not keep the others waiting; it is tried again. */
  async #guarded(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!this.#closing.signal.aborted)
        this.#services.observe({ kind: 'failure', where: 'fold persons', error });
    }
  }
}
