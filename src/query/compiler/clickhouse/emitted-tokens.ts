/** Tokens of printed SQL. Anything that the printer never prints is `refused`. */
export interface EmittedToken {
  readonly kind: 'word' | 'number' | 'text' | 'parameter' | 'symbol' | 'refused';
  readonly text: string;
}

/** Everything but blanks: `count`, `1.5`, `'UTC'`, `{p0:UInt8}`, `<=`, else one character. */
const TOKEN =
  /[A-Za-z_][A-Za-z0-9_]*|\d+(?:\.\d+)?|'(?:[^'\\]|\\.)*'|\{[a-z]+\d*:[A-Za-z0-9_(), ']+\}|->|<=|>=|!=|[^ \n]/g;

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_';

/** What each alternative of TOKEN is, by its first character. */
const KINDS: ReadonlyMap<string, EmittedToken['kind']> = new Map([
  ...[...LETTERS].map((first) => [first, 'word'] as const),
  ...[...'0123456789'].map((first) => [first, 'number'] as const),
  ...[...'-<>!(),.=*+/%[]'].map((first) => [first, 'symbol'] as const),
  ["'", 'text'],
  ['{', 'parameter'],
]);

/** First characters that mean nothing alone: a text without end, a brace without parameter. */
const UNFINISHED: ReadonlySet<string> = new Set(["'", '{', '!']);

/** Splits printed SQL. Comments, semicolons, back-ticks, double quotes and unclosed texts come out as `refused`. */
export function emittedTokens(sql: string): readonly EmittedToken[] {
  return (sql.match(TOKEN) ?? []).map((text) => ({ kind: kindOf(text), text }));
}

function kindOf(text: string): EmittedToken['kind'] {
  return UNFINISHED.has(text) ? 'refused' : (KINDS.get(text.charAt(0)) ?? 'refused');
}
