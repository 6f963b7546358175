import type { Expr } from '../../language/ast.ts';
import { printExpression } from '../../language/print-hogql.ts';
import type { CompileContext } from '../compile-context.ts';

/**
 * The name of a column without alias: the last name of a field (`timestamp`, `email` of `person.properties.email`),
 * the keys of a deeper property (`a__b`), else the expression as the user wrote it.
 */
export function outputLabel(node: Expr, context: CompileContext): string {
  if (node.kind === 'Field') {
    const at = node.chain.indexOf('properties');
    return at === -1 || at === node.chain.length - 1
      ? (node.chain.at(-1) ?? '')
      : node.chain.slice(at + 1).join('__');
  }
  const text = node.span?.member?.text ?? context.text;
  if (text !== undefined && node.span) return text.slice(node.span.start, node.span.end);
  return printExpression(node);
}
