import type { Expr } from './ast.ts';
import { parseText } from './parse-literal.ts';
import type { TokenCursor } from './token-cursor.ts';

/** `f'a{x}b'` is the call `concat('a', x, 'b')`; with one part it is that part, with none the empty text. */
export function parseTemplate(cursor: TokenCursor): Expr {
  const start = cursor.take();
  const parts: Expr[] = [];
  while (cursor.token.kind !== 'template-end') {
    if (cursor.token.kind === 'template-text') {
      parts.push(parseText(cursor));
      continue;
    }
    const open = cursor.expect('{', 'in the template string');
    parts.push(cursor.grammar.expression(cursor));
    cursor.close(open, '}');
  }
  cursor.take();
  const span = cursor.spanFrom(start);
  const [first, ...rest] = parts;
  if (first === undefined) return { kind: 'Constant', value: '', span };
  return rest.length === 0 ? first : { kind: 'Call', name: 'concat', args: parts, span };
}
