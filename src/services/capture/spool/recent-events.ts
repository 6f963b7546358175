import { setTimeout as pause } from 'node:timers/promises';
import { stopwatchMs } from '../../../base/clock.ts';
import { AppError } from '../../../base/errors.ts';
import { newRandomUuid } from '../../../base/ids.ts';
import { type KeptRecord, keptRecord, type RecentEvent, recentEventsOf } from './kept-record.ts';

/** Most events and bytes that are kept of a project. */
const MOST_EVENTS = 1_000;
const PROJECT_BYTES = 1024 * 1024;
/** Most bytes that are kept of all projects; the project that was quiet for longest is forgotten first. */
const ALL_BYTES = 64 * 1024 * 1024;
/** A caller is answered, and waiters are told of new events, at most this often. */
const PAUSE_MS = 250;
/** Most callers that wait at the same time: of a key in a project, of a project, and in all. */
const MOST_WAITERS = { ofKey: 10, ofProject: 50, all: 500 };
/** Times of last answers are forgotten when there are so many. */
const MOST_TIMES = 10_000;

/** The events of a project that were accepted last, oldest first. */
interface Ring {
  records: KeptRecord[];
  bytes: number;
  /** Number of the last record, kept or not. */
  last: number;
  /** Number of the last record that was dropped or forgotten. */
  dropped: number;
  /** See `ProjectContext.dataEpoch`; undefined = nobody has looked yet. */
  dataEpoch: number | undefined;
}

/** What a look at a ring found. */
export interface RecentLook {
  readonly events: readonly RecentEvent[];
  /** Names the newest event; the next look begins behind it. */
  readonly cursor: string;
  /** True when events behind the cursor of the caller are not kept any more. */
  readonly isCut: boolean;
}

/** Who looks. */
export interface RecentCaller {
  readonly projectId: number;
  readonly keyId: string;
  readonly signal: AbortSignal;
}

/**
 * The events that this process accepted last, in memory, for those who watch them come. Nothing of it is durable, and
 * the engine is never asked. Records are copied as the spool gets them, and read when somebody looks.
 */
export class RecentEvents {
  /** In the order of their last events: the first was quiet for longest. */
  readonly #rings = new Map<number, Ring>();
  /** Cursors of another process, or of one before, mean nothing here. */
  readonly #instance = newRandomUuid().slice(0, 8);
  /** Those who wait for events of a project, with their keys. */
  readonly #waiters = new Map<number, Map<() => void, string>>();
  readonly #telling = new Map<number, NodeJS.Timeout>();
  /** When each caller gets the last answer that was promised. */
  readonly #answeredMs = new Map<string, number>();
  /** What records hold, for the looks of one moment. */
  readonly #read = new Map<KeptRecord, readonly RecentEvent[]>();
  #bytes = 0;
  #waiting = 0;
  #isClosed = false;

  /** Bytes that are kept of all projects. */
  get byteLength(): number {
    return this.#bytes;
  }

  /** Callers that wait. */
  get waiting(): number {
    return this.#waiting;
  }

