/**
 * Looks for capture tokens in JSON as the bytes come, in constant memory. It finds texts at the places from which
 * `readEnvelope` takes a token. A later member of the same name may replace such a text, and the body may not be JSON
 * at all: the scanner tells which bodies are worth parsing, and the parser decides.
 */
export class TokenScanner {
  /**
   * The roles of the open containers, outermost first. Inside a container without a role only `#unknownDepth` counts.
   */
  readonly #roles: Role[] = [];
  #unknownDepth = 0;
  /** True when the next text of an object is a name. */
  #isName = false;
  /** The last name in an object with a role; empty when the name is too long to matter. */
  #name = '';
  #isText = false;
  #isEscaped = false;
  /** The bytes kept of the current text; null = the text is passed over. */
  #kept: number[] | null = null;
  #found: string[] = [];

  /** @returns the texts that end in these bytes and stand where a token may stand; a text may occur twice */
  push(bytes: Uint8Array): readonly string[] {
    this.#found = [];
    for (let at = 0; at < bytes.length; at += 1) {
      const byte = bytes[at] ?? 0;
      if (!this.#isText) this.#mark(byte);
      else if (this.#kept === null) at = this.#passText(bytes, at);
      else this.#keepText(byte);
    }
    return this.#found;
  }

  /** @returns the position of the last byte that was passed over */
  #passText(bytes: Uint8Array, start: number): number {
    for (let at = start; at < bytes.length; at += 1) {
      const byte = bytes[at];
      if (this.#isEscaped) this.#isEscaped = false;
      else if (byte === BACKSLASH) this.#isEscaped = true;
      else if (byte === QUOTE) {
        this.#isText = false;
        return at;
      }
    }
    return bytes.length;
  }

  #keepText(byte: number): void {
    if (byte === QUOTE && !this.#isEscaped) this.#endText();
    else {
      this.#isEscaped = byte === BACKSLASH && !this.#isEscaped;
      this.#kept?.push(byte);
      if ((this.#kept?.length ?? 0) > MAX_TEXT_BYTES) this.#kept = null;
    }
  }

  #endText(): void {
    const text = textOf(this.#kept ?? []);
    this.#isText = false;
    this.#kept = null;
    if (this.#isName) this.#name = text;
    else if (text !== '') this.#found.push(text);
  }

  /** Handles a byte outside texts. Numbers and words have no role. */
  #mark(byte: number): void {
    switch (byte) {
      case QUOTE:
        this.#beginText();
        return;
      case OPEN_OBJECT:
      case OPEN_LIST:
        this.#open(byte);
        return;
      case CLOSE_OBJECT:
      case CLOSE_LIST:
        this.#close();
        return;
      case COMMA:
        this.#isName = this.#isInObject();
        return;
      case COLON:
        this.#isName = false;
        return;
      default:
        return;
    }
  }

  #beginText(): void {
    this.#isText = true;
    this.#isEscaped = false;
    this.#kept = null;
    if (this.#unknownDepth > 0) return;
    if (this.#isName) {
      this.#name = '';
      this.#kept = [];
      return;
    }
    const role = this.#roles.at(-1);
    if (role !== undefined && TOKEN_NAMES[role].includes(this.#name)) this.#kept = [];
  }

  #open(byte: number): void {
    const role = this.#unknownDepth > 0 ? null : this.#roleOf(byte);
    if (role === null) this.#unknownDepth += 1;
    else this.#roles.push(role);
    this.#isName = this.#isInObject();
    this.#name = '';
  }

  #close(): void {
    if (this.#unknownDepth > 0) this.#unknownDepth -= 1;
    else this.#roles.pop();
    this.#isName = false;
  }

  #isInObject(): boolean {
    const role = this.#roles.at(-1);
    return this.#unknownDepth === 0 && role !== undefined && role !== 'list';
  }

  /** The role of a container that opens here; null = none. */
  #roleOf(byte: number): Role | null {
    const parent = this.#roles.at(-1);
    const isObject = byte === OPEN_OBJECT;
    if (parent === undefined) return isObject ? 'envelope' : 'list';
    if (parent === 'list') return isObject ? 'event' : null;
    if (parent === 'envelope' && this.#name === 'batch') return isObject ? null : 'list';
    return isObject && parent !== 'properties' && this.#name === 'properties' ? 'properties' : null;
  }
}

/** Most tokens of one body that are looked up. A good body names one token; repeated members may name a few more. */
export const MAX_TOKENS = 8;

/** A whole body of one object is a batch or one event; `list` holds events. */
type Role = 'envelope' | 'list' | 'event' | 'properties';

const TOKEN_NAMES: Readonly<Record<Role, readonly string[]>> = {
  envelope: ['api_key', 'token', '$token'],
  list: [],
  event: ['api_key', 'token', '$token'],
  properties: ['token'],
};

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const COMMA = 0x2c;
const COLON = 0x3a;

/**
 * Most bytes of a text that matters: tokens and names have fewer than 200 characters, and each may be written as
 * `\u0061`.
 */
const MAX_TEXT_BYTES = 1_200;

/** The value of a JSON text; empty when the bytes are no JSON text. */
function textOf(bytes: readonly number[]): string {
  const text = Buffer.from(bytes).toString('utf8');
  if (!text.includes('\\')) return text;
  try {
    return String(JSON.parse(`"${text}"`));
  } catch {
    // A text that the parser would refuse is no token.
    return '';
  }
}
