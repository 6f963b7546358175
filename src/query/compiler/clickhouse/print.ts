import { invariant } from '../../../base/invariant.ts';
import type { FoundConditions, GuardedScan } from '../guarded-scan.ts';
import type {
  IrExpr,
  IrGroupBy,
  IrJoin,
  IrNaming,
  IrQuery,
  IrSelect,
  IrSet,
  IrSource,
  IrStatement,
} from '../ir.ts';
import { printExpr, printList, printName, printOrders, printPhysicalName } from './print-expr.ts';
import { type PrintedText, TextBuilder } from './printed-text.ts';

/**
 * Spells a statement as ClickHouse SQL. It only concatenates: generated names, constant words, names out of the
 * function table, and `{name:Type}` for every value.
 */
export function printStatement(statement: IrStatement): PrintedText {
  const out = new TextBuilder();
  statement.ctes.forEach((cte, at) => {
    out.text(at === 0 ? 'WITH ' : ', ');
    out.text(`${printName(cte.name)} AS (`);
    printQuery(cte.query, out);
    out.text(')');
  });
  if (statement.ctes.length > 0) out.text(' ');
  if (statement.naming) printNamed(statement.query, statement.naming, out);
  else printQuery(statement.query, out);
  return out.finish();
}

/** Binds the user's names like any other value, so that no word of a user stands in the text. */
function printNamed(query: IrQuery, { alias, outputs }: IrNaming, out: TextBuilder): void {
  out.text('SELECT ');
  outputs.forEach(({ label, expr }, at) => {
    if (at > 0) out.text(', ');
    printExpr(expr, out, printQuery);
    out.text(' AS ');
    out.constant(label, 'Identifier');
  });
  out.text(' FROM (');
  printQuery(query, out);
  out.text(`) AS ${printName(alias)}`);
}

function printQuery(query: IrQuery, out: TextBuilder): void {
  if (query.kind === 'select') printSelect(query, out);
  else printSet(query, out);
}

function printSet(set: IrSet, out: TextBuilder): void {
  out.text('(');
  printQuery(set.first, out);
  out.text(')');
  for (const branch of set.rest) {
    out.text(` ${branch.operator} (`);
    printQuery(branch.query, out);
    out.text(')');
  }
}

function printSelect(select: IrSelect, out: TextBuilder): void {
  const clause = (word: string, expr: IrExpr | undefined) => {
    if (!expr) return;
    out.text(` ${word} `);
    printExpr(expr, out, printQuery);
  };
  out.text(select.distinct ? 'SELECT DISTINCT ' : 'SELECT ');
  printColumns(select.outputs, out);
  if (select.from?.source.kind === 'flat') printFlat(select.from.source.scan, select, out);
  else printRows(select, out);
  if (select.groupBy) printGroupBy(select.groupBy, out);
  clause('HAVING', select.having);
  clause('QUALIFY', select.qualify);
  printTail(select, out, clause);
}

/** Spells FROM and WHERE of a SELECT from anything but a table itself. */
function printRows({ from, arrayJoin, where }: IrSelect, out: TextBuilder): void {
  if (from) {
    out.text(' FROM ');
    printSource(from.source, out);
    printJoins(from.joins, out);
  }
  if (arrayJoin) {
    out.text(arrayJoin.left ? ' LEFT ARRAY JOIN ' : ' ARRAY JOIN ');
    printArrays(arrayJoin.items, out);
  }
  if (!where) return;
  out.text(' WHERE ');
  printExpr(where, out, printQuery);
}

/** Spells FROM and WHERE of a SELECT from a table itself. */
function printFlat(scan: GuardedScan<IrExpr>, { from, where }: IrSelect, out: TextBuilder): void {
  printTable(scan, out, () => printJoins(from?.joins ?? [], out));
  if (!where) return;
  out.text(' AND (');
  printExpr(where, out, printQuery);
  out.text(')');
}

function printJoins(joins: readonly IrJoin[], out: TextBuilder): void {
  for (const { operator, source, on } of joins) {
    out.text(` ${operator} `);
    printSource(source, out);
    if (!on) continue;
    out.text(' ON ');
    printExpr(on, out, printQuery);
  }
}

function printTail(
  select: IrSelect,
  out: TextBuilder,
  clause: (word: string, expr: IrExpr | undefined) => void,
): void {
  if (select.orderBy) {
    out.text(' ORDER BY ');
    printOrders(select.orderBy, out, printQuery);
  }
  if (select.interpolate) printInterpolate(select.interpolate, out);
  const { limitBy } = select;
  if (limitBy) {
    clause('LIMIT', limitBy.n);
    clause('OFFSET', limitBy.offset);
    out.text(' BY ');
    printList(limitBy.exprs, out, printQuery);
  }
  clause('LIMIT', select.limit);
  if (select.withTies) out.text(' WITH TIES');
  clause('OFFSET', select.offset);
}

