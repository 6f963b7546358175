import type { Contents, IrExpr, IrQuery, IrSelect, IrSource, IrWindow } from './ir.ts';

/** What a walk calls for expressions and sources, also inside sub-queries. Tables of the catalog are not entered. */
interface IrVisitor {
  readonly expr?: (expr: IrExpr) => void;
  readonly source?: (source: IrSource) => void;
}

/** Walks a query without changing it; `mapStatement` makes a new one. */
export function visitQuery(query: IrQuery, visitor: IrVisitor): void {
  visitClauses(query, (expr) => visitExpr(expr, visitor), visitor.source);
}

function visitExpr(expr: IrExpr, visitor: IrVisitor): void {
  visitor.expr?.(expr);
  if (expr.kind === 'subquery') visitQuery(expr.query, visitor);
  for (const child of exprChildren(expr)) visitExpr(child, visitor);
}

/**
 * Calls the visitor for the outermost expressions of all clauses and for the sources, also those of sub-queries in
 * FROM.
 */
export function visitClauses(
  query: IrQuery,
  meet: (expr: IrExpr) => void,
  meetSource?: (source: IrSource) => void,
): void {
  if (query.kind === 'set') {
    visitClauses(query.first, meet, meetSource);
    for (const branch of query.rest) visitClauses(branch.query, meet, meetSource);
    return;
  }
  for (const expr of clauseExprs(query)) meet(expr);
  const visitSource = (source: IrSource): void => {
    meetSource?.(source);
    if (source.kind === 'query') visitClauses(source.query, meet, meetSource);
    if (source.kind === 'sourceSwitch')
      for (const each of [source.whenOutside, source.otherwise]) visitSource(each);
  };
  if (!query.from) return;
  visitSource(query.from.source);
  for (const join of query.from.joins) {
    visitSource(join.source);
    if (join.on) meet(join.on);
  }
}

/** The outermost expressions of all clauses of a SELECT except FROM. */
function clauseExprs(select: IrSelect): readonly IrExpr[] {
  const { arrayJoin, where, groupBy, having, qualify, orderBy, interpolate, limitBy, limit, offset } = select;
  const exprs = select.outputs.map((output) => output.expr);
  for (const item of arrayJoin?.items ?? []) exprs.push(item.expr);
  for (const set of groupBy?.sets ?? []) exprs.push(...set);
  for (const order of orderBy ?? []) exprs.push(order.expr);
  for (const item of interpolate ?? []) if (item.value) exprs.push(item.value);
  if (limitBy) exprs.push(limitBy.n, ...limitBy.exprs);
  for (const clause of [where, having, qualify, limitBy?.offset, limit, offset])
    if (clause) exprs.push(clause);
  return exprs;
}

/** The expressions directly below an expression; sub-queries are not entered. */
export function exprChildren(expr: IrExpr): readonly IrExpr[] {
  switch (expr.kind) {
    case 'literal':
    case 'variable':
    case 'system':
    case 'column':
    case 'name':
    case 'word':
    case 'subquery':
      return [];
    case 'property':
      return [expr.text];
    case 'jsonKey':
      return [expr.json];
    case 'call':
      return expr.params ? [...expr.args, ...expr.params] : expr.args;
    case 'template':
      return expr.pieces.filter((piece) => typeof piece !== 'string');
    case 'zone':
    case 'cast':
    case 'fill':
    case 'named':
      return [expr.expr];
    case 'lambda':
      return [expr.body];
    case 'window':
      // The call itself is no aggregate of the SELECT, but its arguments may hold one.
      return [...exprChildren(expr.call), ...windowExprs(expr.over)];
    case 'nullSwitch':
      return [expr.whenNull, expr.otherwise];
  }
}

/** True when `test` holds for a node of the expression; sub-queries are not entered. */
export function someExpr(expr: IrExpr, test: (expr: IrExpr) => boolean): boolean {
  return test(expr) || exprChildren(expr).some((child) => someExpr(child, test));
}

/** Whether an expression holds aggregates or window functions, also behind aliases. */
export function contentsOf(expr: IrExpr): Contents {
  return { aggregate: holdsAggregate(expr), window: someExpr(expr, isWindow) };
}

/** True when an expression holds an aggregate, also behind an alias. */
export function holdsAggregate(expr: IrExpr): boolean {
  return someExpr(expr, isAggregate);
}

function isAggregate(expr: IrExpr): boolean {
  return expr.kind === 'name'
    ? expr.contains?.aggregate === true
    : 'role' in expr && expr.role === 'aggregate';
}

function isWindow(expr: IrExpr): boolean {
  return expr.kind === 'name' ? expr.contains?.window === true : expr.kind === 'window';
}

function windowExprs(window: IrWindow): readonly IrExpr[] {
  return [...window.partitionBy, ...window.orderBy.map((order) => order.expr)];
}
