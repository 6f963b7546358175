import { type EngineToken, readEngineTokens } from '../engine-tokens.ts';

/**
 * A closed list of statements. A shape is the text of a statement in which words in capitals stand for what differs
 * from one statement to the next: `NUMBER` a number, `'TEXT'` a text, `NAMES` names with commas between them,
 * `REPEATED(...)` what it holds once or more often, with commas, `EXPRESSION` an expression of known words; and in a
 * name or text `DIGITS`, `HEX` (32 digits) and `HALFHEX` (16). All other words, texts and marks stand for themselves.
 */
export class StatementShapes {
  readonly #shapes: readonly (readonly Part[])[];
  readonly #words: ReadonlySet<string>;

  /** @param words of which expressions are made */
  constructor(shapes: readonly string[], words: readonly string[]) {
    this.#shapes = shapes.map((shape) => partsOf(readEngineTokens(shape) ?? []));
    this.#words = new Set(words);
  }

  /** True for a statement of the list. */
  has(sql: string): boolean {
    const tokens = readEngineTokens(sql);
    if (tokens === undefined) return false;
    return this.#shapes.some((parts) => endOf(parts, { tokens, words: this.#words }, 0) === tokens.length);
  }
}

type Part =
  | { readonly kind: 'token'; readonly token: EngineToken }
  | { readonly kind: 'names' | 'expression' }
  | { readonly kind: 'repeated'; readonly parts: readonly Part[] };

function partsOf(tokens: readonly EngineToken[]): readonly Part[] {
  const parts: Part[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (token === undefined) break;
    if (isWord(token, 'REPEATED')) {
      const end = closingBracket(tokens, at + 1);
      parts.push({ kind: 'repeated', parts: partsOf(tokens.slice(at + 2, end)) });
      at = end;
    } else if (isWord(token, 'NAMES')) parts.push({ kind: 'names' });
    else if (isWord(token, 'EXPRESSION')) parts.push({ kind: 'expression' });
    else parts.push({ kind: 'token', token });
  }
  return parts;
}

/** Where the bracket closes that opens at `at`; behind the last token when it does not. */
function closingBracket(tokens: readonly EngineToken[], at: number): number {
  let depth = 0;
  for (let each = at; each < tokens.length; each += 1) {
    depth += depthOf(tokens[each]);
    if (depth === 0) return each;
  }
  return tokens.length;
}

interface Statement {
  readonly tokens: readonly EngineToken[];
  readonly words: ReadonlySet<string>;
}

const NOWHERE = -1;

/** Where the parts end that begin at a token of the statement; -1 when something else stands there. */
function endOf(parts: readonly Part[], statement: Statement, start: number): number {
  let at = start;
  for (const part of parts) {
    at = endOfPart(part, statement, at);
    if (at === NOWHERE) break;
  }
  return at;
}

function endOfPart(part: Part, statement: Statement, at: number): number {
  switch (part.kind) {
    case 'token':
      return stands(part.token, statement.tokens[at]) ? at + 1 : NOWHERE;
    case 'names':
      return endOfList(statement, at, (from) =>
        statement.tokens[from]?.kind === 'word' ? from + 1 : NOWHERE,
      );
    case 'repeated':
      return endOfList(statement, at, (from) => endOf(part.parts, statement, from));
    case 'expression':
      return endOfExpression(statement, at);
  }
}

function endOfList({ tokens }: Statement, start: number, endOfItem: (at: number) => number): number {
  let at = endOfItem(start);
  while (at !== NOWHERE && isMark(tokens[at], ',')) {
    const next = endOfItem(at + 1);
    if (next === NOWHERE) break;
    at = next;
  }
  return at;
}

/** The longest run of known words, values and marks in which every bracket that opens closes. */
function endOfExpression({ tokens, words }: Statement, start: number): number {
  let depth = 0;
  let end = NOWHERE;
  for (let at = start; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (token === undefined || token.kind === 'quoted') break;
    if (token.kind === 'word' && !words.has(spelled(token.text)) && !words.has(token.text)) break;
    depth += depthOf(token);
    if (depth < 0) break;
    if (depth === 0) end = at + 1;
  }
  return end;
}

function depthOf(token: EngineToken | undefined): number {
  if (isMark(token, '(') || isMark(token, '[')) return 1;
  return isMark(token, ')') || isMark(token, ']') ? -1 : 0;
}

/** Whether a token of a statement is what the shape says. */
function stands(shape: EngineToken, token: EngineToken | undefined): boolean {
  if (token === undefined) return false;
  if (isWord(shape, 'NUMBER')) return token.kind === 'number';
  if (shape.kind !== token.kind) return false;
  if (shape.text === token.text) return true;
  if (shape.kind === 'text' && shape.text === "'TEXT'") return true;
  return shape.kind !== 'mark' && shape.text === spelled(token.text);
}

/** `import_0f...9a_lines` → `import_HEX_lines`, `{k_12:String}` → `{k_DIGITS:String}` */
export function spelled(name: string): string {
  return name
    .replaceAll(/(?<![0-9a-f])[0-9a-f]{32}(?![0-9a-f])/g, 'HEX')
    .replaceAll(/(?<![0-9a-f])[0-9a-f]{16}(?![0-9a-f])/g, 'HALFHEX')
    .replaceAll(/\d+/g, 'DIGITS');
}

function isWord(token: EngineToken | undefined, text: string): boolean {
  return token?.kind === 'word' && token.text === text;
}

function isMark(token: EngineToken | undefined, text: string): boolean {
  return token?.kind === 'mark' && token.text === text;
}
