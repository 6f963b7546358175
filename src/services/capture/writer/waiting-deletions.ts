import type { Queryable } from '../../../adapters/store/database.ts';
import type { DeletedEvents } from '../../../adapters/store/deletion-store.ts';
import { AppError } from '../../../base/errors.ts';

/** Says which events go. It runs in the transaction that begins the deletion. */
export type PrepareDeletion = (transaction: Queryable) => Promise<DeletedEvents>;

/** A deletion that waits for its turn. */
export interface WaitingDeletion {
  readonly prepare: PrepareDeletion;
  /** Rejects the deletion's caller with a reason: the deletion did not begin. */
  readonly fail: (reason: unknown) => void;
}

interface Group {
  readonly waiting: WaitingDeletion[];
  readonly done: Promise<void>;
}

/** Most deletions that one turn takes, and so the most that may wait for it. */
const MOST_TOGETHER = 100;

/** Lets deletions of a project that wait for the same turn be done as one. */
export class WaitingDeletions {
  readonly #groups = new Map<number, Group>();

  /**
   * Joins the waiting deletions of the project. The first of them calls `lead`, which takes all that have joined when
   * its turn comes. Resolves and fails with that turn.
   * @throws AppError throttled
   */
  async join(
    projectId: number,
    prepare: PrepareDeletion,
    lead: (takeAll: () => readonly WaitingDeletion[]) => Promise<void>,
  ): Promise<void> {
    const group = this.#groups.get(projectId) ?? this.#begin(projectId, lead);
    if (group.waiting.length >= MOST_TOGETHER)
      throw new AppError('throttled', 'Too many deletions of the project wait.', { retryAfterSeconds: 5 });
    const failures: unknown[] = [];
    group.waiting.push({ prepare, fail: (reason) => failures.push(reason) });
    await group.done;
    if (failures.length > 0) throw failures[0];
  }

  #begin(projectId: number, lead: (takeAll: () => readonly WaitingDeletion[]) => Promise<void>): Group {
    const waiting: WaitingDeletion[] = [];
    const done = Promise.resolve().then(() =>
      lead(() => {
        this.#groups.delete(projectId);
        return waiting;
      }),
    );
    const group = { waiting, done };
    this.#groups.set(projectId, group);
    // A turn that fails before it takes its deletions leaves no group behind.
    const forget = (): void => {
      if (this.#groups.get(projectId) === group) this.#groups.delete(projectId);
    };
    done.catch(() => undefined).finally(forget);
    return group;
  }
}