  /** Keeps the newest events of records that were accepted just now. */
  note(projectId: number, records: readonly Uint8Array[]): void {
    const ring = this.#ringOf(projectId);
    for (const record of records.slice(firstNewest(records))) {
      ring.last += 1;
      const kept = keptRecord(record, {
        number: ring.last,
        mostEvents: MOST_EVENTS,
        mostBytes: PROJECT_BYTES,
      });
      if (kept === null) continue;
      ring.records.push(kept);
      ring.bytes += kept.bytes;
      this.#bytes += kept.bytes;
    }
    while (ring.bytes > PROJECT_BYTES || ring.records.length > MOST_EVENTS) this.#drop(ring);
    this.#rings.delete(projectId);
    this.#rings.set(projectId, ring);
    for (const [quiet, { bytes }] of this.#rings) {
      if (this.#bytes <= ALL_BYTES) break;
      if (bytes > 0) this.forget(quiet);
    }
    this.#tell(projectId);
  }

  /** Forgets what is kept of a project, at once: whose events they are may have been deleted. */
  forget(projectId: number): void {
    const ring = this.#rings.get(projectId);
    while (ring !== undefined && ring.records.length > 0) this.#drop(ring);
    // Nobody holds a cursor of a ring that nobody has looked at.
    if (ring?.dataEpoch === undefined) this.#rings.delete(projectId);
    this.#read.clear();
  }

  /**
   * The events behind the cursor `after`, at most the last 1,000.
   * @param dataEpoch the deletions of the project so far; when it has grown, what came before is forgotten
   */
  look(projectId: number, after: string | undefined, dataEpoch: number): RecentLook {
    const known = this.#ringOf(projectId);
    if (known.dataEpoch !== undefined && known.dataEpoch !== dataEpoch) this.forget(projectId);
    const ring = this.#ringOf(projectId);
    ring.dataEpoch = dataEpoch;
    this.#rings.set(projectId, ring);
    const from = this.#numberOf(after, ring);
    const found = ring.records
      .filter(({ number }) => number > (from ?? 0))
      .flatMap((kept) => this.#eventsOf(kept));
    return {
      events: found.slice(-MOST_EVENTS),
      cursor: `${this.#instance}.${ring.last}`,
      isCut: after !== undefined && (from === undefined || from < ring.dropped || found.length > MOST_EVENTS),
    };
  }

  /**
   * Waits until the caller may have the next answer: a caller gets four a second.
   * @throws AppError throttled when too many wait
   */
  async turn(caller: RecentCaller): Promise<void> {
    const { projectId, keyId, signal } = caller;
    if (this.#answeredMs.size > MOST_TIMES) this.#answeredMs.clear();
    const name = `${projectId} ${keyId}`;
    const nowMs = stopwatchMs();
    const atMs = Math.max(nowMs, (this.#answeredMs.get(name) ?? Number.NEGATIVE_INFINITY) + PAUSE_MS);
    if (atMs > nowMs) this.#refuseMore(caller);
    this.#answeredMs.set(name, atMs);
    if (atMs > nowMs)
      await this.#asWaiter(caller, () => pause(atMs - nowMs, undefined, { signal }).catch(() => {}));
  }

  /**
   * Resolves when events of the project came in, when `waitMs` are over or when the caller has left; the waiters of a
   * project are told four times a second at most.
   * @throws AppError throttled when too many wait
   */
  async whenMore(caller: RecentCaller, waitMs: number): Promise<void> {
    this.#refuseMore(caller);
    const { signal } = caller;
    if (signal.aborted || this.#isClosed) return;
    await this.#asWaiter(caller, async (told) => {
      const leave = (): void => told.resolve();
      const timer = setTimeout(leave, waitMs);
      signal.addEventListener('abort', leave, { once: true });
      await told.promise;
      clearTimeout(timer);
      signal.removeEventListener('abort', leave);
    });
  }

  /** True when nobody is to wait any more. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Ends all waits. */
  close(): void {
    this.#isClosed = true;
    for (const timer of this.#telling.values()) clearTimeout(timer);
    this.#telling.clear();
    for (const waiters of this.#waiters.values()) for (const told of waiters.keys()) told();
  }

  #ringOf(projectId: number): Ring {
    return this.#rings.get(projectId) ?? { records: [], bytes: 0, last: 0, dropped: 0, dataEpoch: undefined };
  }

  #eventsOf(kept: KeptRecord): readonly RecentEvent[] {
    const read = this.#read.get(kept) ?? recentEventsOf(kept);
    if (this.#read.size === 0) setTimeout(() => this.#read.clear(), PAUSE_MS).unref();
    this.#read.set(kept, read);
    return read;
  }

  async #asWaiter(
    { projectId, keyId }: RecentCaller,
    work: (told: PromiseWithResolvers<void>) => Promise<unknown>,
  ): Promise<void> {
    const told = Promise.withResolvers<void>();
    const waiters = this.#waiters.get(projectId) ?? new Map<() => void, string>();
    this.#waiters.set(projectId, waiters.set(told.resolve, keyId));
    this.#waiting += 1;
    try {
      await work(told);
    } finally {
      waiters.delete(told.resolve);
      if (waiters.size === 0 && this.#waiters.get(projectId) === waiters) this.#waiters.delete(projectId);
      this.#waiting -= 1;
    }
  }

  #refuseMore({ projectId, keyId }: RecentCaller): void {
    const waiters = [...(this.#waiters.get(projectId)?.values() ?? [])];
    const ofKey = waiters.filter((each) => each === keyId).length;
    const { ofProject, all } = MOST_WAITERS;
    if (ofKey < MOST_WAITERS.ofKey && waiters.length < ofProject && this.#waiting < all) return;
    throw new AppError('throttled', 'Too many calls wait for events of this project.', {
      retryAfterSeconds: 1,
    });
  }

  #tell(projectId: number): void {
    if (!this.#waiters.has(projectId) || this.#telling.has(projectId)) return;
    const tell = (): void => {
      this.#telling.delete(projectId);
      for (const told of this.#waiters.get(projectId)?.keys() ?? []) told();
    };
    this.#telling.set(projectId, setTimeout(tell, PAUSE_MS).unref());
  }

  #drop(ring: Ring): void {
    const oldest = ring.records.shift();
    if (oldest === undefined) return;
    ring.bytes -= oldest.bytes;
    this.#bytes -= oldest.bytes;
    ring.dropped = oldest.number;
    this.#read.delete(oldest);
  }

  /** The record that a cursor names; undefined when it is of another process. */
  #numberOf(after: string | undefined, { last }: Ring): number | undefined {
    if (after === undefined) return 0;
    const [instance, text = ''] = after.split('.');
    const number = Number(text);
    return instance === this.#instance && Number.isInteger(number) && number <= last ? number : undefined;
  }
}

/** Place of the first of the last records that hold as much as is kept of a project. */
function firstNewest(records: readonly Uint8Array[]): number {
  let first = records.length;
  for (let bytes = 0; first > 0 && bytes < PROJECT_BYTES; first -= 1)
    bytes += records[first - 1]?.byteLength ?? 0;
  return first;
}
