import { LRUCache } from 'lru-cache';
import type { Database } from '../../adapters/store/database.ts';
import { findProjectByCaptureToken } from '../../adapters/store/project-store.ts';
import type { ProjectReads, PromotedColumns } from '../../query/plan.ts';
import type { Warning } from '../../schema/warning.ts';
import { Facts } from './facts.ts';
import type { KnownProject } from './known-project.ts';
import { type Decision, KnownState, Missing } from './known-state.ts';
import { warnOfUnknown } from './warn-of-unknown.ts';

/** Tells which properties have columns. `current` is another object whenever the columns change. */
export interface PromotedSource {
  readonly current: PromotedColumns;
}

const TOKENS_BYTES = 16 * 1024 * 1024;
/** Approximate bytes that the project of one token takes, besides the token. */
const TOKEN_BYTES = 200;
const NONE_PROMOTED: PromotedSource = { current: { events: new Map(), revision: '' } };

/** What is known of keys, projects, endpoints, versions and snapshots without asking the store. */
export class Catalog {
  readonly #database: Database;
  readonly #promoted: PromotedSource;
  readonly #facts: Facts;
  readonly #tokens = new LRUCache<string, { readonly projectId: number; readonly revision: number }>({
    maxSize: TOKENS_BYTES,
    sizeCalculation: (_, token) => TOKEN_BYTES + 2 * token.length,
  });

  constructor(database: Database, promoted: PromotedSource = NONE_PROMOTED) {
    this.#database = database;
    this.#promoted = promoted;
    this.#facts = new Facts(database);
  }

  /** What is known, for one decision. */
  look(): KnownState {
    return new KnownState(this.#facts, this.#promoted.current);
  }

  /**
   * Makes a decision: asks for it, loads what it misses, and asks again. When everything is known, the first turn is
   * the last, and `onAnswer` is called before this returns.
   * @param onError called with what the decision or the loading throws
   */
  decide<Answer>(
    decision: Decision<Answer>,
    onAnswer: (answer: Answer) => void,
    onError: (error: Error) => void,
  ): void {
    const known = this.look();
    const turn = (): void => {
      let found: Answer | Missing;
      try {
        found = decision(known);
      } catch (error) {
        onError(error as Error);
        return;
      }
      if (found instanceof Missing) known.load(found).then(turn, onError);
      else onAnswer(found);
    };
    turn();
  }

  /** As `decide`, for callers that await the answer. */
  whenKnown<Answer>(decision: Decision<Answer>): Promise<Answer> {
    return new Promise((resolve, reject) => this.decide(decision, resolve, reject));
  }

  /**
   * What compiling a query of a live project needs to know of the project.
   * @throws AppError permission_denied when the project is gone
   */
  async context(projectId: number): Promise<KnownProject> {
    return this.whenKnown((known) => known.liveProject(projectId));
  }

  /** A warning for each event and property that a query names and that never came in. */
  async warnOfUnknown(projectId: number, reads: ProjectReads): Promise<readonly Warning[]> {
    return this.whenKnown((known) => {
      const project = known.project(projectId);
      if (project === null || project instanceof Missing) return project ?? [];
      return warnOfUnknown(known, project, reads);
    });
  }

  /** True for a live project. */
  async has(projectId: number): Promise<boolean> {
    return (await this.whenKnown((known) => known.project(projectId))) !== null;
  }

  /**
   * The live project that a capture token writes to. Unknown tokens are not remembered, because there is no end of
   * them.
   */
  async byCaptureToken(captureToken: string): Promise<number | undefined> {
    const { catalog, reading } = this.#database;
    const known = this.#tokens.get(captureToken);
    if (known !== undefined && known.revision === catalog.revisionOf(known.projectId)) return known.projectId;
    const { count } = catalog;
    return this.#facts.share(`token ${captureToken} ${count}`, async () => {
      const projectId = (await findProjectByCaptureToken(reading, captureToken))?.id;
      if (projectId !== undefined && count === catalog.count)
        this.#tokens.set(captureToken, { projectId, revision: catalog.revisionOf(projectId) });
      return projectId;
    });
  }
}