function printInterpolate(items: NonNullable<IrSelect['interpolate']>, out: TextBuilder): void {
  out.text(' INTERPOLATE (');
  items.forEach((item, at) => {
    out.text(`${at > 0 ? ', ' : ''}${printName(item.name)}`);
    if (!item.value) return;
    out.text(' AS ');
    printExpr(item.value, out, printQuery);
  });
  out.text(')');
}

function printColumns(
  columns: readonly { readonly name: string; readonly expr: IrExpr }[],
  out: TextBuilder,
): void {
  columns.forEach((column, at) => {
    if (at > 0) out.text(', ');
    printExpr(column.expr, out, printQuery);
    out.text(` AS ${printName(column.name)}`);
  });
  // A scan that only counts rows reads no column.
  if (columns.length === 0) out.text('1');
}

/**
 * Spells the arrays in brackets. Else a reader of the text could take a function that makes an array for a table
 * function.
 */
function printArrays(items: NonNullable<IrSelect['arrayJoin']>['items'], out: TextBuilder): void {
  items.forEach((item, at) => {
    out.text(at > 0 ? ', (' : '(');
    printExpr(item.expr, out, printQuery);
    out.text(`) AS ${printName(item.name)}`);
  });
}

function printSource(source: IrSource, out: TextBuilder): void {
  switch (source.kind) {
    case 'guarded':
      printScan(source.scan, out);
      break;
    case 'sourceSwitch':
      out.choose(
        { variable: source.variable, on: 'outside' },
        () => printSource(source.whenOutside, out),
        () => printSource(source.otherwise, out),
      );
      break;
    case 'query':
      out.text('(');
      printQuery(source.query, out);
      out.text(`) AS ${printName(source.alias)}`);
      break;
    case 'cte':
      out.text(`${printName(source.name)} AS ${printName(source.alias)}`);
      break;
    case 'numbers':
      out.text(`(SELECT number AS ${printName(source.column)} FROM numbers(`);
      printList(source.args, out, printQuery);
      out.text(`)) AS ${printName(source.alias)}`);
      break;
    case 'table':
    case 'scan':
      invariant(false, 'a scan is guarded before printing');
      break;
    case 'flat':
      invariant(false, 'only the first source of a SELECT is flat');
  }
}

function printScan(scan: GuardedScan<IrExpr>, out: TextBuilder): void {
  out.text('(SELECT ');
  printColumns(scan.columns, out);
  printTable(scan, out, () => {});
  out.text(`) AS ${printName(scan.alias)}`);
}

/** Spells a table and its conditions, with the joins between: the one place that names a table. */
function printTable(scan: GuardedScan<IrExpr>, out: TextBuilder, joins: () => void): void {
  const final = scan.final ? ' FINAL' : '';
  out.text(` FROM app.${printPhysicalName(scan.engineTable)} AS ${printName(scan.innerAlias)}${final}`);
  joins();
  out.text(' WHERE ');
  printExpr(scan.condition, out, printQuery);
  if (scan.found !== undefined) printFound(scan.found, out);
  if (scan.kept !== undefined) printFurther(scan.kept, out);
}

function printFound({ lookup, value, one }: FoundConditions<IrExpr>, out: TextBuilder): void {
  printFurther(lookup, out);
  if (one === undefined) printFurther(value, out);
  else
    out.choose(
      { variable: one.variable, on: 'one' },
      () => printFurther(one.value, out),
      () => printFurther(value, out),
    );
}

function printFurther(condition: IrExpr, out: TextBuilder): void {
  out.text(' AND ');
  printExpr(condition, out, printQuery);
}

function printGroupBy(groupBy: IrGroupBy, out: TextBuilder): void {
  const [keys = []] = groupBy.sets;
  out.text(' GROUP BY ');
  switch (groupBy.mode) {
    case 'all':
      out.text('ALL');
      break;
    case 'grouping_sets':
      out.text('GROUPING SETS (');
      groupBy.sets.forEach((set, at) => {
        out.text(at > 0 ? ', (' : '(');
        printList(set, out, printQuery);
        out.text(')');
      });
      out.text(')');
      break;
    case 'rollup':
    case 'cube':
      out.text(`${groupBy.mode.toUpperCase()}(`);
      printList(keys, out, printQuery);
      out.text(')');
      break;
    case 'plain':
      printList(keys, out, printQuery);
  }
}
