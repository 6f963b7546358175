import { findExpanded } from '../catalog/functions/expanded-functions.ts';
import type { AstNode, Expr } from '../language/ast.ts';
import { findNode } from '../language/visit.ts';
import { invalidFilter } from './filter-value.ts';
import { parsePart } from './parse-part.ts';
import { withoutEventsName } from './without-events-name.ts';

/** What an expression of a caller may not hold, because it may read only the rows that the query itself reads. */
const REFUSED_OF_CALLERS: Partial<Record<AstNode['kind'], string>> = {
  SelectQuery: 'sub-selects',
  SelectSetQuery: 'sub-selects',
  WindowFunction: 'window functions',
  Placeholder: 'placeholders',
};

/** What of an expression a caller may not send, in words; undefined when it may send all of it. */
export function refusedOfCallers(expr: Expr): string | undefined {
  const found = findNode(expr, (node) => refusedWords(node) !== undefined);
  return found && refusedWords(found);
}

function refusedWords(node: AstNode): string | undefined {
  if (node.kind === 'Call' && findExpanded(node.name)?.hasSelect) return REFUSED_OF_CALLERS.SelectQuery;
  return REFUSED_OF_CALLERS[node.kind];
}

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
  const refused = fromCaller ? refusedOfCallers(expr) : undefined;
  if (refused !== undefined) throw invalidFilter(`No ${refused} are allowed here.`, attr);
  return ofInsight ? withoutEventsName(expr) : expr;
}
