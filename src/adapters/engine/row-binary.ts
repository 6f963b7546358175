/** Bytes of a UUID. */
export const UUID_BYTES = 16;
/** A UTF-16 unit takes at most this many bytes in UTF-8. */
const MAX_BYTES_PER_UNIT = 3;
const MAX_LENGTH_BYTES = 5;
/** Most characters of a short text: at most 127, so that the length takes one byte. */
const SHORT_TEXT = 48;
const TWO_POW_32 = 2 ** 32;

/**
 * Writes values behind one another as the engine's format RowBinary has them. The engine takes such rows in less than
 * half the time of JSON, and properties are copied without escapes.
 */
export class RowBinaryWriter {
  #bytes: Buffer;
  #end = 0;

  /** @param capacity approximate number of bytes that will be needed */
  constructor(capacity: number) {
    this.#bytes = Buffer.allocUnsafeSlow(Math.max(capacity, UUID_BYTES));
  }

  /** Bytes written so far. */
  get length(): number {
    return this.#end;
  }

  /** What was written; a view, to be taken when nothing more is written. */
  get written(): Buffer {
    return this.#bytes.subarray(0, this.#end);
  }

  /** @param value a whole number below 2^32 */
  uint32(value: number): void {
    this.#reserve(4);
    this.#end = this.#bytes.writeUInt32LE(value, this.#end);
  }

  /** A UInt64, or a DateTime64(6) as microseconds since 1970. @param value a safe integer from 0 on */
  uint64(value: number): void {
    this.#reserve(8);
    this.#bytes.writeUInt32LE(value % TWO_POW_32, this.#end);
    this.#bytes.writeUInt32LE(Math.floor(value / TWO_POW_32), this.#end + 4);
    this.#end += 8;
  }

  /** @param text in lower case, with hyphens */
  uuid(text: string): void {
    this.#reserve(UUID_BYTES);
    const bytes = this.#bytes;
    for (let index = 0; index < UUID_BYTES; index += 1) {
      const at = PLACE_IN_TEXT[index] ?? 0;
      bytes[this.#end + index] = (digitAt(text, at) << 4) | digitAt(text, at + 1);
    }
    this.#end += UUID_BYTES;
  }

  /** A String of any length: its bytes in UTF-8 after their number. */
  text(text: string): void {
    this.#reserve(MAX_LENGTH_BYTES + text.length * MAX_BYTES_PER_UNIT);
    if (text.length <= SHORT_TEXT && this.#asciiText(text)) return;
    const guessed = lengthBytes(text.length);
    const byteLength = this.#bytes.write(text, this.#end + guessed);
    const needed = lengthBytes(byteLength);
    if (needed !== guessed)
      this.#bytes.copyWithin(this.#end + needed, this.#end + guessed, this.#end + guessed + byteLength);
    this.#putLength(byteLength);
    this.#end += byteLength;
  }

  /** What goes before the items of an Array. */
  listLength(items: number): void {
    this.#reserve(MAX_LENGTH_BYTES);
    this.#putLength(items);
  }

  #putLength(length: number): void {
    const end = this.#end + lengthBytes(length);
    for (let rest = length; this.#end < end; rest >>>= 7) {
      this.#bytes[this.#end] = (rest & 0x7f) | (this.#end + 1 < end ? 0x80 : 0);
      this.#end += 1;
    }
  }

  /** Writes a short text of ASCII: faster than the call out of JavaScript that writes any text. */
  #asciiText(text: string): boolean {
    const { length } = text;
    const start = this.#end + 1;
    for (let index = 0; index < length; index += 1) {
      const code = text.charCodeAt(index);
      if (code > 0x7f) return false;
      this.#bytes[start + index] = code;
    }
    this.#bytes[this.#end] = length;
    this.#end = start + length;
    return true;
  }

  /** Writes values that are in the format already. */
  ready(values: Uint8Array): void {
    this.#reserve(values.length);
    this.#bytes.set(values, this.#end);
    this.#end += values.length;
  }

  /** As `ready`, for a part of a buffer. */
  part(values: Buffer, start: number, end: number): void {
    this.#reserve(end - start);
    values.copy(this.#bytes, this.#end, start, end);
    this.#end += end - start;
  }

  #reserve(more: number): void {
    if (this.#end + more <= this.#bytes.length) return;
    const grown = Buffer.allocUnsafeSlow(2 * (this.#end + more));
    this.#bytes.copy(grown, 0, 0, this.#end);
    this.#bytes = grown;
  }
}

/** The UUID whose bytes begin at `at`, as text. */
export function uuidTextAt(bytes: Uint8Array, at: number): string {
  const characters = [...'00000000-0000-0000-0000-000000000000'];
  for (let index = 0; index < UUID_BYTES; index += 1) {
    const digits = (bytes[at + index] ?? 0).toString(16).padStart(2, '0');
    const place = PLACE_IN_TEXT[index] ?? 0;
    characters[place] = digits[0] ?? '';
    characters[place + 1] = digits[1] ?? '';
  }
  return characters.join('');
}

/** The String that begins at `at`, and the position after it. */
export function textAt(bytes: Buffer, at: number): { readonly text: string; readonly end: number } {
  let length = 0;
  let start = at;
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[start] ?? 0;
    start += 1;
    length |= (byte & 0x7f) << shift;
    if (byte < 0x80) break;
  }
  return { text: bytes.toString('utf8', start, start + length), end: start + length };
}

/** Where the two digits of each byte stand: a UUID is two little-endian numbers of 8 bytes. */
const PLACE_IN_TEXT = [16, 14, 11, 9, 6, 4, 2, 0, 34, 32, 30, 28, 26, 24, 21, 19];

/** The value of a hexadecimal digit, `0-9a-f`. */
function digitAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code < 0x3a ? code - 0x30 : code - 0x57;
}

/** Bytes of a length: seven bits in each. */
function lengthBytes(length: number): number {
  if (length < 0x80) return 1;
  if (length < 0x4000) return 2;
  if (length < 0x20_0000) return 3;
  return length < 0x1000_0000 ? 4 : MAX_LENGTH_BYTES;
}
