/** What tokens of printed SQL are. Anything that the printer never prints is `refused`. */
type TokenKind = 'word' | 'number' | 'text' | 'parameter' | 'symbol' | 'refused';

/** Matches one token, which is anything but blanks: `count`, `1.5`, `'UTC'`, `{p0:UInt8}`, `<=`, else one character. */
const TOKEN =
  /[A-Za-z_][A-Za-z0-9_]*|\d+(?:\.\d+)?|'(?:[^'\\]|\\.)*'|\{[a-z]+\d*:[A-Za-z0-9_(), ']+\}|->|<=|>=|!=|[^ \n]/g;

/** The kind of a token by the code of its first character, which tells the alternatives of TOKEN apart. */
const KINDS: readonly (TokenKind | undefined)[] = Array.from({ length: 128 }, (_, code) =>
  kindByFirst(String.fromCharCode(code)),
);

function kindByFirst(first: string): TokenKind | undefined {
  if (/[A-Za-z_]/.test(first)) return 'word';
  if (/\d/.test(first)) return 'number';
  if ('-<>!(),.=*+/%[]'.includes(first)) return 'symbol';
  if (first === "'") return 'text';
  return first === '{' ? 'parameter' : undefined;
}

/** Characters that never make a token alone: they begin a text or a parameter that has no end, or the rest of `!=`. */
const UNFINISHED = "'{!";

/** Splits printed SQL. Comments, semicolons, back-ticks, double quotes and unclosed texts come out as `refused`. */
export function emittedTokens(sql: string): readonly string[] {
  return sql.match(TOKEN) ?? [];
}

/** What a token of `emittedTokens` is. */
export function kindOfToken(token: string): TokenKind {
  if (token.length === 1 && UNFINISHED.includes(token)) return 'refused';
  return KINDS[token.charCodeAt(0)] ?? 'refused';
}
