import type { SentByServices } from '../src/adapters/engine/embedded/sent-by-services.ts';
import { spelled } from '../src/adapters/engine/embedded/statement-shapes.ts';
import { type EngineToken, readEngineTokens } from '../src/adapters/engine/engine-tokens.ts';
import { cutExpressions } from './cut-expressions.ts';
import {
  ANSWER_FORMATS,
  recordStatements,
  SAMPLE_ID,
  SAMPLE_NUMBER,
  SAMPLE_TEXT,
} from './record-statements.ts';

const INTRODUCTION = `/**
 * What services of this build send to an engine: all that an engine process takes from a network, besides what earlier
 * builds send (\`earlier-shapes.ts\`). Made by \`node scripts/write-writer-shapes.ts\` of what the functions of
 * \`statements\` and \`ddl\` send.
 */`;

/** What services send to an engine that others share. */
export async function recordShapes(): Promise<SentByServices> {
  const { statements, settings } = await recordStatements();
  const cut = statements.flatMap((sql) => tokensOf(sql) ?? []).map(cutExpressions);
  const sorted = (texts: Iterable<string>) => [...new Set(texts)].sort();
  return {
    shapes: sorted(cut.map(({ tokens }) => printed(repeatedOnce(tokens.map(holeOf))))),
    words: sorted(cut.flatMap((each) => each.words)),
    settings: sorted(settings),
    formats: sorted(ANSWER_FORMATS),
  };
}

/** The text of `writer-shapes.ts`. */
export function writerShapesText(sent: SentByServices): string {
  const members = Object.entries(ABOUT).map(([name, about]) => {
    const texts = sent[name as keyof SentByServices];
    return `  /** ${about} */\n${listText(name, texts, '  ')}`;
  });
  const head = `import type { SentByServices } from './sent-by-services.ts';\n\n${INTRODUCTION}`;
  return [head, 'export const WRITER_SHAPES: SentByServices = {', ...members, '};', ''].join('\n');
}

const ABOUT: Readonly<Record<keyof SentByServices, string>> = {
  shapes: 'Statements of a writer, as shapes (`statement-shapes.ts`).',
  words: 'Words of which expressions in these statements are made.',
  settings: 'Settings that come with statements. Others may name files, hosts and ways around limits.',
  formats: 'How services want to be answered; empty for an INSERT whose rows follow.',
};

/** A member of an object with its texts, one a line. */
export function listText(name: string, texts: readonly string[], indent: string): string {
  if (texts.length === 0) return `${indent}${name}: [],`;
  return [`${indent}${name}: [`, ...texts.map((text) => `${indent}  ${literal(text)},`), `${indent}],`].join(
    '\n',
  );
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
