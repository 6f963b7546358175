/** Tokens of printed SQL. Anything that the printer never prints is `refused`. */
export interface EmittedToken {
  readonly kind: 'word' | 'number' | 'text' | 'parameter' | 'symbol' | 'refused';
  readonly text: string;
}

/** Kinds by the number of their group in TOKEN, from 1 on. */
const KINDS = ['word', 'symbol', 'parameter', 'number', 'text', 'refused'] as const;

/** White space, then one token: `count`, `<=`, `{p0:UInt8}`, `1.5`, `'UTC'`, anything else. */
const TOKEN =
  /[ \n]*(?:([A-Za-z_][A-Za-z0-9_]*)|(->|<=|>=|!=|[(),.=<>*+\-/%[\]])|(\{[a-z]+\d*:[A-Za-z0-9_(), ']+\})|(\d+(?:\.\d+)?)|('(?:[^'\\]|\\.)*')|([\s\S]))/y;

/** Splits printed SQL. Comments, semicolons, back-ticks, double quotes and unclosed texts come out as `refused`. */
export function emittedTokens(sql: string): readonly EmittedToken[] {
  const tokens: EmittedToken[] = [];
  TOKEN.lastIndex = 0;
  for (let match = TOKEN.exec(sql); match; match = TOKEN.exec(sql)) {
    const group = KINDS.findIndex((_, at) => match[at + 1] !== undefined);
    tokens.push({ kind: KINDS[group] ?? 'refused', text: match[group + 1] ?? '' });
  }
  return tokens;
}
