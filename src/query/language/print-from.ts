import type { JoinConstraint, JoinExpr, RatioExpr, SampleExpr } from './ast.ts';
import { printName } from './print-name.ts';
import { type Printer, printList } from './printer.ts';

/** Spells the chain of tables behind FROM. */
export function printFrom(printer: Printer, first: JoinExpr): string {
  const parts: string[] = [];
  for (let table: JoinExpr | undefined = first; table !== undefined; table = table.next_join) {
    if (table.join_type !== undefined) parts.push(table.join_type);
    parts.push(printTable(printer, table));
    if (table.constraint) parts.push(printConstraint(printer, table.constraint));
  }
  return parts.join(' ');
}

function printTable(printer: Printer, node: JoinExpr): string {
  const args = node.table_args ? `(${printList(printer, node.table_args)})` : '';
  const alias = node.alias === undefined ? '' : ` AS ${printName(node.alias)}`;
  const columns = node.column_aliases ? ` (${node.column_aliases.map(printName).join(', ')})` : '';
  const modifiers = `${node.table_final ? ' FINAL' : ''}${node.sample ? printSample(printer, node.sample) : ''}`;
  return `${printSource(printer, node.table)}${args}${alias}${columns}${modifiers}`;
}

function printSource(printer: Printer, table: JoinExpr['table']): string {
  if (table.kind !== 'ValuesQuery') return printer.expression(table);
  return `(VALUES ${table.rows.map((row) => `(${printList(printer, row)})`).join(', ')})`;
}

function printSample(printer: Printer, { sample_value, offset_value }: SampleExpr): string {
  const offset = offset_value ? ` OFFSET ${printRatio(printer, offset_value)}` : '';
  return ` SAMPLE ${printRatio(printer, sample_value)}${offset}`;
}

function printRatio(printer: Printer, { left, right }: RatioExpr): string {
  return `${printer.expression(left)}${right ? `/${printer.expression(right)}` : ''}`;
}

function printConstraint(printer: Printer, { constraint_type, expr }: JoinConstraint): string {
  const text = printer.expression(expr);
  if (constraint_type === 'ON') return `ON ${text}`;
  return expr.kind === 'Tuple' ? `USING ${text}` : `USING (${text})`;
}
