import { crc32 } from 'node:zlib';

/**
 * The spool file is a row of frames: payload length and CRC-32 of the payload (both 4 bytes, little endian), then the
 * payload. A crash can damage only the end of the file. Reading ignores everything from the first broken frame on.
 */
export const FRAME_HEADER_BYTES = 8;

/** The header that stands before `payload`, which must not be empty (so that a run of zeros is no frame). */
export function frameHeader(payload: Uint8Array): Uint8Array {
  const header = Buffer.alloc(FRAME_HEADER_BYTES);
  header.writeUInt32LE(payload.byteLength, 0);
  header.writeUInt32LE(crc32(payload), 4);
  return header;
}

export interface Frames {
  /** Payloads of the whole and undamaged frames at the start of the bytes, as views and not copies. */
  readonly payloads: readonly Uint8Array[];
  /** Bytes that those frames take. */
  readonly validBytes: number;
  /** Bytes that the next whole frame needs, header included, as its header says; 0 = unknown. */
  readonly nextFrameBytes: number;
}

/** Reads frames from the start of `bytes` until one is cut off or damaged. */
export function readFrames(bytes: Buffer): Frames {
  const payloads: Uint8Array[] = [];
  let at = 0;
  while (at + FRAME_HEADER_BYTES <= bytes.byteLength) {
    const length = bytes.readUInt32LE(at);
    const start = at + FRAME_HEADER_BYTES;
    if (length === 0) break;
    if (start + length > bytes.byteLength)
      return { payloads, validBytes: at, nextFrameBytes: FRAME_HEADER_BYTES + length };
    const payload = bytes.subarray(start, start + length);
    if (crc32(payload) !== bytes.readUInt32LE(at + 4)) break;
    payloads.push(payload);
    at = start + length;
  }
  return { payloads, validBytes: at, nextFrameBytes: 0 };
}
