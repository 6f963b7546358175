import type { AstNode } from './ast.ts';
import { forEachChild } from './child-keys.ts';
import { MAX_HEIGHT, MAX_NODES } from './limits.ts';
import { parseError } from './syntax-error.ts';

/**
 * Refuses a tree with more than MAX_NODES nodes or a path of more than MAX_HEIGHT. Goes down level by
 * level, without recursion, so that no tree is too deep for the check itself.
 * @throws query_too_complex at the node where the limit is crossed
 */
export function checkSize(text: string, root: AstNode): void {
  let level: readonly AstNode[] = [root];
  let nodes = 0;
  for (let height = 1; level.length > 0; height += 1) {
    nodes += level.length;
    if (nodes > MAX_NODES) throw tooLarge(text, level.at(MAX_NODES - nodes), `more than ${MAX_NODES} parts`);
    if (height > MAX_HEIGHT) {
      const what = `a chain of more than ${MAX_HEIGHT} operators or joins that build on each other`;
      throw tooLarge(text, level[0], what);
    }
    const below: AstNode[] = [];
    for (const node of level) forEachChild(node, (child) => below.push(child));
    level = below;
  }
}

function tooLarge(text: string, node: AstNode | undefined, what: string): Error {
  const span = node?.span ?? { start: 0, end: text.length };
  return parseError('query_too_complex', text, span, `The query has ${what}. Split it or make it smaller.`);
}
