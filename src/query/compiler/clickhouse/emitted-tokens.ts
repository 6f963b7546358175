/** Tokens of printed SQL. Anything that the printer never prints is `refused`. */
export interface EmittedToken {
  readonly kind: 'word' | 'number' | 'text' | 'parameter' | 'symbol' | 'refused';
  readonly text: string;
}

const TOKEN =
  /\s+|(?<word>[A-Za-z_][A-Za-z0-9_]*)|(?<number>\d+(?:\.\d+)?)|(?<text>'(?:[^'\\]|\\.)*')|(?<parameter>\{[a-z]+\d*:[A-Za-z0-9_(), ']+\})|(?<symbol>->|<=|>=|!=|[(),.=<>*+\-/%[\]])|(?<refused>[\s\S])/gy;

/** Splits printed SQL. Comments, semicolons, back-ticks, double quotes and unclosed texts come out as `refused`. */
export function emittedTokens(sql: string): readonly EmittedToken[] {
  const tokens: EmittedToken[] = [];
  for (const match of sql.matchAll(TOKEN)) {
    for (const kind of ['word', 'number', 'text', 'parameter', 'symbol', 'refused'] as const) {
      const text = match.groups?.[kind];
      if (text !== undefined) tokens.push({ kind, text });
    }
  }
  return tokens;
}
