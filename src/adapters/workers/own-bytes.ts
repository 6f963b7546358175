/**
 * The same bytes in a buffer that they have for themselves, but for a little around them: it can be handed over to
 * another thread. Small buffers are parts of a pool that others use; each takes less than half of it.
 */
export function ownBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer, byteOffset, byteLength } = bytes;
  const isOwn = buffer instanceof ArrayBuffer && byteLength * 2 > buffer.byteLength;
  return isOwn ? new Uint8Array(buffer, byteOffset, byteLength) : new Uint8Array(bytes);
}
