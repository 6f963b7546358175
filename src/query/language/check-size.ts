import type { AstNode } from './ast.ts';
import { childrenOf } from './child-keys.ts';
import { MAX_HEIGHT, MAX_NODES } from './limits.ts';
import { parseError } from './syntax-error.ts';

/**
 * Refuses a tree with more than MAX_NODES nodes or a path of more than MAX_HEIGHT. Walks without recursion, so that
 * no tree is too deep for the check itself.
 * @throws query_too_complex at the node where the limit is crossed
 */
export function checkSize(text: string, root: AstNode): void {
  const open: { readonly node: AstNode; readonly height: number }[] = [{ node: root, height: 1 }];
  let nodes = 0;
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    nodes += 1;
    if (nodes > MAX_NODES) throw tooLarge(text, next.node, `more than ${MAX_NODES} parts`);
    if (next.height > MAX_HEIGHT) {
      throw tooLarge(
        text,
        next.node,
        `a chain of more than ${MAX_HEIGHT} operators or joins that build on each other`,
      );
    }
    for (const node of childrenOf(next.node)) open.push({ node, height: next.height + 1 });
  }
}

function tooLarge(text: string, node: AstNode, what: string): Error {
  const span = node.span ?? { start: 0, end: text.length };
  return parseError('query_too_complex', text, span, `The query has ${what}. Split it or make it smaller.`);
}
