import { type FileHandle, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readFrames } from './spool-frame.ts';

/** Opens a file as `node:fs/promises` does. Tests hand in one whose disk is full. */
export type OpenFile = (path: string, flags: string) => Promise<FileHandle>;

/** One file of the spool. Its name is the position of its first byte in the endless log that all segments form. */
export interface SegmentFile {
  readonly path: string;
  readonly start: number;
}

const NAME = /^(\d{16})\.spool$/;

/** The file of the segment that begins at position `start`. */
export function segmentFile(folder: string, start: number): SegmentFile {
  return { path: join(folder, `${String(start).padStart(16, '0')}.spool`), start };
}

/** The segments of a folder in order of position. */
export async function listSegments(folder: string): Promise<readonly SegmentFile[]> {
  const starts = (await readdir(folder)).flatMap((name) => NAME.exec(name)?.[1] ?? []).map(Number);
  return starts.sort((a, b) => a - b).map((start) => segmentFile(folder, start));
}

/** Bytes read at once while looking for the end of a segment. */
const SCAN_BYTES = 4 * 1024 * 1024;

/** Position after the last whole frame of a segment. */
export async function findSegmentEnd(segment: SegmentFile): Promise<number> {
  const file = await open(segment.path, 'r');
  try {
    let offset = 0;
    let wanted = SCAN_BYTES;
    for (;;) {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(wanted), 0, wanted, offset);
      const frames = readFrames(buffer.subarray(0, bytesRead));
      offset += frames.validBytes;
      const isCutByScan = bytesRead === wanted && (frames.validBytes > 0 || frames.nextFrameBytes > wanted);
      if (!isCutByScan) return segment.start + offset;
      wanted = Math.max(SCAN_BYTES, frames.nextFrameBytes);
      // A damaged header can claim any length; no file is that long.
      if (wanted > (await file.stat()).size) return segment.start + offset;
    }
  } finally {
    await file.close();
  }
}
