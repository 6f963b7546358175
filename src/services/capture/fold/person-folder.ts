import { countOverrides } from '../../../adapters/store/person-fold-store.ts';
import { findOverriddenProjectIds } from '../../../adapters/store/project-store.ts';
import { Rounds } from '../../../base/rounds.ts';
import { wait } from '../../../base/wait.ts';
import { turnOfProject } from '../../admission/choose-next.ts';
import { advanceFold } from './advance-fold.ts';
import type { FolderServices, FoldSettings } from './fold-services.ts';

/**
 * Folds overrides of persons into events behind the answers, project by project, for as long as the service lives. All
 * lasting state is in the store: a process that dies at any moment loses nothing but time.
 */
export class PersonFolder {
  readonly #services: FolderServices;
  readonly #settings: FoldSettings;
  readonly #rounds: Rounds;
  #pending = 0;

  constructor(services: FolderServices, { pollMs, ...settings }: FoldSettings & { readonly pollMs: number }) {
    this.#services = services;
    this.#settings = settings;
    this.#rounds = new Rounds({ observe: services.observe, wait, where: 'fold persons', pauseMs: pollMs });
  }

  /** Number of overrides in all projects at the last look. */
  get pending(): number {
    return this.#pending;
  }

  start(): void {
    this.#rounds.start(() => this.#advanceAll());
  }

  /** Resolves when the running statement has ended. A mutation goes on in the engine. */
  close(): Promise<void> {
    return this.#rounds.stop();
  }

  async #advanceAll(): Promise<void> {
    const { database } = this.#services;
    let pending = 0;
    for (const projectId of await findOverriddenProjectIds(database.query)) {
      if (this.#rounds.signal.aborted) return;
      const overrides = await countOverrides(database.query, { projectId });
      pending += overrides;
      const project = { projectId, overrides };
      // A failure in one project must not keep the others waiting; the next round tries that project again.
      await this.#rounds.guard(() => this.#inTurn(project));
    }
    this.#pending = pending;
  }

  #inTurn(project: { readonly projectId: number; readonly overrides: number }): Promise<void> {
    const { signal } = this.#rounds;
    return this.#services.upkeepLane.run(turnOfProject(project.projectId), { signal }, () =>
      advanceFold(this.#services, this.#settings, project, signal),
    );
  }
}
