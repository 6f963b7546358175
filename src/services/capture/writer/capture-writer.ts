import { setTimeout as delay } from 'node:timers/promises';
import {
  type CaptureProgress,
  ensureCaptureProgress,
  setWrittenTo,
} from '../../../adapters/store/capture-progress-store.ts';
import { AppError } from '../../../base/errors.ts';
import { underLease } from '../../leases/write-lease.ts';
import type { WriteLeases } from '../../leases/write-leases.ts';
import type { Spool } from '../spool/spool.ts';
import { partsOf, readBlock, readBlockUntil, type SpoolBlock } from './spool-block.ts';
import { WaitingEvents } from './waiting-events.ts';
import type { WaitingShares } from './waiting-shares.ts';
import { type AppliedBlock, applyOnce, type BlockUnderWay, insertApplied } from './write-block.ts';
import type { WriterServices } from './writer-services.ts';

export interface CaptureWriterOptions {
  /** Key of the spool's progress in the metadata store. */
  readonly spoolName: string;
  /** Longest time that accepted events wait for company before they are written, milliseconds. */
  readonly flushAfterMs: number;
}

interface CaptureWriterParts {
  readonly spool: Spool;
  readonly shares: WaitingShares;
  readonly lock: WriteLeases;
  readonly progress: CaptureProgress;
  /** Takes events of a written block away that were received before their deletion was asked for. */
  readonly deleteAgain: (services: WriterServices, written: AppliedBlock) => Promise<void>;
}

interface Waiter {
  readonly position: number;
  readonly resolve: () => void;
}

/** With this many bytes in the spool there is enough for a block, and the writer waits for no more. */
const FULL_BLOCK_BYTES = 4 * 1024 * 1024;
const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 5_000;

/** Moves events from the spool to the engine, block by block, for as long as the service lives. */
export class CaptureWriter {
  readonly #services: WriterServices;
  readonly #spool: Spool;
  readonly #shares: WaitingShares;
  readonly #lock: WriteLeases;
  readonly #deleteAgain: CaptureWriterParts['deleteAgain'];
  readonly #options: CaptureWriterOptions;
  readonly #waiters = new Set<Waiter>();
  readonly #waitingEvents = new WaitingEvents();
  readonly #closing = new AbortController();
  readonly #loop: Promise<void>;
  #writtenTo: number;
  #due = Promise.withResolvers<void>();
  #flushTimer: NodeJS.Timeout | null = null;

  /** Use `openCapture`, which opens the spool where the progress says. */
  constructor(services: WriterServices, parts: CaptureWriterParts, options: CaptureWriterOptions) {
    this.#services = services;
    this.#spool = parts.spool;
    this.#shares = parts.shares;
    this.#lock = parts.lock;
    this.#deleteAgain = parts.deleteAgain;
    this.#options = options;
    this.#writtenTo = parts.progress.writtenTo;
    this.#spool.onAppend(() => this.#appended());
    if (this.waitingBytes > 0) {
      this.#waitingEvents.accepted(this.#spool.end);
      this.#writeSoon();
    }
    this.#loop = this.#run();
  }

  /**
   * Resolves when queries see everything before `position`; the writer does not wait for more events.
   * @throws AppError engine_unavailable after `timeoutMs`; the events are safe in the spool
   */
  async whenWritten(position: number, timeoutMs: number): Promise<void> {
    if (this.hasWritten(position)) return;
    this.#writeSoon();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiter = { position, resolve };
    const timer = setTimeout(() => reject(lateError()), timeoutMs);
    this.#waiters.add(waiter);
    try {
      await promise;
    } finally {
      clearTimeout(timer);
      this.#waiters.delete(waiter);
    }
  }

  /** True when queries see everything before `position`. */
  hasWritten(position: number): boolean {
    return this.#writtenTo >= position;
  }

  /** Writes what is in the spool, as far as the engine answers, and stops. */
  async close(): Promise<void> {
    this.#closing.abort();
    this.#writeSoon();
    await this.#loop;
  }

  /** True while more than one block waits. */
  get isBehind(): boolean {
    return this.waitingBytes > FULL_BLOCK_BYTES;
  }

  /** Bytes of accepted events that queries do not see yet. */
  get waitingBytes(): number {
    return this.#spool.end - this.#writtenTo;
  }

  /**
   * Age of the oldest accepted event that queries do not see yet, within a second. An event from before the start of
   * the process counts from that start.
   */
  get lagMs(): number {
    return this.#waitingEvents.oldestMs;
  }

