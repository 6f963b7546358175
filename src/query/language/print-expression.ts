import { unreachable } from '../../base/invariant.ts';
import type { ArraySlice, BetweenExpr, ColumnsExpr, CompareOperation, Expr, IsDistinctFrom } from './ast.ts';
import { POWER } from './operator-power.ts';
import { printCall, printExprCall, printWindowFunction } from './print-call.ts';
import { printConstant, printName, printPath, printText } from './print-name.ts';
import { type Printer, printList } from './printer.ts';

/** Spells one expression, in brackets when its operator binds less tightly than `power`. */
export function printExpression(printer: Printer, node: Expr, power: number = POWER.alias): string {
  const text = spell(printer, node);
  return powerOf(node) < power ? `(${text})` : text;
}

/** How tightly the outermost operator of the printed form binds. */
function powerOf(node: Expr): number {
  switch (node.kind) {
    case 'Alias':
    case 'Lambda':
      return POWER.alias;
    case 'Or':
      return POWER.or;
    case 'And':
      return POWER.and;
    case 'Not':
      return POWER.not;
    case 'BetweenExpr':
      return POWER.between;
    case 'IsDistinctFrom':
      return POWER.distinct;
    case 'CompareOperation':
      return POWER.compare;
    case 'ArithmeticOperation':
      return node.op === '+' || node.op === '-' ? POWER.add : POWER.multiply;
    case 'Constant':
      // `1.a` would be read as the number `1.` and a name
      return typeof node.value === 'number' || typeof node.value === 'bigint' ? POWER.negate : POWER.primary;
    case 'ColumnsExpr':
      return node.all_columns ? POWER.alias : POWER.primary;
    case 'Field':
      return node.chain.at(-1) === '*' ? POWER.alias : POWER.primary;
    default:
      return POWER.primary;
  }
}

function spell(printer: Printer, node: Expr): string {
  const at = printer.expression;
  switch (node.kind) {
    case 'Constant':
      return printConstant(node);
    case 'Field':
      return printPath(node.chain);
    case 'Placeholder':
      return `{${at(node.expr)}}`;
    case 'Alias':
      return `${at(node.expr, POWER.ternary)} AS ${printName(node.alias)}`;
    case 'Tuple':
      return node.exprs.length === 1
        ? `(${printList(printer, node.exprs)},)`
        : `(${printList(printer, node.exprs)})`;
    case 'Array':
      return `[${printList(printer, node.exprs)}]`;
    case 'Dict':
      return `{${node.items.map(([key, value]) => `${at(key)}: ${at(value)}`).join(', ')}}`;
    case 'Lambda':
      return `${printParameters(node.args)} -> ${at(node.expr)}`;
    case 'And':
      return node.exprs.map((expr) => at(expr, POWER.and + 1)).join(' AND ');
    case 'Or':
      return node.exprs.map((expr) => at(expr, POWER.or + 1)).join(' OR ');
    case 'Not':
      return `NOT ${at(node.expr, POWER.not)}`;
    case 'ArithmeticOperation':
      return binary(printer, node.left, node.op, node.right, powerOf(node));
    case 'CompareOperation':
      return printComparison(printer, node);
    case 'BetweenExpr':
      return printBetween(printer, node);
    case 'IsDistinctFrom':
      return printDistinctness(printer, node);
    case 'Call':
      return printCall(printer, node);
    case 'ExprCall':
      return printExprCall(printer, node);
    case 'WindowFunction':
      return printWindowFunction(printer, node);
    case 'ArrayAccess':
      return `${at(node.array, POWER.postfix)}${node.nullish ? '?.' : ''}[${at(node.property)}]`;
    case 'TupleAccess':
      return `${at(node.tuple, POWER.postfix)}${node.nullish ? '?.' : '.'}${node.index}`;
    case 'ArraySlice':
      return printSlice(printer, node);
    case 'TypeCast':
      return `CAST(${at(node.expr, POWER.ternary)} AS ${printType(node.type_name)})`;
    case 'TryCast':
      return `TRY_CAST(${at(node.expr, POWER.ternary)} AS ${printType(node.type_name)})`;
    case 'ColumnsExpr':
      return printColumns(printer, node);
    case 'SelectQuery':
    case 'SelectSetQuery':
      return `(${printer.statement(node)})`;
    default:
      return unreachable(node);
  }
}

function binary(printer: Printer, left: Expr, operator: string, right: Expr, power: number): string {
  return `${printer.expression(left, power)} ${operator} ${printer.expression(right, power + 1)}`;
}

function printBetween({ expression: at }: Printer, node: BetweenExpr): string {
  const bounds = `${at(node.low, POWER.between + 1)} AND ${at(node.high, POWER.between + 1)}`;
  return `${at(node.expr, POWER.between)} ${node.negated ? 'NOT BETWEEN' : 'BETWEEN'} ${bounds}`;
}

function printDistinctness(printer: Printer, node: IsDistinctFrom): string {
  const operator = node.negated ? 'IS NOT DISTINCT FROM' : 'IS DISTINCT FROM';
  return binary(printer, node.left, operator, node.right, POWER.distinct);
}

function printSlice({ expression: at }: Printer, node: ArraySlice): string {
  const [from, to] = [node.start_expr, node.end_expr].map((end) => (end ? at(end) : ''));
  return `${at(node.array, POWER.postfix)}[${from}:${to}]`;
}

function printComparison(printer: Printer, { left, op, right }: CompareOperation): string {
  const before = printer.expression(left, POWER.compare);
  if (right.kind === 'Constant' && right.value === null && (op === '==' || op === '!=')) {
    return `${before} IS ${op === '!=' ? 'NOT ' : ''}NULL`;
  }
  // In brackets, a cohort cannot be taken for the name of a column.
  if (op.endsWith('cohort')) return `${before} ${op.toUpperCase()} (${printer.expression(right)})`;
  const operator = op === '==' ? '=' : op.toUpperCase();
  return `${before} ${operator} ${printer.expression(right, POWER.compare + 1)}`;
}

function printParameters(names: readonly string[]): string {
  const [first, ...more] = names.map(printName);
  return first !== undefined && more.length === 0 ? first : `(${names.map(printName).join(', ')})`;
}

/** A type is already in one spelling; only a single word may need back-ticks. */
function printType(type: string): string {
  return /^\w+$/.test(type) ? printName(type) : type;
}

function printColumns(printer: Printer, node: ColumnsExpr): string {
  if (node.regex !== undefined) return `COLUMNS(${printText(node.regex)})`;
  if (!node.all_columns) return `COLUMNS(${printList(printer, node.columns ?? [])})`;
  const exclude = node.exclude ? ` EXCLUDE (${node.exclude.map(printName).join(', ')})` : '';
  const replace = node.replace ? ` REPLACE (${printList(printer, node.replace)})` : '';
  return `${printPath([...(node.table ?? []), '*'])}${exclude}${replace}`;
}
