import type { Chunks } from './inflate-chunks.ts';

const AMPERSAND = 0x26;
const EQUALS = 0x3d;
const PLUS = 0x2b;
const PERCENT = 0x25;
const SPACE = 0x20;

/** Most characters of a field name that is looked for; longer names are skipped. */
const MAX_NAME_LENGTH = 100;

/**
 * The decoded value of the first field with that name in a form (`application/x-www-form-urlencoded`), piece by piece
 * and in constant memory; no piece when the form has no such field.
 */
export async function* formField(source: Chunks, wanted: string): AsyncGenerator<Uint8Array> {
  let name = '';
  let isName = true;
  let decoder = new PercentDecoder();
  for await (const bytes of source) {
    for (let at = 0; at < bytes.length; ) {
      const mark: number = isName ? endOfName(bytes, at) : bytes.indexOf(AMPERSAND, at);
      const end = mark === -1 ? bytes.length : mark;
      const piece = bytes.subarray(at, end);
      at = end + 1;
      if (isName && name.length < MAX_NAME_LENGTH) name += decoder.push(piece.subarray(0, MAX_NAME_LENGTH));
      if (!isName && name === wanted) yield decoder.push(piece);
      if (mark === -1) continue;
      if (!isName && name === wanted) return;
      isName = bytes[mark] === AMPERSAND;
      if (isName) name = '';
      decoder = new PercentDecoder();
    }
  }
}

/** The place of the next `=` or `&`, -1 when there is none. */
function endOfName(bytes: Uint8Array, start: number): number {
  for (let at = start; at < bytes.length; at += 1)
    if (bytes[at] === EQUALS || bytes[at] === AMPERSAND) return at;
  return -1;
}

/**
 * Decodes `%41` to `A` and `+` to a space. A percent sign without two digits behind it becomes some byte, which is safe
 * because nobody trusts these bytes.
 */
class PercentDecoder {
  #digitsLeft = 0;
  #value = 0;

  push(bytes: Uint8Array): Buffer {
    const decoded = Buffer.allocUnsafe(bytes.length);
    let length = 0;
    for (const byte of bytes) {
      if (this.#digitsLeft > 0) {
        this.#value = (this.#value << 4) | digitOf(byte);
        this.#digitsLeft -= 1;
        if (this.#digitsLeft > 0) continue;
        decoded[length] = this.#value;
      } else if (byte === PERCENT) {
        this.#digitsLeft = 2;
        this.#value = 0;
        continue;
      } else decoded[length] = byte === PLUS ? SPACE : byte;
      length += 1;
    }
    return decoded.subarray(0, length);
  }
}

/** `0` → 0, `a` and `A` → 10. */
function digitOf(byte: number): number {
  return byte < 0x40 ? byte & 0xf : (byte & 0xf) + 9;
}
