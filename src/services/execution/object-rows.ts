import type { Sliced } from '../../base/loop-slices.ts';

/** Most bytes of rows that are read between two stops; and of bytes written, for names may be long. */
const STEP_BYTES = 32 * 1024;
const STEP_WRITTEN = 1024 * 1024;

const QUOTE = 0x22;
const COMMA = 0x2c;
const BLANK = 0x20;
const BACKSLASH = 0x5c;
const OPENING: ReadonlySet<number> = new Set([0x5b, 0x7b]);
const CLOSING: ReadonlySet<number> = new Set([0x5d, 0x7d]);

/**
 * Rows as the engine writes them, `[1,"a"],[2,"b"]`, as objects by the names of their columns: `{"n":1,"t":"a"},…`.
 * The values are copied byte by byte, so that no number loses digits.
 * @param take gets the bytes in order; may throw to end the work
 */
export function* objectRows(
  rows: Uint8Array,
  names: readonly string[],
  take: (bytes: Uint8Array) => void,
): Sliced<void> {
  const keys = names.map((name, at) => Buffer.from(`${at === 0 ? '{' : ','}${JSON.stringify(name)}:`));
  const source = Buffer.from(rows.buffer, rows.byteOffset, rows.byteLength);
  const out = new Chunk(take);
  let depth = 0;
  let column = 0;
  /** Where the bytes begin that are not copied yet. */
  let from = 0;
  let stopAt = STEP_BYTES;
  const replaceByte = (at: number, bytes: Uint8Array | undefined): void => {
    out.add(source.subarray(from, at));
    if (bytes !== undefined) out.add(bytes);
    // The engine writes a blank after each comma.
    from = at + (source[at + 1] === BLANK ? 2 : 1);
  };
  for (let at = 0; at < source.length; at += 1) {
    const byte = source[at] ?? 0;
    if (byte === QUOTE) at = endOfText(source, at);
    else if (OPENING.has(byte)) {
      depth += 1;
      if (depth === 1) replaceByte(at, keys[column]);
    } else if (CLOSING.has(byte)) {
      depth -= 1;
      if (depth > 0) continue;
      column = 0;
      replaceByte(at, END);
    } else if (byte === COMMA && depth === 1) {
      column += 1;
      replaceByte(at, keys[column]);
    }
    if (at < stopAt && out.written < STEP_WRITTEN) continue;
    stopAt = at + STEP_BYTES;
    out.written = 0;
    yield;
  }
  out.add(source.subarray(from));
  out.flush();
}

const END = Buffer.from('}');

/** The place of the quote that ends the text which begins at `start`. */
function endOfText(source: Buffer, start: number): number {
  let end = start;
  let backslashes: number;
  do {
    end = source.indexOf(QUOTE, end + 1);
    if (end === -1) return source.length;
    backslashes = 0;
    while (source[end - 1 - backslashes] === BACKSLASH) backslashes += 1;
  } while (backslashes % 2 === 1);
  return end;
}

/** Collects small pieces of bytes and hands them on together. */
class Chunk {
  readonly #take: (bytes: Uint8Array) => void;
  #bytes = Buffer.allocUnsafe(2 * STEP_BYTES);
  #length = 0;
  /** Bytes that were added since somebody set this to 0. */
  written = 0;

  constructor(take: (bytes: Uint8Array) => void) {
    this.#take = take;
  }

  add(piece: Uint8Array): void {
    this.written += piece.length;
    if (this.#length + piece.length > this.#bytes.length) this.flush();
    if (piece.length > this.#bytes.length) {
      this.#take(piece);
      return;
    }
    this.#bytes.set(piece, this.#length);
    this.#length += piece.length;
  }

  flush(): void {
    if (this.#length === 0) return;
    this.#take(this.#bytes.subarray(0, this.#length));
    this.#bytes = Buffer.allocUnsafe(2 * STEP_BYTES);
    this.#length = 0;
  }
}
