import type { Engine } from '../../../adapters/engine/engine.ts';
import { stopwatchMs } from '../../../base/clock.ts';
import { AppError } from '../../../base/errors.ts';

/** Most bytes of a project that wait while others send too: about what the writer writes in a second. */
const SHARE_BYTES = 8 * 1024 * 1024;

/** A project that has sent nothing for so long does not count as one that sends. */
const SENDS_FOR_MS = 60_000;

const RETRY_AFTER_SECONDS = 2;

interface Sender {
  readonly projectId: number;
  readonly atMs: number;
}

/**
 * What each project has in the spool that queries do not see yet. Events are written in the order in which they came,
 * so that what one project has waiting is what all others wait for. [CAP-6.9]
 */
export class WaitingShares {
  readonly #engine: Pick<Engine, 'isAnswering'>;
  readonly #maxBytes: number;
  /** Holds only projects that have something waiting. What an earlier process left in the spool is not counted. */
  readonly #bytes = new Map<number, number>();
  #last: Sender = { projectId: 0, atMs: Number.NEGATIVE_INFINITY };
  /** The last one that sent before `#last` and is another project. */
  #lastOther = this.#last;

  /** @param maxBytes size of the spool */
  constructor(engine: Pick<Engine, 'isAnswering'>, maxBytes: number) {
    this.#engine = engine;
    this.#maxBytes = maxBytes;
  }

  /**
   * Counts bytes that a project is about to append.
   * @throws AppError capture_capacity when the project has its share waiting already
   */
  take(projectId: number, bytes: number): void {
    this.#sent(projectId);
    const waiting = this.#bytes.get(projectId) ?? 0;
    if (waiting > 0 && waiting + bytes > this.#shareOf(projectId))
      throw new AppError('capture_capacity', 'The project sends faster than its events can be written.', {
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      });
    this.#bytes.set(projectId, waiting + bytes);
  }

  /** Says that bytes of a project are written, or were not appended. */
  free(projectId: number, bytes: number): void {
    const left = (this.#bytes.get(projectId) ?? 0) - bytes;
    if (left > 0) this.#bytes.set(projectId, left);
    else this.#bytes.delete(projectId);
  }

  /** Half of the spool where nobody else waits for it, and while the engine is away: the spool is there for that. */
  #shareOf(projectId: number): number {
    const other = this.#last.projectId === projectId ? this.#lastOther : this.#last;
    const isShared = stopwatchMs() - other.atMs < SENDS_FOR_MS;
    const most = this.#maxBytes / 2;
    return isShared && this.#engine.isAnswering() ? Math.min(SHARE_BYTES, most) : most;
  }

  #sent(projectId: number): void {
    if (this.#last.projectId !== projectId) this.#lastOther = this.#last;
    this.#last = { projectId, atMs: stopwatchMs() };
  }
}
