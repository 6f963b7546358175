import type { Call, Expr, ExprCall, WindowExpr, WindowFrameExpr, WindowFunction } from './ast.ts';
import { POWER } from './operator-power.ts';
import { printName } from './print-name.ts';
import { printOrderBy } from './print-order-by.ts';
import { type Printer, printList } from './printer.ts';

export function printCall(printer: Printer, node: Call): string {
  const { params, args, within_group, filter_expr, nulls } = node;
  // `f(p) WITHIN GROUP (…)` keeps what stands in its only brackets as parameters.
  const isWithinGroup = within_group !== undefined && args.length === 0;
  const first = params === undefined ? '' : `(${printList(printer, params)})`;
  const second = isWithinGroup && params !== undefined ? '' : printBrackets(printer, node);
  const within = within_group ? ` WITHIN GROUP (${printOrderBy(printer, within_group)})` : '';
  const filter = filter_expr ? ` FILTER (WHERE ${printer.expression(filter_expr)})` : '';
  return `${printFunction(node.name, params ?? args)}${first}${second}${within}${filter}${nulls ? ` ${nulls} NULLS` : ''}`;
}

function printBrackets(printer: Printer, { distinct, args, order_by }: Call): string {
  const parts = [
    distinct ? 'DISTINCT' : '',
    printList(printer, args),
    order_by ? printOrderBy(printer, order_by) : '',
  ];
  return `(${parts.filter((part) => part !== '').join(' ')})`;
}

/** Spells a function; in back-ticks where the plain word and what follows would begin a special form. */
function printFunction(name: string, firstBrackets: readonly Expr[]): string {
  const [first, ...more] = firstBrackets;
  const key = name.toUpperCase();
  const isCast = (key === 'CAST' || key === 'TRY_CAST') && first?.kind === 'Alias';
  const isPosition = key === 'POSITION' && more.length === 0;
  return isCast || isPosition ? `\`${name}\`` : printName(name);
}

/** The brackets around a name or a call keep the arguments from joining it. */
export function printExprCall(printer: Printer, { expr, args }: ExprCall): string {
  const isName = expr.kind === 'Call' || (expr.kind === 'Field' && expr.chain.length === 1);
  const callee = isName ? `(${printer.expression(expr)})` : printer.expression(expr, POWER.postfix);
  return `${callee}(${printList(printer, args)})`;
}

export function printWindowFunction(printer: Printer, node: WindowFunction): string {
  const params = node.params ? `(${printList(printer, node.params)})` : '';
  const nulls = node.nulls ? ` ${node.nulls} NULLS` : '';
  const over = node.over_expr ? printWindow(printer, node.over_expr) : printName(node.over_identifier ?? '');
  return `${printFunction(node.name, node.params ?? node.args)}${params}(${printList(printer, node.args)})${nulls} OVER ${over}`;
}

export function printWindow(printer: Printer, node: WindowExpr): string {
  const parts = [
    node.partition_by ? `PARTITION BY ${printList(printer, node.partition_by)}` : '',
    node.order_by ? printOrderBy(printer, node.order_by) : '',
    printFrame(printer, node),
  ];
  return `(${parts.filter((part) => part !== '').join(' ')})`;
}

function printFrame(printer: Printer, { frame_method, frame_start, frame_end }: WindowExpr): string {
  if (frame_method === undefined || frame_start === undefined) return '';
  const start = printBound(printer, frame_start);
  if (frame_end === undefined) return `${frame_method} ${start}`;
  return `${frame_method} BETWEEN ${start} AND ${printBound(printer, frame_end)}`;
}

function printBound(printer: Printer, { frame_type, frame_value }: WindowFrameExpr): string {
  if (frame_type === 'CURRENT ROW') return frame_type;
  return `${frame_value ? printer.expression(frame_value, POWER.not) : 'UNBOUNDED'} ${frame_type}`;
}
