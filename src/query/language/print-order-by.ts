import type { OrderExpr, WithFillExpr } from './ast.ts';
import type { Printer } from './printer.ts';

/** `ORDER BY a DESC NULLS LAST WITH FILL …, b`; ascending is not spelled. */
export function printOrderBy(printer: Printer, items: readonly OrderExpr[]): string {
  return `ORDER BY ${items.map((item) => printItem(printer, item)).join(', ')}`;
}

function printItem(printer: Printer, { expr, order, nulls, with_fill }: OrderExpr): string {
  const direction = order === 'DESC' ? ' DESC' : '';
  const fill = with_fill ? ` WITH FILL${printFill(printer, with_fill)}` : '';
  return `${printer.expression(expr)}${direction}${nulls ? ` NULLS ${nulls}` : ''}${fill}`;
}

function printFill(printer: Printer, { from_value, to_value, step_value }: WithFillExpr): string {
  const from = from_value ? ` FROM ${printer.expression(from_value)}` : '';
  const to = to_value ? ` TO ${printer.expression(to_value)}` : '';
  return `${from}${to}${step_value ? ` STEP ${printer.expression(step_value)}` : ''}`;
}
