import type { Expr } from './ast.ts';
import { parseList, type TokenCursor } from './token-cursor.ts';

/** True at `x -> …`, `(x, y) -> …` and `lambda x, y: …`. */
export function atLambda(cursor: TokenCursor): boolean {
  const { kind, key } = cursor.token;
  if (kind === 'word' || kind === 'name') {
    if (cursor.peek(1).key === '->') return true;
    return key === 'LAMBDA' && [':', ','].includes(cursor.peek(2).key) && isName(cursor, 1);
  }
  const close = key === '(' ? cursor.distanceToPartner() : undefined;
  return close !== undefined && cursor.peek(close + 1).key === '->';
}

function isName(cursor: TokenCursor, distance: number): boolean {
  const { kind } = cursor.peek(distance);
  return kind === 'word' || kind === 'name';
}

/** An anonymous function; its body reaches as far right as possible. */
export function parseLambda(cursor: TokenCursor): Expr {
  const start = cursor.token;
  const args = start.key === '(' ? parseBracketedNames(cursor) : parseNames(cursor);
  if (cursor.at('{') && STATEMENT_WORDS.has(cursor.peek(1).key)) {
    throw cursor.unsupported(cursor.peek(1), 'A block of statements', 'Write the result as one expression.');
  }
  const expr = cursor.grammar.expression(cursor);
  return { kind: 'Lambda', args, expr, span: cursor.spanFrom(start) };
}

/** Words that begin a statement of the Hog language. */
const STATEMENT_WORDS: ReadonlySet<string> = new Set('RETURN LET FN FUN WHILE THROW TRY'.split(' '));

function parseBracketedNames(cursor: TokenCursor): readonly string[] {
  const open = cursor.take();
  const atEnd = () => cursor.at(')');
  const names = atEnd() ? [] : parseList(cursor, () => cursor.name('a parameter').text, atEnd);
  cursor.close(open, ')');
  cursor.expect('->', 'after the parameters');
  return names;
}

function parseNames(cursor: TokenCursor): readonly string[] {
  if (cursor.peek(1).key === '->') {
    const name = cursor.name('a parameter').text;
    cursor.take();
    return [name];
  }
  cursor.take();
  const names = parseList(cursor, () => cursor.name('a parameter').text);
  cursor.expect(':', 'after the parameters of lambda');
  return names;
}
