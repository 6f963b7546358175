import { AppError } from '../../../base/errors.ts';

/** A parsed formula over the series A, B, C, ...: its value from one number per series. */
export type Formula = (values: readonly number[]) => number;

interface Token {
  readonly kind: 'number' | 'letter' | 'sign' | 'end';
  readonly text: string;
}

/** `12.5e3`, `A`, `**`, `(` */
const TOKEN = /\s*(?:(\d+\.?\d*(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?)|([A-Za-z]+)|(\*\*|[-+*/%()]))/y;

/** Most numbers, letters and signs of a formula: its evaluation goes one call deeper per operator of a chain. */
const MAX_TOKENS = 1_000;

/** Deepest nesting of a formula. */
const MAX_DEPTH = 50;

/**
 * Parses a formula of `+ - * / % **`, parentheses, numbers and the letters of the series (any case). `**` binds
 * tightest and to the right; division or modulo by zero gives 0.
 * @param seriesCount letters A.. that exist
 * @throws invalid_value naming what was found
 */
export function parseFormula(text: string, seriesCount: number, attr: string): Formula {
  return new FormulaParser(text, seriesCount, attr).parse();
}

class FormulaParser {
  readonly #text: string;
  readonly #seriesCount: number;
  readonly #attr: string;
  readonly #tokens: readonly Token[];
  #position = 0;
  #depth = 0;

  constructor(text: string, seriesCount: number, attr: string) {
    this.#text = text;
    this.#seriesCount = seriesCount;
    this.#attr = attr;
    this.#tokens = this.#readTokens();
  }

  parse(): Formula {
    const formula = this.#sum();
    if (this.#token.kind !== 'end') throw this.#unexpected('an operator or the end');
    return formula;
  }

  get #token(): Token {
    return this.#tokens[this.#position] ?? { kind: 'end', text: '' };
  }

  #readTokens(): readonly Token[] {
    const tokens: Token[] = [];
    let at = 0;
    const end = this.#text.trimEnd().length;
    while (at < end) {
      TOKEN.lastIndex = at;
      const match = TOKEN.exec(this.#text);
      if (!match) throw this.#problem(`unknown sign ${JSON.stringify(this.#text.slice(at).trim()[0])}`);
      const [whole, number, letter, sign = ''] = match;
      const kind = number !== undefined ? 'number' : letter !== undefined ? 'letter' : 'sign';
      tokens.push({ kind, text: number ?? letter ?? sign });
      at += whole.length;
      if (tokens.length > MAX_TOKENS) throw this.#problem(`it has more than ${MAX_TOKENS} signs`);
    }
    return tokens;
  }

  #accept(...signs: readonly string[]): string | undefined {
    const { kind, text } = this.#token;
    if (kind !== 'sign' || !signs.includes(text)) return undefined;
    this.#position += 1;
    return text;
  }

  #sum(): Formula {
    return this.#nested(() => this.#chain(['+', '-'], () => this.#product()));
  }

  #product(): Formula {
    return this.#chain(['*', '/', '%'], () => this.#signed());
  }

  #chain(signs: readonly string[], operand: () => Formula): Formula {
    let left = operand();
    for (let sign = this.#accept(...signs); sign !== undefined; sign = this.#accept(...signs)) {
      left = combine(sign, left, operand());
    }
    return left;
  }

  /** A sign binds weaker than `**`: `-A ** 2` is `-(A ** 2)`. */
  #signed(): Formula {
    const sign = this.#accept('+', '-');
    if (sign === undefined) return this.#power();
    const operand = this.#nested(() => this.#signed());
    return sign === '-' ? (values) => 0 - operand(values) : operand;
  }

  #power(): Formula {
    const base = this.#atom();
    if (this.#accept('**') === undefined) return base;
    const exponent = this.#nested(() => this.#signed());
    return combine('**', base, exponent);
  }

  #atom(): Formula {
    const { kind, text } = this.#token;
    if (kind === 'number') {
      this.#position += 1;
      const value = Number(text);
      return () => value;
    }
    if (kind === 'letter') return this.#letter(text);
    if (this.#accept('(') === undefined) throw this.#unexpected('a series letter, a number or "("');
    const inner = this.#sum();
    if (this.#accept(')') === undefined) throw this.#unexpected('")"');
    return inner;
  }

  #letter(text: string): Formula {
    const index = text.length === 1 ? text.toUpperCase().charCodeAt(0) - 65 : -1;
    if (index < 0 || index >= this.#seriesCount) {
      const last = String.fromCharCode(64 + Math.min(this.#seriesCount, 26));
      throw this.#problem(`unknown name ${JSON.stringify(text)}; the series are A to ${last}`);
    }
    this.#position += 1;
    return (values) => values[index] ?? 0;
  }

  #nested(parse: () => Formula): Formula {
    if (this.#depth >= MAX_DEPTH) throw this.#problem(`it is nested deeper than ${MAX_DEPTH}`);
    this.#depth += 1;
    const formula = parse();
    this.#depth -= 1;
    return formula;
  }

  #unexpected(expected: string): AppError {
    const { kind, text } = this.#token;
    return this.#problem(
      `found ${kind === 'end' ? 'the end' : JSON.stringify(text)} where ${expected} was expected`,
    );
  }

  #problem(reason: string): AppError {
    return new AppError('invalid_value', `Invalid formula ${JSON.stringify(this.#text)}: ${reason}.`, {
      attr: this.#attr,
    });
  }
}

function combine(sign: string, left: Formula, right: Formula): Formula {
  return (values) => finite(OPERATIONS[sign]?.(left(values), right(values)) ?? 0);
}

const OPERATIONS: Readonly<Record<string, (left: number, right: number) => number>> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': (left, right) => (right === 0 ? 0 : left / right),
  // The sign follows the divisor: -1 % 3 is 2.
  '%': (left, right) => (right === 0 ? 0 : left - right * Math.floor(left / right)),
  '**': (left, right) => left ** right,
};

/**
 * The number, or 0 where it is not finite (a root of a negative number, an overflow): such a value counts as missing.
 */
function finite(value: number): number {
  return Number.isFinite(value) ? value : 0;
}
