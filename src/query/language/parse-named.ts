import type { Expr } from './ast.ts';
import { parseCall } from './parse-call.ts';
import { parseSpecialCall } from './parse-special-call.ts';
import { parseStar } from './parse-star.ts';
import type { TokenCursor } from './token-cursor.ts';

/** What begins with a name: a call, `table.*`, or a dotted field. */
export function parseNamed(cursor: TokenCursor): Expr {
  const start = cursor.token;
  if (cursor.peek(1).key === '(') return parseSpecialCall(cursor) ?? parseCall(cursor);
  const chain = [cursor.name('a name').text];
  while (cursor.at('.') && cursor.peek(1).kind !== 'number') {
    cursor.take();
    if (cursor.at('*')) return parseStar(cursor, chain, start);
    chain.push(cursor.member().text);
  }
  return { kind: 'Field', chain, span: cursor.spanFrom(start) };
}
