import type { FileHandle } from 'node:fs/promises';
import { copyFile, link, mkdir, open, truncate, unlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { stopwatchMs } from '../../../base/clock.ts';
import { AppError } from '../../../base/errors.ts';
import { invariant } from '../../../base/invariant.ts';
import { StartupError } from '../../../base/startup-error.ts';
import { syncToDisk } from '../../../base/sync-to-disk.ts';
import { FRAME_HEADER_BYTES, frameHeader, readFrames } from './spool-frame.ts';
import {
  findSegmentEnd,
  listSegments,
  type OpenFile,
  type SegmentFile,
  segmentFile,
} from './spool-segment.ts';

export interface SpoolOptions {
  readonly folder: string;
  /** Most bytes that may wait to be written to the engine; more are refused with `capture_capacity`. */
  readonly maxBytes: number;
  /**
   * A segment is closed when it reaches this size, and removed when all its records are in the engine. Default 64 MiB.
   */
  readonly segmentBytes?: number;
  readonly openFile?: OpenFile;
  /** Told how long the disk took for each sync of records. */
  readonly onSync?: (ms: number) => void;
}

/** A payload and the position after it, from which to read on. */
export interface SpoolEntry {
  readonly payload: Uint8Array;
  readonly end: number;
}

interface Waiting {
  /** Headers and payloads, in the order of the file. */
  readonly parts: readonly Uint8Array[];
  readonly bytes: number;
  readonly resolve: (end: number) => void;
  readonly reject: (error: unknown) => void;
}

const DEFAULT_SEGMENT_BYTES = 64 * 1024 * 1024;
const RETRY_AFTER_SECONDS = 5;

/**
 * An append-only log on disk for events that are accepted and not yet in the engine. What `append` has resolved
 * survives a crash at any moment. Appends that arrive while the disk is busy share the next fsync. Positions grow for
 * ever, across segments and restarts.
 */
export class Spool {
  readonly #options: SpoolOptions;
  readonly #openFile: OpenFile;
  /** Position after the last record that an earlier process has left. */
  readonly openedAt: number;
  #segments: readonly SegmentFile[];
  #file: FileHandle;
  /** Position before which everything is durable. */
  #end: number;
  /** Position before which everything may be forgotten. */
  #released: number;
  #waiting: Waiting[] = [];
  #waitingBytes = 0;
  #flushing: Promise<void> | null = null;
  /** True when the file may hold bytes behind the durable end, which must be cut before the next write. */
  #hasTornEnd = false;
  #listener: (() => void) | null = null;

  private constructor(
    options: SpoolOptions,
    opened: { segments: readonly SegmentFile[]; file: FileHandle; end: number },
  ) {
    this.#options = options;
    this.#openFile = options.openFile ?? open;
    this.#segments = opened.segments;
    this.#file = opened.file;
    this.#end = opened.end;
    this.openedAt = opened.end;
    this.#released = opened.segments[0]?.start ?? opened.end;
  }

  /**
   * Opens the spool of a folder and cuts a torn last record off.
   * @param start position of a new spool: where the last one ended
   * @throws StartupError when a segment before the last is damaged
   */
  static async open(options: SpoolOptions, start = 0): Promise<Spool> {
    await mkdir(options.folder, { recursive: true, mode: 0o700 });
    const found = await listSegments(options.folder);
    const segments = found.length > 0 ? found : [segmentFile(options.folder, start)];
    const last = segments[segments.length - 1];
    invariant(last !== undefined, 'a spool has at least one segment');
    const openFile = options.openFile ?? open;
    await checkClosedSegments(segments);
    const file = await openFile(last.path, found.length > 0 ? 'r+' : 'w+');
    try {
      const end = await findSegmentEnd(last);
      await file.truncate(end - last.start);
      await file.datasync();
      await syncToDisk(options.folder);
      return new Spool(options, { segments, file, end });
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  /** Position after the last durable record. */
  get end(): number {
    return this.#end;
  }

  /** Bytes that wait to be written to the engine. */
  get pendingBytes(): number {
    return this.#end - this.#released;
  }

  /** Registers the one reader: `listener` is called whenever more can be read. */
  onAppend(listener: () => void): void {
    this.#listener = listener;
  }

  /**
   * Appends records, all of them or none. Resolves with the position after them when they are durable.
   * @throws AppError capture_capacity when the spool is full or cannot be written; then it holds none of them
   */
  async append(...payloads: readonly Uint8Array[]): Promise<number> {
    const bytes = payloads.reduce((sum, { byteLength }) => sum + byteLength + FRAME_HEADER_BYTES, 0);
    if (this.pendingBytes + this.#waitingBytes + bytes > this.#options.maxBytes)
      throw capacityError('The event spool is full.');
    const parts = payloads.flatMap((payload) => [frameHeader(payload), payload]);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ parts, bytes, resolve, reject });
      this.#waitingBytes += bytes;
      this.#flushing ??= this.#flush();
    });
  }

  /** Whole records from position `from` on: at least one, and up to about `maxBytes`. Empty at the end of the spool. */
  async read(from: number, maxBytes: number): Promise<readonly SpoolEntry[]> {
    const index = this.#segments.findLastIndex((segment) => segment.start <= from);
    const segment = this.#segments[index];
    invariant(segment !== undefined && from <= this.#end, `spool position ${from} does not exist`);
    const segmentEnd = this.#segments[index + 1]?.start ?? this.#end;
    if (from === segmentEnd) return [];
    const file = await open(segment.path, 'r');
    try {
      return await readEntries(file, segment.start, from, Math.min(maxBytes, segmentEnd - from));
    } finally {
      await file.close();
    }
  }

  /** Says that everything before `position` is in the engine, and removes segments that are no longer needed. */
  async release(position: number): Promise<void> {
    invariant(position <= this.#end, 'only what was appended can be released');
    this.#released = Math.max(this.#released, position);
    const needed = this.#segments.findLastIndex((segment) => segment.start <= position);
    const done = this.#segments.slice(0, needed);
    this.#segments = this.#segments.slice(needed);
    for (const segment of done) await unlink(segment.path);
  }

  /**
   * Begins a new segment, so that what is written goes from the disk with the next `release`, and not when the segment
   * is full.
   */
  async closeSegment(): Promise<void> {
    while (this.#flushing !== null) await this.#flushing;
    const current = this.#segments[this.#segments.length - 1];
    if (current === undefined || current.start === this.#end) return;
    // Appends wait meanwhile, as they do for the disk.
    this.#flushing = this.#beginSegment().then(
      () => this.#flush(),
      () => this.#flush(),
    );
    await this.#flushing;
    await this.release(this.#released);
  }

  /**
   * Copies what is durable at this moment into another folder of the same disk, as a spool that ends there. Nothing may
   * be released meanwhile.
   */
  async copyTo(folder: string): Promise<void> {
    const [segments, end] = [this.#segments, this.#end];
    const last = segments[segments.length - 1];
    await mkdir(folder, { recursive: true, mode: 0o700 });
    for (const segment of segments) {
      const copy = join(folder, basename(segment.path));
      if (segment !== last) await link(segment.path, copy);
      else {
        await copyFile(segment.path, copy);
        await truncate(copy, end - segment.start);
      }
    }
  }

  /** Waits for running appends and closes the file. */
  async close(): Promise<void> {
    await this.#flushing;
    await this.#file.close();
  }

  async #flush(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting;
      const bytes = this.#waitingBytes;
      this.#waiting = [];
      try {
        await this.#write(batch, bytes);
      } catch (error) {
        for (const each of batch) each.reject(capacityError('The event spool cannot be written.', error));
      }
      this.#waitingBytes -= bytes;
    }
    this.#flushing = null;
  }

  async #write(batch: readonly Waiting[], bytes: number): Promise<void> {
    const offset = await this.#prepareFile();
    this.#hasTornEnd = true;
    const { bytesWritten } = await this.#file.writev(
      batch.flatMap(({ parts }) => parts),
      offset,
    );
    if (bytesWritten !== bytes) throw new Error(`wrote ${bytesWritten} of ${bytes} bytes`);
    const beganMs = stopwatchMs();
    await this.#file.datasync();
    this.#options.onSync?.(stopwatchMs() - beganMs);
    this.#hasTornEnd = false;
    for (const each of batch) {
      this.#end += each.bytes;
      each.resolve(this.#end);
    }
    this.#listener?.();
  }

  /**
   * The offset in the current file at which to write. Before that, cuts what a failed write left, or begins a new
   * segment.
   */
  async #prepareFile(): Promise<number> {
    const current = this.#segments[this.#segments.length - 1];
    invariant(current !== undefined, 'a spool has at least one segment');
    const size = this.#end - current.start;
    if (this.#hasTornEnd) {
      await this.#file.truncate(size);
      this.#hasTornEnd = false;
    }
    if (size < (this.#options.segmentBytes ?? DEFAULT_SEGMENT_BYTES)) return size;
    await this.#beginSegment();
    return 0;
  }

  async #beginSegment(): Promise<void> {
    const next = segmentFile(this.#options.folder, this.#end);
    const file = await this.#openFile(next.path, 'w+');
    try {
      await syncToDisk(this.#options.folder);
    } catch (error) {
      // The next attempt opens the same file again.
      await file.close();
      throw error;
    }
    await this.#file.close();
    this.#file = file;
    this.#segments = [...this.#segments, next];
    this.#hasTornEnd = false;
  }
}

async function checkClosedSegments(segments: readonly SegmentFile[]): Promise<void> {
  for (const [index, segment] of segments.slice(0, -1).entries()) {
    const expected = segments[index + 1]?.start;
    const end = await findSegmentEnd(segment);
    if (end !== expected)
      throw new StartupError(
        `The event spool ${segment.path} is damaged at byte ${end - segment.start}: accepted events would be lost. ` +
          'Restore it from a backup, or move it and all older spool files away to give those events up.',
      );
  }
}

async function readEntries(
  file: FileHandle,
  segmentStart: number,
  from: number,
  wanted: number,
): Promise<readonly SpoolEntry[]> {
  const buffer = Buffer.allocUnsafeSlow(wanted);
  const { bytesRead } = await file.read(buffer, 0, wanted, from - segmentStart);
  const frames = readFrames(buffer.subarray(0, bytesRead));
  if (frames.payloads.length === 0) {
    invariant(frames.nextFrameBytes > wanted, `the spool is damaged at position ${from}`);
    return readEntries(file, segmentStart, from, frames.nextFrameBytes);
  }
  let end = from;
  return frames.payloads.map((payload) => {
    end += FRAME_HEADER_BYTES + payload.byteLength;
    return { payload, end };
  });
}

function capacityError(detail: string, cause?: unknown): AppError {
  return new AppError('capture_capacity', detail, { retryAfterSeconds: RETRY_AFTER_SECONDS, cause });
}
