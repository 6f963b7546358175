import { spelled } from '../src/adapters/engine/embedded/statement-shapes.ts';
import { type EngineToken, readEngineTokens } from '../src/adapters/engine/engine-tokens.ts';
import { cutExpressions } from './cut-expressions.ts';
import { recordStatements, SAMPLE_ID, SAMPLE_NUMBER, SAMPLE_TEXT } from './record-statements.ts';

const INTRODUCTION = `/**
 * Statements that services send as writer, as shapes (\`statement-shapes.ts\`): all that an engine process takes from a
 * network. Made by \`node scripts/write-writer-shapes.ts\` of what the functions of \`statements\` and \`ddl\` send.
 */`;

/** The text of `writer-shapes.ts`: what the functions of the service send to an engine that others share. */
export async function writerShapesText(): Promise<string> {
  const { statements, settings } = await recordStatements();
  const cut = statements.flatMap((sql) => tokensOf(sql) ?? []).map(cutExpressions);
  const shapes = new Set(cut.map(({ tokens }) => printed(repeatedOnce(tokens.map(holeOf)))));
  const words = new Set(cut.flatMap((each) => each.words));
  return `${[
    INTRODUCTION,
    listText('WRITER_SHAPES', [...shapes].sort()),
    '',
    '/** Settings that come with these statements, besides those that come with every query. */',
    listText('WRITER_SETTINGS', settings),
    '',
    '/** Words of which expressions in these statements are made. */',
    listText('EXPRESSION_WORDS', [...words].sort()),
  ].join('\n')}\n`;
}

function listText(name: string, texts: readonly string[]): string {
  const head = `export const ${name}: readonly string[] = [`;
  return texts.length === 0
    ? `${head}];`
    : [head, ...texts.map((text) => `  ${literal(text)},`), '];'].join('\n');
}

/** As the formatter writes a text. */
function literal(text: string): string {
  const [singles, doubles] = ["'", '"'].map((quote) => text.split(quote).length - 1);
  const quote = Number(singles) > Number(doubles) ? '"' : "'";
  return quote + text.replaceAll('\\', '\\\\').replaceAll(quote, `\\${quote}`) + quote;
}

/** The tokens of a statement that was sent with sample values; null for one that no engine takes from a network. */
function tokensOf(sql: string): readonly (readonly EngineToken[])[] | null {
  const tokens = readEngineTokens(sql);
  if (tokens === undefined) throw new Error(`not made of known tokens: ${sql}`);
  return tokens.some((token, at) => token.text === 'file' && tokens[at + 1]?.text === '(') ? null : [tokens];
}

/** Names of tables and columns that are made at random or of a hash. */
const GENERATED = /[0-9a-f]{32}|^property_[0-9a-f]{16}$/;

/** What stands for a token: the token itself, or what it is a sample of. */
function holeOf(token: EngineToken): EngineToken {
  const { kind, text } = token;
  const isSample = [String(SAMPLE_NUMBER), SAMPLE_ID.replaceAll('-', ''), SAMPLE_TEXT].some((each) =>
    text.includes(each),
  );
  if (kind === 'number') return isSample ? { kind: 'word', text: 'NUMBER' } : token;
  if (kind === 'text' && text.includes(SAMPLE_TEXT)) return { kind, text: `'${SAMPLE_TEXT}'` };
  return isSample || GENERATED.test(text) ? { kind, text: spelled(text) } : token;
}

/** Two parts of a list that differ in numbers alone, one of them a sample, stand for a list of any length. */
function repeatedOnce(tokens: readonly EngineToken[]): readonly EngineToken[] {
  for (let length = Math.floor((tokens.length - 1) / 2); length > 0; length -= 1)
    for (let start = 0; start + 2 * length < tokens.length; start += 1) {
      if (tokens[start + length]?.text !== ',') continue;
      const first = tokens.slice(start, start + length);
      const merged = mergedItem(first, tokens.slice(start + length + 1, start + 2 * length + 1));
      if (merged === null) continue;
      const rest = tokens.slice(start + 2 * length + 1);
      const item = [...REPEATED, ...repeatedOnce(merged), CLOSE];
      return [...tokens.slice(0, start), ...item, ...repeatedOnce(rest)];
    }
  return tokens;
}

const REPEATED: readonly EngineToken[] = [
  { kind: 'word', text: 'REPEATED' },
  { kind: 'mark', text: '(' },
];
const CLOSE: EngineToken = { kind: 'mark', text: ')' };
const HOLE = /\b(?:NUMBER|TEXT)\b|(?:HEX|DIGITS)/;

function mergedItem(
  first: readonly EngineToken[],
  second: readonly EngineToken[],
): readonly EngineToken[] | null {
  if (!isBalanced(first) || !first.some(({ text }) => HOLE.test(text))) return null;
  const merged = first.map((token, at) => {
    const other = second[at];
    if (other === undefined || other.kind !== token.kind) return null;
    if (other.text === token.text) return token;
    if (token.kind === 'number') return { kind: 'word', text: 'NUMBER' } as const;
    const isName =
      token.kind !== 'text' && token.kind !== 'mark' && spelled(token.text) === spelled(other.text);
    return isName ? { kind: token.kind, text: spelled(token.text) } : null;
  });
  return merged.every((token) => token !== null) ? merged : null;
}

function isBalanced(tokens: readonly EngineToken[]): boolean {
  let depth = 0;
  for (const { kind, text } of tokens) {
    if (kind !== 'mark') continue;
    if (text === '(' || text === '[') depth += 1;
    if (text === ')' || text === ']') depth -= 1;
    if (depth < 0) return false;
  }
  return depth === 0;
}

/** One line that is read as the same tokens again. */
function printed(tokens: readonly EngineToken[]): string {
  let text = '';
  for (const [at, token] of tokens.entries()) {
    const before = tokens[at - 1];
    const isClose =
      before === undefined ||
      isOneOf(token, ')],.') ||
      isOneOf(before, '([.') ||
      (isOneOf(token, '([') && before.kind === 'word' && /[a-z]/.test(before.text));
    text += `${isClose ? '' : ' '}${token.kind === 'quoted' ? `\`${token.text}\`` : token.text}`;
  }
  if (JSON.stringify(readEngineTokens(text)) !== JSON.stringify(tokens))
    throw new Error(`printed as other tokens: ${text}`);
  return text;
}

function isOneOf({ kind, text }: EngineToken, marks: string): boolean {
  return kind === 'mark' && text.length === 1 && marks.includes(text);
}
