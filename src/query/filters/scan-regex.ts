import { UNICODE_GROUPS } from './unicode-groups.ts';

/** What a scan finds: a problem, or the number of capturing groups and of pieces once repetitions are written out. */
export type ScannedRegex =
  | { readonly kind: 'problem'; readonly problem: string }
  | { readonly kind: 'pattern'; readonly groups: number; readonly pieces: number };

/** Most times that one piece may be repeated, counting repetitions inside repetitions: RE2's own limit. */
const MAX_REPEAT = 1000;
/** Most pieces that a pattern may stand for once its repetitions are written out; a Unicode group counts as 25. */
const MAX_PIECES = 10_000;
const UNICODE_GROUP_PIECES = 25;

/** What has been read of the text between two brackets. */
interface Level {
  /** Pieces so far, with repetitions written out. */
  pieces: number;
  /** Pieces that a repetition after them would repeat; undefined where there is nothing to repeat. */
  last: number | undefined;
  /** How often the most repeated piece is repeated: in `last`, and in the whole level. */
  lastRepeat: number;
  repeat: number;
}

/** Thrown inside the scan only. */
class Problem extends Error {}

/**
 * Reads a pattern of RE2, the engine's library, once from left to right without going back, so the work grows with the
 * length alone. RE2 takes every pattern in which no problem is found.
 */
export function scanRegex(pattern: string): ScannedRegex {
  const scan = new RegexScan(pattern);
  try {
    return { kind: 'pattern', ...scan.read() };
  } catch (error) {
    if (error instanceof Problem) return { kind: 'problem', problem: error.message };
    throw error;
  }
}

const newLevel = (): Level => ({ pieces: 0, last: undefined, lastRepeat: 1, repeat: 1 });

class RegexScan {
  readonly #text: string;
  #at = 0;
  #level = newLevel();
  readonly #outer: Level[] = [];
  readonly #names = new Set<string>();
  #groups = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(): { readonly groups: number; readonly pieces: number } {
    let wasRepetition = false;
    while (this.#at < this.#text.length) wasRepetition = this.#piece(wasRepetition);
    if (this.#outer.length > 0) throw new Problem('unterminated group');
    return { groups: this.#groups, pieces: this.#level.pieces };
  }

  /** Reads one piece; true when it was a repetition. */
  #piece(wasRepetition: boolean): boolean {
    const sign = this.#text.charAt(this.#at);
    switch (sign) {
      case '(':
        this.#open();
        return false;
      case ')':
        this.#close();
        return false;
      case '|':
        this.#at += 1;
        this.#level.last = undefined;
        return false;
      case '[':
        this.#at += 1;
        this.#class();
        return false;
      case '\\':
        this.#escape();
        return false;
      case '*':
      case '+':
      case '?':
        this.#at += 1;
        this.#repeat(1, wasRepetition);
        return true;
      case '{':
        return this.#counted(wasRepetition);
      default:
        this.#rune();
        this.#add(1);
        return false;
    }
  }

  /** Adds pieces that a repetition may follow. */
  #add(pieces: number, repeat = 1): void {
    const level = this.#level;
    level.pieces += pieces;
    level.last = pieces;
    level.lastRepeat = repeat;
    level.repeat = Math.max(level.repeat, repeat);
    if (level.pieces > MAX_PIECES) throw new Problem('its repetitions make it too large');
  }

  #repeat(count: number, wasRepetition: boolean): void {
    const level = this.#level;
    if (this.#text.charAt(this.#at) === '?') this.#at += 1;
    if (wasRepetition) throw new Problem('a repetition operator follows another');
    if (level.last === undefined) throw new Problem('there is nothing to repeat');
    const times = Math.max(count, 1);
    const repeat = level.lastRepeat * times;
    if (times > 1 && repeat > MAX_REPEAT) throw new Problem(`a repetition is above ${MAX_REPEAT}`);
    level.pieces -= level.last;
    this.#add(level.last * times, repeat);
  }

