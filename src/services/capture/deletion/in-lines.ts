/** Bytes that are inserted at once. */
const PIECE_BYTES = 4 * 1024 * 1024;

/** The bytes in larger pieces, each of which ends with a line. */
export async function* inLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of bytes) {
    pieces.push(piece);
    length += piece.length;
    if (length < PIECE_BYTES) continue;
    const whole = Buffer.concat(pieces);
    const end = whole.lastIndexOf('\n') + 1;
    yield whole.subarray(0, end);
    pieces = [whole.subarray(end)];
    length = whole.length - end;
  }
  if (length > 0) yield Buffer.concat(pieces);
}
