/** A piece of an engine text. The text of `name`, a quoted or bare identifier, is without quotes. */
export interface EngineToken {
  readonly kind: 'word' | 'quoted' | 'text' | 'number' | 'parameter' | 'mark';
  readonly text: string;
}

/**
 * Splits a text for the engine into tokens.
 * @returns undefined when the text holds anything that the compiler never prints: comments, semicolons, `$`, `?`, `@`,
 * braces that are no parameter, characters outside ASCII outside of quotes, an open quote, a quoted
 * name with a backslash
 */
export function readEngineTokens(sql: string): readonly EngineToken[] | undefined {
  const tokens: EngineToken[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < sql.length) {
    const groups = TOKEN.exec(sql)?.groups;
    if (groups === undefined || groups['comment'] !== undefined) return undefined;
    const token = tokenOf(groups);
    if (token !== undefined) tokens.push(token);
  }
  return tokens;
}

/**
 * One token at a time; comments before marks, because `--` and `/*` are also two marks.
 * Quoted: `a``b`, "a""b", 'it''s'. No name holds a backslash: the engine reads "syst\x65m" as
 * system. Numbers: 1, 1.5e-3, 0xff. Parameters: {v_1:Array(Nullable(String))}
 */
const TOKEN = new RegExp(
  [
    String.raw`(?<space>[ \t\r\n]+)`,
    String.raw`(?<comment>--|/\*|#)`,
    String.raw`(?<text>'(?:[^'\\]|\\[\s\S]|'')*')`,
    '(?<backtick>`(?:[^`\\\\]|``)*`)',
    String.raw`(?<quoted>"(?:[^"\\]|"")*")`,
    String.raw`(?<parameter>\{[A-Za-z_]\w*:[A-Za-z0-9_(), '/+-]+\})`,
    String.raw`(?<number>(?:0[xX][0-9a-fA-F]+|\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?(?![\w$]))`,
    String.raw`(?<word>[A-Za-z_]\w*)`,
    String.raw`(?<mark>->|::|\|\||<=>|<=|>=|<>|!=|==|[-+*/%=<>()[\],.:])`,
  ].join('|'),
  'y',
);

function tokenOf(groups: Readonly<Record<string, string | undefined>>): EngineToken | undefined {
  const quoted = groups['backtick'] ?? groups['quoted'];
  if (quoted !== undefined) return { kind: 'quoted', text: unquote(quoted) };
  for (const kind of ['word', 'text', 'number', 'parameter', 'mark'] as const) {
    const text = groups[kind];
    if (text !== undefined) return { kind, text };
  }
  return undefined;
}

/** Resolves escapes that could spell a name in another way. */
function unquote(quoted: string): string {
  const quote = quoted[0] ?? '';
  return quoted.slice(1, -1).replaceAll(quote + quote, quote);
}
