import type { Expr, SelectStatement } from './ast.ts';
import { printExpression } from './print-expression.ts';
import { printStatement } from './print-statement.ts';
import type { Printer } from './printer.ts';

/**
 * Spells a query as text of the dialect, in one canonical form: parsing the text gives the same tree, so two queries
 * that differ only in white space, comments and the case of keywords print alike. Placeholders stay placeholders.
 */
export function printHogql(statement: SelectStatement): string {
  return PRINTER.statement(statement);
}

/** Spells an expression in the same form; a sub-query stands in brackets. */
export function printHogqlExpression(expr: Expr): string {
  return PRINTER.expression(expr);
}

const PRINTER: Printer = {
  expression: (node, power) => printExpression(PRINTER, node, power),
  statement: (node) => printStatement(PRINTER, node),
};
