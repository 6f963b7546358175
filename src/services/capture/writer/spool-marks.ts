import { setPassed } from '../../../adapters/store/capture-progress-store.ts';
import { forgetPassedTombstones } from '../../../adapters/store/tombstone-store.ts';
import { Rounds } from '../../../base/rounds.ts';
import { wait } from '../../../base/wait.ts';
import type { Spool } from '../spool/spool.ts';
import type { CaptureWriter } from './capture-writer.ts';
import { CLOCKS_DIFFER_MS } from './without-deleted-persons.ts';
import type { WriterServices } from './writer-services.ts';

interface MarkedSpool {
  readonly spool: Spool;
  readonly captureWriter: CaptureWriter;
  readonly spoolName: string;
}

const PAUSE_MS = 5_000;
/** Of a spool that is empty while its service does not run. */
const EVERYTHING_MS = Number.MAX_SAFE_INTEGER;

/**
 * Tells the other services of a store up to which time this spool has nothing unwritten, and forgets the deletions
 * whose time all of them have passed.
 */
export class SpoolMarks {
  readonly #services: WriterServices;
  readonly #marked: MarkedSpool;
  readonly #rounds: Rounds;
  #waitsFor: { readonly position: number; readonly atMs: number } | null = null;

  constructor(services: WriterServices, marked: MarkedSpool) {
    this.#services = services;
    this.#marked = marked;
    const { observe } = services;
    this.#rounds = new Rounds({ observe, wait, where: 'mark the spool', pauseMs: PAUSE_MS });
  }

  start(): void {
    this.#rounds.start(() => this.look());
  }

  /** To be called when nothing is written any more. */
  async stop(): Promise<void> {
    await this.#rounds.stop();
    const { spool, captureWriter } = this.#marked;
    if (captureWriter.hasWritten(spool.end)) await this.#rounds.guard(() => this.#passed(EVERYTHING_MS));
  }

  /** Sets the mark when all is written that the spool held at an earlier look, or now. */
  async look(): Promise<void> {
    const { spool, captureWriter } = this.#marked;
    const { clock, database } = this.#services;
    const mark = this.#waitsFor ?? { position: spool.end, atMs: clock.nowMs() };
    const isWritten = captureWriter.hasWritten(mark.position);
    this.#waitsFor = isWritten ? null : mark;
    if (isWritten) await this.#passed(mark.atMs);
    await forgetPassedTombstones(database.query, CLOCKS_DIFFER_MS);
  }

  #passed(passedMs: number): Promise<void> {
    return setPassed(this.#services.database.query, this.#marked.spoolName, passedMs);
  }
}
