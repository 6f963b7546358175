import { spelled } from '../src/adapters/engine/embedded/statement-shapes.ts';
import type { EngineToken } from '../src/adapters/engine/engine-tokens.ts';

/** A statement with `EXPRESSION` in place of what is made anew for each file, and the words of these expressions. */
export interface CutStatement {
  readonly tokens: readonly EngineToken[];
  readonly words: readonly string[];
}

/** What differs from file to file in a statement that reads the bucket: what it makes of columns, and settings. */
export function cutExpressions(tokens: readonly EngineToken[]): CutStatement {
  if (!tokens.some(({ text }, at) => text === 's3' && tokens[at + 1]?.text === '('))
    return { tokens, words: [] };
  const words = new Set<string>();
  const cut = (from: number, to: number): readonly EngineToken[] => {
    for (const { kind, text } of tokens.slice(from, to))
      if (kind === 'word' && text !== 'AS') words.add(/^c\d+$/.test(text) ? spelled(text) : text);
    return [EXPRESSION];
  };
  const result: EngineToken[] = [];
  for (let at = 0; at < tokens.length; ) {
    result.push(...tokens.slice(at, at + 1));
    at += 1;
    const end = endOfExpression(tokens, at);
    if (end === undefined) continue;
    result.push(...(end.isList ? [...OPEN_LIST, ...cut(at, end.at), ...CLOSE_LIST] : cut(at, end.at)));
    at = end.at;
  }
  return { tokens: result.map((token, at) => settingOf(result, at) ?? token), words: [...words] };
}

const EXPRESSION: EngineToken = { kind: 'word', text: 'EXPRESSION' };
const OPEN_LIST: readonly EngineToken[] = [
  { kind: 'word', text: 'REPEATED' },
  { kind: 'mark', text: '(' },
];
const CLOSE_LIST: readonly EngineToken[] = [
  { kind: 'word', text: 'AS' },
  { kind: 'parameter', text: '{nDIGITS:Identifier}' },
  { kind: 'mark', text: ')' },
];

/** Where the expression ends that begins at a token: a column of an import, or the columns of a page. */
function endOfExpression(
  tokens: readonly EngineToken[],
  at: number,
): { readonly at: number; readonly isList?: boolean } | undefined {
  const before = tokens
    .slice(Math.max(0, at - 3), at)
    .map(({ text }) => text)
    .join(' ');
  if (before === 'SELECT') {
    const from = endAt(tokens, at, ['FROM']);
    if (from === undefined) return undefined;
    if (tokens.slice(at, from).some(({ text }) => text.endsWith(':Identifier}')))
      return { at: from, isList: true };
    // The names that the rows of a file have are looked for in one row of counts.
    const isOfNames = ['FROM', '(', 'SELECT', 'raw', 'FROM', '('].every(
      (text, i) => tokens[from + i]?.text === text,
    );
    return isOfNames ? { at: from } : undefined;
  }
  const column = COLUMNS.find(({ behind }) => before.endsWith(behind));
  const end = column === undefined ? undefined : endAt(tokens, at, ['AS', column.name]);
  return end === undefined ? undefined : { at: end };
}

const COLUMNS = [
  { behind: 'SELECT row_number ,', name: 'line' },
  { behind: 'AS row_number ,', name: 'cells' },
  { behind: 'AS cells ,', name: 'raw' },
] as const;

/** The first place outside of brackets at which these words stand, unless FROM stands before it. */
function endAt(tokens: readonly EngineToken[], start: number, words: readonly string[]): number | undefined {
  let depth = 0;
  for (let at = start; at < tokens.length; at += 1) {
    const text = tokens[at]?.text ?? '';
    if (depth === 0 && words.every((word, i) => tokens[at + i]?.text === word)) return at;
    if (depth === 0 && text === 'FROM') return undefined;
    if (text === '(' || text === '[') depth += 1;
    if (text === ')' || text === ']') depth -= 1;
    if (depth < 0) return undefined;
  }
  return undefined;
}

const SETTING = /^(?:structure|compression_method|format_csv_\w+|input_format_csv_\w+)$/;

/** The hole for the value of a setting of a file. */
function settingOf(tokens: readonly EngineToken[], at: number): EngineToken | undefined {
  const { kind } = tokens[at] ?? {};
  if (tokens[at - 1]?.text !== '=' || !SETTING.test(tokens[at - 2]?.text ?? '')) return undefined;
  if (kind === 'text') return { kind, text: "'TEXT'" };
  return kind === 'number' ? { kind: 'word', text: 'NUMBER' } : undefined;
}
