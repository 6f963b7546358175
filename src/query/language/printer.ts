import type { Expr, SelectStatement } from './ast.ts';

/** The two printers that call each other in a circle, passed along so that no file imports in a circle. */
export interface Printer {
  /** Spells an expression; in brackets when its operator binds less tightly than `power` (default: never). */
  readonly expression: (node: Expr, power?: number) => string;
  readonly statement: (node: SelectStatement) => string;
}

export function printList(printer: Printer, nodes: readonly Expr[]): string {
  return nodes.map((node) => printer.expression(node)).join(', ');
}
