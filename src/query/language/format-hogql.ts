import type { Expr, SelectStatement } from './ast.ts';
import { formatItems, type KeptPart } from './format-items.ts';
import { layOutStatement } from './lay-out.ts';
import { parseSelect } from './parse.ts';
import { printHogql } from './print-hogql.ts';
import { visit } from './visit.ts';

/**
 * A query in the layout of the house: a clause a line, words of the grammar in upper case, what is longer than a line
 * broken at commas and conditions. Comments stay, and so do expressions that name their column by their text. The
 * result means the same; a text that cannot be laid out so stays as it is. Formatting the result changes nothing.
 * Linear in the length of the text, but for brackets in brackets, which are at most 64.
 * @throws AppError as `parseSelect`
 */
export function formatHogql(text: string): string {
  const parsed = parseSelect(text);
  const formatted = layOutStatement(formatItems(text, namingParts(parsed)));
  return isSame(parsed, text, formatted) ? formatted : text.trim();
}

/** Expressions of SELECT lists whose text is the name of their column. The outermost of each. */
function namingParts(statement: SelectStatement): readonly KeptPart[] {
  const parts: KeptPart[] = [];
  visit(statement, {
    enter: (node) => {
      if (node.kind !== 'SelectQuery') return;
      for (const each of node.select) if (isNamedByText(each) && each.span) parts.push(each.span);
    },
  });
  parts.sort((a, b) => a.start - b.start || b.end - a.end);
  let end = 0;
  return parts.filter((part) => {
    const isOuter = part.start >= end;
    if (isOuter) end = part.end;
    return isOuter;
  });
}

function isNamedByText({ kind }: Expr): boolean {
  return kind !== 'Alias' && kind !== 'Field' && kind !== 'ColumnsExpr';
}

/** True when both texts mean the same and name their columns alike. */
function isSame(parsed: SelectStatement, text: string, formatted: string): boolean {
  const again = parseSelect(formatted);
  const names = (statement: SelectStatement, of: string) =>
    JSON.stringify(namingParts(statement).map(({ start, end }) => of.slice(start, end)));
  return printHogql(again) === printHogql(parsed) && names(again, formatted) === names(parsed, text);
}
