import type {
  CTE,
  Expr,
  GroupingSet,
  InterpolateExpr,
  SelectQuery,
  SelectSetQuery,
  SelectStatement,
} from './ast.ts';
import { POWER } from './operator-power.ts';
import { printWindow } from './print-call.ts';
import { printFrom } from './print-from.ts';
import { printName } from './print-name.ts';
import { printOrderBy } from './print-order-by.ts';
import { type Printer, printList } from './printer.ts';

export function printStatement(printer: Printer, node: SelectStatement): string {
  return node.kind === 'SelectQuery' ? printSelect(printer, node) : printSetQuery(printer, node);
}

function printSetQuery(printer: Printer, node: SelectSetQuery): string {
  const endings = [
    node.order_by ? printOrderBy(printer, node.order_by) : '',
    clause(printer, 'LIMIT', node.limit),
    clause(printer, 'OFFSET', node.offset),
  ].filter((part) => part !== '');
  const last = node.subsequent_select_queries.length - 1;
  const branches = node.subsequent_select_queries.map(({ set_operator, select_query }, index) => {
    const mustClose = index === last && endings.length > 0;
    return `${set_operator} ${printBranch(printer, select_query, mustClose)}`;
  });
  return [printBranch(printer, node.initial_select_query, false), ...branches, ...endings].join(' ');
}

/** A branch stands in brackets when it is a set query or ends with an order or limit of its own. */
function printBranch(printer: Printer, node: SelectStatement, mustClose: boolean): string {
  const text = printer.statement(node);
  const isOpen =
    node.kind === 'SelectQuery' && !node.order_by && !node.limit && !node.offset && !node.limit_by;
  return isOpen && !mustClose && !node.interpolate ? text : `(${text})`;
}

function printSelect(printer: Printer, node: SelectQuery): string {
  const windows = node.window_exprs?.map(
    ({ name, window }) => `${printName(name)} AS ${printWindow(printer, window)}`,
  );
  return [
    node.ctes ? printCtes(printer, node.ctes) : '',
    `SELECT${node.distinct ? ' DISTINCT' : ''} ${printList(printer, node.select)}`,
    node.select_from ? `FROM ${printFrom(printer, node.select_from)}` : '',
    node.array_join_op ? `${node.array_join_op} ${printList(printer, node.array_join_list ?? [])}` : '',
    clause(printer, 'PREWHERE', node.prewhere),
    clause(printer, 'WHERE', node.where),
    printGroupBy(printer, node),
    clause(printer, 'HAVING', node.having),
    clause(printer, 'QUALIFY', node.qualify),
    windows ? `WINDOW ${windows.join(', ')}` : '',
    node.order_by ? printOrderBy(printer, node.order_by) : '',
    node.interpolate ? printInterpolate(printer, node.interpolate) : '',
    ...printLimits(printer, node),
  ]
    .filter((part) => part !== '')
    .join(' ');
}

function clause(printer: Printer, word: string, expr: Expr | undefined): string {
  return expr === undefined ? '' : `${word} ${printer.expression(expr)}`;
}

function printCtes(printer: Printer, ctes: readonly CTE[]): string {
  const recursive = ctes.some((cte) => cte.recursive) ? ' RECURSIVE' : '';
  return `WITH${recursive} ${ctes.map((cte) => printCte(printer, cte)).join(', ')}`;
}

function printCte(printer: Printer, { name, cte_type, expr, columns, materialized }: CTE): string {
  if (cte_type === 'column') return `${printer.expression(expr, POWER.ternary)} AS ${printName(name)}`;
  const names = columns ? ` (${columns.map(printName).join(', ')})` : '';
  return `${printName(name)}${names} AS ${materialized ? 'MATERIALIZED ' : ''}${printer.expression(expr)}`;
}

function printGroupBy(printer: Printer, { group_by, group_by_mode }: SelectQuery): string {
  if (group_by_mode === 'all') return 'GROUP BY ALL';
  if (group_by === undefined) return '';
  const list = group_by.map((item) => printGroup(printer, item)).join(', ');
  switch (group_by_mode) {
    case 'rollup':
      return `GROUP BY ROLLUP(${list})`;
    case 'cube':
      return `GROUP BY CUBE(${list})`;
    case 'grouping_sets':
      return `GROUP BY GROUPING SETS (${list})`;
    default:
      return `GROUP BY ${list}`;
  }
}

function printGroup(printer: Printer, node: Expr | GroupingSet): string {
  return node.kind === 'GroupingSet' ? `(${printList(printer, node.exprs)})` : printer.expression(node);
}

function printInterpolate(printer: Printer, items: readonly InterpolateExpr[]): string {
  if (items.length === 0) return 'INTERPOLATE';
  const printed = items.map(({ expr, value }) => {
    return `${printer.expression(expr)}${value ? ` AS ${printer.expression(value)}` : ''}`;
  });
  return `INTERPOLATE (${printed.join(', ')})`;
}

function printLimits(printer: Printer, node: SelectQuery): readonly string[] {
  const by = node.limit_by;
  const sign = node.limit_percent ? ' %' : '';
  const ties = node.limit_with_ties ? ' WITH TIES' : '';
  return [
    by ? clause(printer, 'LIMIT', by.n) : '',
    by ? clause(printer, 'OFFSET', by.offset_value) : '',
    by ? `BY ${printList(printer, by.exprs)}` : '',
    node.limit ? `${clause(printer, 'LIMIT', node.limit)}${sign}${ties}` : '',
    clause(printer, 'OFFSET', node.offset),
  ];
}
