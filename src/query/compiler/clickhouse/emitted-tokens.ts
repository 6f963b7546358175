/** Tokens of printed SQL. Anything that the printer never prints is `refused`. */
export interface EmittedToken {
  readonly kind: 'word' | 'number' | 'text' | 'parameter' | 'symbol' | 'refused';
  readonly text: string;
}

/** Everything but blanks: `count`, `1.5`, `'UTC'`, `{p0:UInt8}`, `<=`, else one character. */
const TOKEN =
  /[A-Za-z_][A-Za-z0-9_]*|\d+(?:\.\d+)?|'(?:[^'\\]|\\.)*'|\{[a-z]+\d*:[A-Za-z0-9_(), ']+\}|->|<=|>=|!=|[^ \n]/g;

const SYMBOLS = new Set('-> <= >= != ( ) , . = < > * + - / % [ ]'.split(' '));

/** Splits printed SQL. Comments, semicolons, back-ticks, double quotes and unclosed texts come out as `refused`. */
export function emittedTokens(sql: string): readonly EmittedToken[] {
  return (sql.match(TOKEN) ?? []).map((text) => ({ kind: kindOf(text), text }));
}

/** The alternative of TOKEN that matched: each begins in its own way, and one character alone closes nothing. */
function kindOf(text: string): EmittedToken['kind'] {
  if (SYMBOLS.has(text)) return 'symbol';
  const first = text.charAt(0);
  if (first === "'" && text.length > 1) return 'text';
  if (first === '{' && text.length > 1) return 'parameter';
  if (first >= '0' && first <= '9') return 'number';
  return WORD_START.test(first) ? 'word' : 'refused';
}

const WORD_START = /[A-Za-z_]/;