  /** `{2}`, `{2,}`, `{2,5}`; any other brace is itself. */
  #counted(wasRepetition: boolean): boolean {
    COUNT.lastIndex = this.#at;
    const match = COUNT.exec(this.#text);
    if (!match) {
      this.#at += 1;
      this.#add(1);
      return false;
    }
    const [text, least = '', comma, most = ''] = match;
    this.#at += text.length;
    const low = Number(least);
    const high = comma === undefined || most === '' ? low : Number(most);
    if (high < low) throw new Problem('a repetition ends below its beginning');
    if (high > MAX_REPEAT) throw new Problem(`a repetition is above ${MAX_REPEAT}`);
    this.#repeat(high, wasRepetition);
    return true;
  }

  #open(): void {
    this.#at += 1;
    if (this.#text.charAt(this.#at) !== '?') {
      this.#groups += 1;
      this.#push();
      return;
    }
    NAME.lastIndex = this.#at;
    const name = NAME.exec(this.#text);
    if (name) {
      this.#name(name[1] ?? '');
      this.#at += name[0].length;
      this.#groups += 1;
      this.#push();
      return;
    }
    FLAGS.lastIndex = this.#at;
    const flags = FLAGS.exec(this.#text);
    if (!flags) throw new Problem(this.#unknownGroup());
    this.#at += flags[0].length;
    if (flags[1] === ':') this.#push();
  }

  #name(name: string): void {
    if (this.#names.has(name)) throw new Problem(`two groups have the name ${name}`);
    this.#names.add(name);
  }

  #unknownGroup(): string {
    const next = this.#text.slice(this.#at + 1, this.#at + 3);
    if (/^(?:[=!]|<[=!])/.test(next)) return 'look-ahead and look-behind are not supported';
    if (next.startsWith('>')) return 'atomic groups are not supported';
    return 'unknown form of group';
  }

  #push(): void {
    this.#outer.push(this.#level);
    this.#level = newLevel();
  }

