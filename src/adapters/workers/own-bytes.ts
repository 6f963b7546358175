/**
 * The same bytes in a buffer that can be handed over to another thread: nothing else uses the buffer, and little of it
 * is unused. Small buffers are parts of a shared pool, and each of them takes less than half of that pool.
 */
export function ownBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer, byteOffset, byteLength } = bytes;
  const isOwn = buffer instanceof ArrayBuffer && byteLength * 2 > buffer.byteLength;
  return isOwn ? new Uint8Array(buffer, byteOffset, byteLength) : new Uint8Array(bytes);
}
