import { setImmediate as nextTurn } from 'node:timers/promises';
import { AppError } from '../../../base/errors.ts';
import { tooLarge } from './inflate-bounded.ts';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const VALUES = new Map([...ALPHABET].map((character, value) => [character.charCodeAt(0), value]));
const BITS_PER_CHARACTER = 6;

/** Codes that are no phrase: a new character of 8 or of 16 bits follows, or the text ends. */
const NEW_BYTE = 0;
const NEW_UNIT = 1;
const END = 2;
const FIRST_PHRASE = 3;
const PHRASE_BYTES = 16;
const FIRST_CAPACITY = 4_096;

/** UTF-16 units that are unpacked in one step. */
const STEP_UNITS = 64 * 1024;

/**
 * Text that lz-string's `compressToBase64` packed. A few bytes of this format can stand for gigabytes, and the library
 * has no limit. So this decoder counts what it holds: text (UTF-16) and phrases together never pass `maxBytes`.
 *
 * A phrase is an earlier phrase and the character that came after it, so each is a slice of the text already written.
 * @throws AppError payload_too_large, invalid_json (the text is not in this format)
 */
export async function decodeLzString(base64: string, maxBytes: number): Promise<string> {
  const pieces: string[] = [];
  for (const piece of lzPieces(base64, maxBytes)) {
    pieces.push(piece);
    // Other work gets its turn between the steps, because unpacking a whole text may take a second.
    await nextTurn();
  }
  return pieces.join('');
}

/** The same text as `decodeLzString`, a step at a time. */
export function* lzPieces(base64: string, maxBytes: number): Generator<string> {
  const readBits = bitReader(base64);
  const text = new PhrasedText(maxBytes);
  let codeBits = 2;
  let last: Phrase | null = null;
  let given = 0;
  for (;;) {
    const code = readBits(codeBits);
    if (code === END || text.length - given >= STEP_UNITS) {
      yield text.from(given);
      given = text.length;
    }
    if (code === END) return;
    const start = text.length;
    if (code === NEW_BYTE || code === NEW_UNIT) {
      text.push(readBits(code === NEW_BYTE ? 8 : 16));
      text.addPhrase({ start, length: 1 });
    } else {
      text.copy(text.phrase(code - FIRST_PHRASE, last));
    }
    if (last !== null) text.addPhrase({ start: last.start, length: last.length + 1 });
    last = { start, length: text.length - start };
    codeBits = 32 - Math.clz32(FIRST_PHRASE + text.phraseCount);
  }
}

/** Reads numbers from base64: the first bit of a character is its highest, the first bit of a number its lowest. */
function bitReader(base64: string): (count: number) => number {
  let position = 0;
  let value = 0;
  let bitsLeft = 0;
  return (count) => {
    let number = 0;
    for (let bit = 0; bit < count; bit += 1) {
      if (bitsLeft === 0) {
        value = VALUES.get(base64.charCodeAt(position)) ?? -1;
        if (value === -1) throw notPacked();
        position += 1;
        bitsLeft = BITS_PER_CHARACTER;
      }
      bitsLeft -= 1;
      number |= ((value >> bitsLeft) & 1) << bit;
    }
    return number;
  };
}

interface Phrase {
  readonly start: number;
  readonly length: number;
}

/** The text so far and the phrases in it, bounded. */
class PhrasedText {
  readonly #maxBytes: number;
  readonly #starts: number[] = [];
  readonly #lengths: number[] = [];
  #units = new Uint16Array(FIRST_CAPACITY);
  #length = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get length(): number {
    return this.#length;
  }

  get phraseCount(): number {
    return this.#starts.length;
  }

  /** A known phrase, or the phrase that is just being made: `last` and the first character of `last`. */
  phrase(index: number, last: Phrase | null): Phrase {
    const start = this.#starts[index];
    const length = this.#lengths[index];
    if (start !== undefined && length !== undefined) return { start, length };
    if (last === null || index !== this.phraseCount) throw notPacked();
    return { start: last.start, length: last.length + 1 };
  }

  addPhrase({ start, length }: Phrase): void {
    this.#starts.push(start);
    this.#lengths.push(length);
  }

  push(unit: number): void {
    this.#reserve(1);
    this.#units[this.#length] = unit;
    this.#length += 1;
  }

  /** Appends a phrase unit by unit, because a phrase may reach into what is being written. */
  copy({ start, length }: Phrase): void {
    this.#reserve(length);
    for (let index = 0; index < length; index += 1)
      this.#units[this.#length + index] = this.#units[start + index] ?? 0;
    this.#length += length;
  }

  /** The text from the unit at `start` on. */
  from(start: number): string {
    return Buffer.from(this.#units.buffer, start * 2, (this.#length - start) * 2).toString('utf16le');
  }

  #reserve(more: number): void {
    const wanted = this.#length + more;
    if (wanted * 2 + this.phraseCount * PHRASE_BYTES > this.#maxBytes) throw tooLarge(this.#maxBytes);
    if (wanted <= this.#units.length) return;
    const grown = new Uint16Array(Math.min(Math.max(wanted, this.#units.length * 2), this.#maxBytes / 2));
    grown.set(this.#units.subarray(0, this.#length));
    this.#units = grown;
  }
}

function notPacked(): AppError {
  return new AppError('invalid_json', 'The body is not lz-string base64.');
}
