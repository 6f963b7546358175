import type { Expr, SelectStatement } from '../../language/ast.ts';
import { mapSelects } from './map-selects.ts';
import type { RowFilter } from './row-filter.ts';
import { ScanFilters } from './scan-filters.ts';

const ADVICE = 'Without this filter the query has an answer; join that table to events, or leave it out.';

/**
 * Puts `filters` on the scans of every SELECT that stands in an expression of a member, such as a hogql filter or
 * breakdown. All such expressions remember their member (`parsePart`), so none can be forgotten here. SELECTs that the
 * program made are left alone, because the program makes them with the filters.
 * @throws filters_not_applicable for a SELECT with a scan whose rows a filter cannot narrow
 */
export function narrowPartSelects(tree: SelectStatement, filters: readonly RowFilter[]): SelectStatement;
export function narrowPartSelects(tree: Expr, filters: readonly RowFilter[]): Expr;
export function narrowPartSelects(
  tree: Expr | SelectStatement,
  filters: readonly RowFilter[],
): Expr | SelectStatement {
  if (filters.length === 0) return tree;
  const scans = new ScanFilters(filters, { advice: ADVICE });
  return mapSelects(tree, (select, ctes) =>
    select.span?.member === undefined ? select : scans.narrow(select, ctes),
  );
}
