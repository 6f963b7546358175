import { invariant } from '../../../base/invariant.ts';
import { engineTypeName } from '../../catalog/engine-type-name.ts';
import type { IrExpr, IrFrameBound, IrLiteral, IrOrder, IrQuery, IrWindow } from '../ir.ts';
import type { TextBuilder } from './printed-text.ts';
import { quoteConstant } from './quote-constant.ts';

/**
 * Prints a query inside an expression. The statement printer passes this function in, so that no file imports in a
 * circle.
 */
export type PrintQuery = (query: IrQuery, out: TextBuilder) => void;

/** Generated names: a letter, digits, and at most one letter that marks a form of the name. */
const GENERATED_NAME = /^[a-z]\d+[a-z]?$/;
/** Names of the engine's tables and columns. */
const PHYSICAL_NAME = /^[a-z_][a-z0-9_]*$/;

/** The name as text; the only place where a generated name is printed. */
export function printName(name: string): string {
  invariant(GENERATED_NAME.test(name), 'only generated names are printed');
  return name;
}

/** A column or table of the engine. */
export function printPhysicalName(name: string): string {
  invariant(PHYSICAL_NAME.test(name), 'a physical name has an unexpected form');
  return name;
}

/** Spells an expression. */
export function printExpr(expr: IrExpr, out: TextBuilder, query: PrintQuery): void {
  const print = (child: IrExpr) => printExpr(child, out, query);
  switch (expr.kind) {
    case 'literal':
      printLiteral(expr, out);
      break;
    case 'variable':
      out.slot(expr);
      break;
    case 'system':
      out.system(expr.name);
      break;
    case 'column':
      out.text(`${printName(expr.table)}.${printPhysicalName(expr.column)}`);
      break;
    case 'name':
      out.text(printName(expr.name));
      break;
    case 'call':
      printCall(expr, out, query);
      break;
    case 'template':
      for (const piece of expr.pieces) typeof piece === 'string' ? out.text(piece) : print(piece);
      break;
    case 'zone':
    case 'cast':
    case 'fill':
    case 'named':
      printConversion(expr, out, query);
      break;
    case 'word':
      out.text(expr.word);
      break;
    case 'lambda':
      out.text(`(${expr.args.map(printName).join(', ')}) -> `);
      print(expr.body);
      break;
    case 'window':
      print(expr.call);
      out.text(' OVER (');
      printWindow(expr.over, out, query);
      out.text(')');
      break;
    case 'nullSwitch':
      out.choose(
        { variable: expr.variable, on: 'null' },
        () => print(expr.whenNull),
        () => print(expr.otherwise),
      );
      break;
    case 'subquery':
      out.text(expr.exists ? 'EXISTS(' : '(');
      query(expr.query, out);
      out.text(')');
      break;
    case 'property':
    case 'jsonKey':
      invariant(false, 'properties are lowered before printing');
  }
}

/** Spells the same value in another form, or with a name. */
function printConversion(expr: IrConversion, out: TextBuilder, query: PrintQuery): void {
  const [before, after] = conversionTexts(expr);
  out.text(before);
  printExpr(expr.expr, out, query);
  out.text(after);
}

type IrConversion = IrExpr & { readonly kind: 'zone' | 'cast' | 'fill' | 'named' };

function conversionTexts(expr: IrConversion): readonly [before: string, after: string] {
  switch (expr.kind) {
    case 'zone':
      return ['toTimeZone(', `, ${quoteConstant(expr.zone)})`];
    case 'cast':
      return [expr.orNull ? 'accurateCastOrNull(' : 'CAST(', `, ${quoteConstant(expr.to)})`];
    case 'fill':
      return ['ifNull(', `, defaultValueOfTypeName(${quoteConstant(engineTypeName(expr.type))}))`];
    case 'named':
      return ['(', ` AS ${printName(expr.name)})`];
  }
}

/** NULL and truth values are words of the grammar; everything else is bound. */
function printLiteral(literal: IrLiteral, out: TextBuilder): void {
  const { value } = literal;
  if (value === null) out.text('NULL');
  else if (literal.engineType === 'Bool') out.text(value === true ? 'true' : 'false');
  else out.constant(value, literal.engineType);
}

/** Spells expressions with commas between. */
export function printList(exprs: readonly IrExpr[], out: TextBuilder, query: PrintQuery): void {
  exprs.forEach((expr, at) => {
    if (at > 0) out.text(', ');
    printExpr(expr, out, query);
  });
}

function printCall(expr: IrExpr & { kind: 'call' }, out: TextBuilder, query: PrintQuery): void {
  out.text(expr.engine);
  if (expr.params) {
    out.text('(');
    printList(expr.params, out, query);
    out.text(')');
  }
  out.text(expr.distinct ? '(DISTINCT ' : '(');
  printList(expr.args, out, query);
  out.text(')');
  if (expr.nulls) out.text(` ${expr.nulls} NULLS`);
}

function printWindow(window: IrWindow, out: TextBuilder, query: PrintQuery): void {
  const clauses: (() => void)[] = [];
  if (window.partitionBy.length > 0) {
    clauses.push(() => {
      out.text('PARTITION BY ');
      printList(window.partitionBy, out, query);
    });
  }
  if (window.orderBy.length > 0) {
    clauses.push(() => {
      out.text('ORDER BY ');
      printOrders(window.orderBy, out, query);
    });
  }
  const { frame } = window;
  if (frame) {
    clauses.push(() => {
      out.text(`${frame.method} ${frame.end ? 'BETWEEN ' : ''}${frameBound(frame.start)}`);
      if (frame.end) out.text(` AND ${frameBound(frame.end)}`);
    });
  }
  clauses.forEach((clause, at) => {
    if (at > 0) out.text(' ');
    clause();
  });
}

/** Spells a bound as digits, because the engine takes no parameter here. */
function frameBound(bound: IrFrameBound): string {
  if (bound.kind === 'current') return 'CURRENT ROW';
  const side = bound.following ? 'FOLLOWING' : 'PRECEDING';
  if (bound.kind === 'unbounded') return `UNBOUNDED ${side}`;
  const { value } = bound;
  invariant(value?.kind === 'literal' && typeof value.value === 'bigint', 'a frame has a whole size');
  return `${value.value} ${side}`;
}

/** Spells an ORDER BY list. */
export function printOrders(orders: readonly IrOrder[], out: TextBuilder, query: PrintQuery): void {
  orders.forEach((order, at) => {
    if (at > 0) out.text(', ');
    printExpr(order.expr, out, query);
    if (order.descending) out.text(' DESC');
    if (order.nulls) out.text(` NULLS ${order.nulls}`);
    if (!order.fill) return;
    out.text(' WITH FILL');
    for (const [word, value] of [
      ['FROM', order.fill.from],
      ['TO', order.fill.to],
      ['STEP', order.fill.step],
    ] as const) {
      if (!value) continue;
      out.text(` ${word} `);
      printExpr(value, out, query);
    }
  });
}
