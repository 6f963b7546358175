import { isUtf8 } from 'node:buffer';
import { AppError } from './errors.ts';

/** What `parseJson` gives: as JSON.parse, but integers that a float cannot hold exactly are bigint. */
export type JsonValue =
  | null
  | boolean
  | number
  | bigint
  | string
  | readonly JsonValue[]
  | { readonly [member: string]: JsonValue };

const DEFAULT_MAX_DEPTH = 64;

/**
 * Parses one JSON text strictly (RFC 8259). Refused, beyond what JSON.parse refuses: a repeated member, the member
 * `__proto__`, nesting deeper than `maxDepth`, numbers past the range of a double (`1e999`), invalid UTF-8 and lone
 * surrogates. An integer beyond 2^53 becomes a bigint, so that no 64-bit id is rounded.
 * @throws AppError invalid_json with line and column
 */
export function parseJson(input: string | Uint8Array, maxDepth: number = DEFAULT_MAX_DEPTH): JsonValue {
  return new JsonReader(typeof input === 'string' ? input : decodeUtf8(input), maxDepth).readDocument();
}

function decodeUtf8(bytes: Uint8Array): string {
  if (!isUtf8(bytes)) throw new AppError('invalid_json', 'The body is not valid UTF-8.');
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
}

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
/** Text up to the next quote, backslash or control character: `abc` of `abc\n"`. */
const PLAIN_TEXT = /[^"\\\u0000-\u001f]*/y;
/** Text with its escapes, of some thousand characters: a match for each escape takes ten times as long. */
const ESCAPED_TEXT = /(?:[^"\\\u0000-\u001f]+|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})){1,1000}/y;

class JsonReader {
  readonly #text: string;
  readonly #maxDepth: number;
  #at = 0;

  constructor(text: string, maxDepth: number) {
    this.#text = text;
    this.#maxDepth = maxDepth;
  }

  readDocument(): JsonValue {
    if (this.#text.charCodeAt(0) === 0xfeff) this.#at = 1;
    const value = this.#readValue(0);
    this.#skipSpace();
    if (this.#at < this.#text.length) this.#fail('expected the end of the text');
    return value;
  }

  #readValue(depth: number): JsonValue {
    this.#skipSpace();
    const character = this.#text[this.#at];
    if (character === '"') return this.#readString();
    if (character === '{') return this.#readObject(this.#deeper(depth));
    if (character === '[') return this.#readArray(this.#deeper(depth));
    if (character === 't') return this.#readWord('true', true);
    if (character === 'f') return this.#readWord('false', false);
    if (character === 'n') return this.#readWord('null', null);
    return this.#readNumber();
  }

  #readWord<Value>(word: string, value: Value): Value {
    if (!this.#text.startsWith(word, this.#at)) this.#fail('expected a value');
    this.#at += word.length;
    return value;
  }

  #deeper(depth: number): number {
    if (depth >= this.#maxDepth) this.#fail(`nesting is deeper than ${this.#maxDepth} levels`);
    this.#at += 1;
    return depth + 1;
  }

  #readObject(depth: number): JsonValue {
    const members: Record<string, JsonValue> = {};
    if (this.#takes('}')) return members;
    do {
      this.#skipSpace();
      const start = this.#at;
      if (this.#text[start] !== '"') this.#fail('expected a member name in double quotes');
      const name = this.#readString();
      if (name === '__proto__') this.#fail('the member name "__proto__" is not allowed', start);
      if (Object.hasOwn(members, name)) this.#fail(`the member ${JSON.stringify(name)} is repeated`, start);
      if (!this.#takes(':')) this.#fail('expected ":"');
      members[name] = this.#readValue(depth);
    } while (this.#takes(','));
    if (!this.#takes('}')) this.#fail('expected "," or "}"');
    return members;
  }

  #readArray(depth: number): JsonValue {
    const items: JsonValue[] = [];
    if (this.#takes(']')) return items;
    do items.push(this.#readValue(depth));
    while (this.#takes(','));
    if (!this.#takes(']')) this.#fail('expected "," or "]"');
    return items;
  }

  #readString(): string {
    const start = this.#at;
    this.#at += 1;
    this.#match(PLAIN_TEXT);
    if (this.#text[this.#at] === '"') {
      this.#at += 1;
      return this.#wellFormed(this.#text.slice(start + 1, this.#at - 1), start);
    }
    while (this.#text[this.#at] !== '"') {
      if (this.#at >= this.#text.length) this.#fail('the text ends inside a string', start);
      if (this.#match(ESCAPED_TEXT) === '')
        this.#fail('a control character or wrong escape stands in a string');
    }
    this.#at += 1;
    return this.#wellFormed(String(JSON.parse(this.#text.slice(start, this.#at))), start);
  }

  #wellFormed(value: string, start: number): string {
    if (!value.isWellFormed()) this.#fail('a string holds half of a surrogate pair', start);
    return value;
  }

  #readNumber(): number | bigint {
    const start = this.#at;
    const spelling = this.#match(NUMBER);
    if (spelling === '')
      this.#fail(start < this.#text.length ? 'expected a value' : 'the text ends too early');
    const value = Number(spelling);
    if (!Number.isFinite(value)) this.#fail(`the number ${spelling.slice(0, 40)} is too large`, start);
    return Number.isSafeInteger(value) || !/^-?\d+$/.test(spelling) ? value : BigInt(spelling);
  }

  /** Reads what the sticky `pattern` matches here; an empty text when it matches nothing. */
  #match(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0] ?? '';
    this.#at += found.length;
    return found;
  }

  #takes(character: string): boolean {
    this.#skipSpace();
    if (this.#text[this.#at] !== character) return false;
    this.#at += 1;
    return true;
  }

  #skipSpace(): void {
    for (;;) {
      const code = this.#text.charCodeAt(this.#at);
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return;
      this.#at += 1;
    }
  }

  #fail(problem: string, at: number = this.#at): never {
    const before = this.#text.slice(0, at);
    const line = before.split('\n').length;
    const column = at - before.lastIndexOf('\n');
    throw new AppError('invalid_json', `Invalid JSON: ${problem} at line ${line}, column ${column}.`);
  }
}