  #appended(): void {
    this.#waitingEvents.accepted(this.#spool.end);
    if (this.waitingBytes >= FULL_BLOCK_BYTES) this.#writeSoon();
    else this.#flushTimer ??= setTimeout(() => this.#writeSoon(), this.#options.flushAfterMs);
  }

  #writeSoon(): void {
    if (this.#flushTimer !== null) clearTimeout(this.#flushTimer);
    this.#flushTimer = null;
    this.#due.resolve();
  }

  async #run(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      await this.#due.promise;
      this.#due = Promise.withResolvers();
      await this.#writeUntil(this.#spool.end, signal);
    }
  }

  /** Tries to write until it succeeds; while closing, tries once. */
  async #writeUntil(position: number, signal: AbortSignal): Promise<void> {
    let retryMs = FIRST_RETRY_MS;
    while (this.#writtenTo < position) {
      try {
        const lanes = await this.#lock.lanes();
        if (lanes > 1) await this.#writeByLane(lanes);
        else
          await this.#lock.hold('capture', (lease) =>
            this.#writeSome(underLease(lease, this.#services), position),
          );
        retryMs = FIRST_RETRY_MS;
      } catch (error) {
        this.#services.observe({ kind: 'failure', where: 'capture_writer', error });
        if (signal.aborted) return;
        await delay(retryMs, undefined, { signal }).catch(() => undefined);
        retryMs = Math.min(retryMs * 2, LAST_RETRY_MS);
      }
    }
  }

  /**
   * Writes blocks up to about `position`: while the engine takes one, the next is brought into the store. Leaves the
   * rest for later when somebody else wants to write.
   */
  async #writeSome(services: WriterServices, position: number): Promise<void> {
    const { spoolName } = this.#options;
    // Progress is read for each attempt: a failed attempt may have applied its blocks, and those must keep their
    // bounds.
    const progress = await this.#progress();
    let before: BlockUnderWay | null = null;
    try {
      for (let block = await this.#firstBlock(progress); block !== null; ) {
        const applied = await applyOnce(services, spoolName, { progress, block, before });
        await before?.written;
        before = { sources: applied.sources, written: this.#insert(services, applied) };
        // Whoever waits for it is told.
        before.written.catch(() => undefined);
        block = await this.#nextBlock(block.to, position);
      }
    } finally {
      await before?.written;
    }
  }

  /**
   * Writes the next block lane by lane, so that other services write those of its projects that this one does not write
   * just now. The block counts as applied from its first lane on, and as written after its last one.
   */
  async #writeByLane(lanes: number): Promise<void> {
    const { spoolName } = this.#options;
    const block = await this.#firstBlock(await this.#progress());
    if (block === null) return;
    for (const [lane, part] of partsOf(block, lanes))
      await this.#lock.hold({ lane, lanes }, async (lease) => {
        const services = underLease(lease, this.#services);
        const given = { progress: await this.#progress(), block: part, before: null, lane };
        await this.#bring(services, await applyOnce(services, spoolName, given));
      });
    await this.#written(block);
  }

  #progress(): Promise<CaptureProgress> {
    return ensureCaptureProgress(this.#services.database.query, this.#options.spoolName);
  }

  async #firstBlock({ appliedTo, writtenTo }: CaptureProgress): Promise<SpoolBlock | null> {
    const { slices } = this.#services;
    return appliedTo > writtenTo
      ? readBlockUntil(slices, this.#spool, { from: writtenTo, to: appliedTo })
      : readBlock(slices, this.#spool, writtenTo);
  }

  async #nextBlock(from: number, position: number): Promise<SpoolBlock | null> {
    if (from >= position || this.#lock.isWanted) return null;
    return readBlock(this.#services.slices, this.#spool, from);
  }

  async #insert(services: WriterServices, applied: AppliedBlock): Promise<void> {
    await this.#bring(services, applied);
    await this.#written(applied.block);
  }

  async #bring(services: WriterServices, applied: AppliedBlock): Promise<void> {
    await insertApplied(services, applied);
    if (applied.tombstones.length > 0) await this.#deleteAgain(services, applied);
  }

  async #written({ to, sizes }: SpoolBlock): Promise<void> {
    await setWrittenTo(this.#services.database.query, this.#options.spoolName, to);
    this.#writtenTo = to;
    this.#waitingEvents.written(to);
    for (const [projectId, bytes] of sizes) this.#shares.free(projectId, bytes);
    for (const waiter of this.#waiters) if (waiter.position <= to) waiter.resolve();
    await this.#spool.release(to);
  }
}

function lateError(): AppError {
  return new AppError('engine_unavailable', 'The events are stored, but queries do not see them yet.', {
    retryAfterSeconds: 5,
  });
}
