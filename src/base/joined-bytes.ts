import type { Sliced } from './loop-slices.ts';

/** Most bytes copied in one step. Copying is slow where memory is touched for the first time. */
const COPIED_AT_ONCE = 1024 * 1024;

/** All pieces in one buffer. */
export function* joinedBytes(pieces: readonly Uint8Array[]): Sliced<Buffer> {
  const whole = Buffer.allocUnsafe(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  let copied = 0;
  for (const piece of pieces)
    for (let start = 0; start < piece.length; start += COPIED_AT_ONCE) {
      const part = piece.subarray(start, start + COPIED_AT_ONCE);
      whole.set(part, at);
      at += part.length;
      copied += part.length;
      if (copied < COPIED_AT_ONCE) continue;
      copied = 0;
      yield;
    }
  return whole;
}
