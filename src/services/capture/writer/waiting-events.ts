import { stopwatchMs } from '../../../base/clock.ts';

/** Marks are made once a second: exact enough for people, and few enough when the engine is away for a day. */
const MARK_EVERY_MS = 1_000;

interface Mark {
  /** Position in the spool before which everything was accepted at the time of the mark or before. */
  readonly position: number;
  readonly atMs: number;
}

/** Knows, within a second, how long the oldest event of the spool has waited to be written. */
export class WaitingEvents {
  #marks: Mark[] = [];

  /** Says that events up to `position` have been accepted. */
  accepted(position: number): void {
    const last = this.#marks.at(-1);
    const nowMs = stopwatchMs();
    if (last === undefined || nowMs - last.atMs >= MARK_EVERY_MS) this.#marks.push({ position, atMs: nowMs });
    else this.#marks[this.#marks.length - 1] = { position, atMs: last.atMs };
  }

  /** Says that queries see everything before `position`. */
  written(position: number): void {
    this.#marks = this.#marks.filter((mark) => mark.position > position);
  }

  /** Age of the oldest event that queries do not see yet; 0 when they see all. */
  get oldestMs(): number {
    const oldest = this.#marks[0];
    return oldest === undefined ? 0 : stopwatchMs() - oldest.atMs;
  }
}