  #close(): void {
    const inner = this.#level;
    const outer = this.#outer.pop();
    if (!outer) throw new Problem('unmatched )');
    this.#at += 1;
    this.#level = outer;
    this.#add(inner.pieces + 1, inner.repeat);
  }

  /** Reads what follows a backslash outside of a class. */
  #escape(): void {
    const next = this.#text.charAt(this.#at + 1);
    if (next === 'Q') {
      this.#quoted();
    } else if (next === 'p' || next === 'P') {
      this.#unicodeGroup();
      this.#add(UNICODE_GROUP_PIECES);
    } else if (next !== '' && 'AzbBCdDsSwW'.includes(next)) {
      this.#at += 2;
      this.#add(1);
    } else {
      this.#escapedRune();
      this.#add(1);
    }
  }

  /** Reads `\Q...\E`, or `\Q...` up to the end of the pattern. */
  #quoted(): void {
    const start = this.#at + 2;
    const end = this.#text.indexOf('\\E', start);
    const length = (end === -1 ? this.#text.length : end) - start;
    this.#at = end === -1 ? this.#text.length : end + 2;
    if (length === 0) return;
    this.#level.pieces += length - 1;
    this.#add(1);
  }

  /** `\pL`, `\p{Greek}`, `\P{^Lu}` */
  #unicodeGroup(): void {
    UNICODE_GROUP.lastIndex = this.#at;
    const match = UNICODE_GROUP.exec(this.#text);
    const name = match?.[1] ?? match?.[2];
    if (match === null || name === undefined || !UNICODE_GROUPS.has(name)) {
      throw new Problem('unknown group of Unicode');
    }
    this.#at += match[0].length;
  }

  /** Reads one character that follows a backslash; returns its code point. */
  #escapedRune(): number {
    this.#at += 1;
    const sign = this.#text.charAt(this.#at);
    if (sign === '') throw new Problem('it ends with a backslash');
    if (/[0-7]/.test(sign)) return this.#octal();
    if (sign === 'x') return this.#hexadecimal();
    if (/[89k]/.test(sign)) throw new Problem('back-references are not supported');
    if (!/[!-/:-@[-`{-~ nrtafv\0-\x1f\x7f]/.test(sign)) throw new Problem('unknown escape sequence');
    this.#at += 1;
    return sign.charCodeAt(0);
  }

  /** Reads `\0`, `\12`, `\012`; a single digit other than 0 would be a back-reference. */
  #octal(): number {
    OCTAL.lastIndex = this.#at;
    const digits = OCTAL.exec(this.#text)?.[0];
    if (digits === undefined) throw new Problem('back-references are not supported');
    this.#at += digits.length;
    return Number.parseInt(digits, 8);
  }

  /** `\x41`, `\x{1F600}` */
  #hexadecimal(): number {
    HEXADECIMAL.lastIndex = this.#at;
    const match = HEXADECIMAL.exec(this.#text);
    const code = Number.parseInt(match?.[1] ?? match?.[2] ?? '', 16);
    if (!match || !(code <= 0x10ffff)) throw new Problem('unknown escape sequence');
    this.#at += match[0].length;
    return code;
  }

  /** Reads one character that stands for itself; returns its code point. */
  #rune(): number {
    const code = this.#text.codePointAt(this.#at) ?? 0;
    this.#at += code > 0xffff ? 2 : 1;
    return code;
  }

  /** Reads a class after its `[`. A `]` that comes first is one of the characters. */
  #class(): void {
    if (this.#text.charAt(this.#at) === '^') this.#at += 1;
    let isFirst = true;
    let pieces = 1;
    while (isFirst || this.#text.charAt(this.#at) !== ']') {
      if (this.#at >= this.#text.length) throw new Problem('unterminated character class');
      isFirst = false;
      if (this.#classGroup()) pieces = UNICODE_GROUP_PIECES;
      else if (!this.#namedClass()) this.#range();
    }
    this.#at += 1;
    this.#add(pieces);
  }

  #classGroup(): boolean {
    if (!/\\[pP]/.test(this.#text.slice(this.#at, this.#at + 2))) return false;
    this.#unicodeGroup();
    return true;
  }

  /** Reads `\d` or `[:alpha:]` inside a class. */
  #namedClass(): boolean {
    if (/\\[dDsSwW]/.test(this.#text.slice(this.#at, this.#at + 2))) {
      this.#at += 2;
      return true;
    }
    POSIX.lastIndex = this.#at;
    const posix = POSIX.exec(this.#text);
    if (!posix) return false;
    if (!POSIX_NAMES.has(posix[1] ?? '')) throw new Problem('unknown character class');
    this.#at += posix[0].length;
    return true;
  }

  #range(): void {
    const low = this.#classRune();
    const isRange =
      this.#text.charAt(this.#at) === '-' && !['', ']'].includes(this.#text.charAt(this.#at + 1));
    if (!isRange) return;
    this.#at += 1;
    if (this.#classRune() < low) throw new Problem('a range of characters ends before it begins');
  }

  #classRune(): number {
    return this.#text.charAt(this.#at) === '\\' ? this.#escapedRune() : this.#rune();
  }
}

// Each of these patterns is tried at one place only, and its work is bounded by what it reads.
const COUNT = /\{(0|[1-9]\d*)(,)?(0|[1-9]\d*)?\}/y;
const NAME = /\?P?<(\w+)>/y;
const FLAGS = /\?(?:[imsU]*|[imsU]*-[imsU]+)([:)])/y;
const UNICODE_GROUP = /\\[pP](?:([A-Za-z])|\{\^?([A-Za-z_]{1,40})\})/y;
const OCTAL = /0[0-7]{0,2}|[1-7][0-7]{1,2}/y;
const HEXADECIMAL = /x(?:([0-9A-Fa-f]{2})|\{([0-9A-Fa-f]{1,8})\})/y;
const POSIX = /\[:\^?(\w{0,10}):\]/y;

const POSIX_NAMES: ReadonlySet<string> = new Set(
  'alnum alpha ascii blank cntrl digit graph lower print punct space upper word xdigit'.split(' '),
);
