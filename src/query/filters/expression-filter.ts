import type { AstNode, Expr } from '../language/ast.ts';
import { findNode } from '../language/visit.ts';
import { invalidFilter } from './filter-value.ts';
import { parsePart } from './parse-part.ts';
import { withoutEventsName } from './without-events-name.ts';

/** What an expression of a caller may not hold, because it may read only the rows that the query itself reads. */
export const REFUSED_OF_CALLERS: Partial<Record<AstNode['kind'], string>> = {
  SelectQuery: 'sub-selects',
  SelectSetQuery: 'sub-selects',
  WindowFunction: 'window functions',
  Placeholder: 'placeholders',
};

/**
 * The condition of a hogql filter.
 * @throws the codes of the SQL dialect; invalid_filter for what such a filter may not hold
 */
export function expressionCondition(
  text: string,
  { fromCaller = false, ofInsight = false }: { readonly fromCaller?: boolean; readonly ofInsight?: boolean },
  attr: string,
): Expr {
  const expr = parsePart(text, attr);
  if (findNode(expr, ({ kind }) => kind === 'Placeholder')) {
    throw invalidFilter('Placeholders are not allowed in a filter.', attr);
  }
  const refused = fromCaller ? findNode(expr, ({ kind }) => kind in REFUSED_OF_CALLERS) : undefined;
  if (refused) throw invalidFilter(`No ${REFUSED_OF_CALLERS[refused.kind]} are allowed here.`, attr);
  return ofInsight ? withoutEventsName(expr) : expr;
}
