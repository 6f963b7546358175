import type {
  Contents,
  IrExpr,
  IrFrameBound,
  IrFrom,
  IrOrder,
  IrQuery,
  IrSelect,
  IrSource,
  IrStatement,
  IrWindow,
} from './ir.ts';

/**
 * How a pass rewrites a tree. Children come first: `expr` and `source` see nodes whose parts are already rewritten.
 * The one place that lists the children of every node.
 */
export interface IrRewrite {
  readonly expr?: (expr: IrExpr) => IrExpr;
  readonly source?: (source: IrSource) => IrSource;
  readonly select?: (select: IrSelect) => IrSelect;
}

/** Rewrites a query from the leaves up. */
export function mapQuery(query: IrQuery, rewrite: IrRewrite): IrQuery {
  if (query.kind === 'set') {
    return {
      ...query,
      first: mapQuery(query.first, rewrite),
      rest: query.rest.map((branch) => ({ ...branch, query: mapQuery(branch.query, rewrite) })),
    };
  }
  const select = mapSelect(query, rewrite);
  return rewrite.select ? rewrite.select(select) : select;
}

function mapSelect(select: IrSelect, rewrite: IrRewrite): IrSelect {
  const expr = (child: IrExpr) => mapExpr(child, rewrite);
  const order = (orders: readonly IrOrder[]) => orders.map((item) => mapOrder(item, rewrite));
  return {
    ...select,
    outputs: select.outputs.map((output) => ({ ...output, expr: expr(output.expr) })),
    ...(select.from && { from: mapFrom(select.from, rewrite) }),
    ...(select.arrayJoin && {
      arrayJoin: {
        ...select.arrayJoin,
        items: select.arrayJoin.items.map((item) => ({ ...item, expr: expr(item.expr) })),
      },
    }),
    ...(select.where && { where: expr(select.where) }),
    ...(select.groupBy && {
      groupBy: { ...select.groupBy, sets: select.groupBy.sets.map((set) => set.map(expr)) },
    }),
    ...(select.having && { having: expr(select.having) }),
    ...(select.qualify && { qualify: expr(select.qualify) }),
    ...(select.orderBy && { orderBy: order(select.orderBy) }),
    ...(select.interpolate && {
      interpolate: select.interpolate.map((item) => ({
        ...item,
        ...(item.value && { value: expr(item.value) }),
      })),
    }),
    ...(select.limitBy && {
      limitBy: {
        n: expr(select.limitBy.n),
        ...(select.limitBy.offset && { offset: expr(select.limitBy.offset) }),
        exprs: select.limitBy.exprs.map(expr),
      },
    }),
    ...(select.limit && { limit: expr(select.limit) }),
    ...(select.offset && { offset: expr(select.offset) }),
  };
}

function mapFrom(from: IrFrom, rewrite: IrRewrite): IrFrom {
  return {
    source: mapSource(from.source, rewrite),
    joins: from.joins.map((join) => ({
      ...join,
      source: mapSource(join.source, rewrite),
      ...(join.on && { on: mapExpr(join.on, rewrite) }),
    })),
  };
}

function mapSource(source: IrSource, rewrite: IrRewrite): IrSource {
  const mapped = mapSourceParts(source, rewrite);
  return rewrite.source ? rewrite.source(mapped) : mapped;
}

function mapSourceParts(source: IrSource, rewrite: IrRewrite): IrSource {
  switch (source.kind) {
    case 'query':
      return { ...source, query: mapQuery(source.query, rewrite) };
    case 'numbers':
      return { ...source, args: source.args.map((arg) => mapExpr(arg, rewrite)) };
    case 'scan':
      return {
        ...source,
        columns: source.columns.map((column) => ({ ...column, expr: mapExpr(column.expr, rewrite) })),
      };
    case 'table':
    case 'guarded':
    case 'cte':
      return source;
  }
}

function mapOrder(order: IrOrder, rewrite: IrRewrite): IrOrder {
  const { fill } = order;
  return {
    ...order,
    expr: mapExpr(order.expr, rewrite),
    ...(fill && {
      fill: {
        ...(fill.from && { from: mapExpr(fill.from, rewrite) }),
        ...(fill.to && { to: mapExpr(fill.to, rewrite) }),
        ...(fill.step && { step: mapExpr(fill.step, rewrite) }),
      },
    }),
  };
}

function mapWindow(window: IrWindow, rewrite: IrRewrite): IrWindow {
  const bound = (item: IrFrameBound): IrFrameBound =>
    item.kind === 'current' || !item.value ? item : { ...item, value: mapExpr(item.value, rewrite) };
  const { frame } = window;
  return {
    partitionBy: window.partitionBy.map((item) => mapExpr(item, rewrite)),
    orderBy: window.orderBy.map((item) => mapOrder(item, rewrite)),
    ...(frame && {
      frame: { ...frame, start: bound(frame.start), ...(frame.end && { end: bound(frame.end) }) },
    }),
  };
}

/** Rewrites an expression from the leaves up, sub-queries included. */
function mapExpr(expr: IrExpr, rewrite: IrRewrite): IrExpr {
  const mapped = mapExprParts(expr, rewrite);
  return rewrite.expr ? rewrite.expr(mapped) : mapped;
}

/** The expression with rewritten children; the same one when none of them changed. */
function mapExprParts(expr: IrExpr, rewrite: IrRewrite): IrExpr {
  const map = (child: IrExpr) => mapExpr(child, rewrite);
  switch (expr.kind) {
    case 'literal':
    case 'variable':
    case 'system':
    case 'column':
    case 'name':
      return expr;
    case 'property': {
      const text = map(expr.text);
      return text === expr.text ? expr : { ...expr, text };
    }
    case 'jsonKey': {
      const [json, path] = [map(expr.json), mapAll(expr.path, map)];
      return json === expr.json && path === expr.path ? expr : { ...expr, json, path };
    }
    case 'call': {
      const args = mapAll(expr.args, map);
      const params = expr.params && mapAll(expr.params, map);
      if (args === expr.args && params === expr.params) return expr;
      return { ...expr, args, ...(params && { params }) };
    }
    case 'template': {
      const pieces = mapAll(expr.pieces, (piece) => (typeof piece === 'string' ? piece : map(piece)));
      return pieces === expr.pieces ? expr : { ...expr, pieces };
    }
    case 'named': {
      const named = map(expr.expr);
      return named === expr.expr ? expr : { ...expr, expr: named };
    }
    case 'lambda': {
      const body = map(expr.body);
      return body === expr.body ? expr : { ...expr, body };
    }
    case 'window':
      return {
        ...expr,
        call: map(expr.call),
        over: mapWindow(expr.over, rewrite),
      };
    case 'nullSwitch':
      return { ...expr, whenNull: map(expr.whenNull), otherwise: map(expr.otherwise) };
    case 'subquery':
      return { ...expr, query: mapQuery(expr.query, rewrite) };
  }
}

/** The items after `change`; the same list when none of them changed. */
function mapAll<Item>(items: readonly Item[], change: (item: Item) => Item): readonly Item[] {
  let changed: Item[] | undefined;
  items.forEach((item, at) => {
    const after = change(item);
    if (after === item) return;
    changed ??= [...items];
    changed[at] = after;
  });
  return changed ?? items;
}

/** The expressions directly below an expression; sub-queries are not entered. */
export function exprChildren(expr: IrExpr): readonly IrExpr[] {
  switch (expr.kind) {
    case 'literal':
    case 'variable':
    case 'system':
    case 'column':
    case 'name':
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
    case 'named':
      return [expr.expr];
    case 'lambda':
      return [expr.body];
    case 'window':
      // The call of a window function is no aggregate of the SELECT; its arguments may hold one.
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

/** Rewrites a statement: its CTEs and its query. */
export function mapStatement(statement: IrStatement, rewrite: IrRewrite): IrStatement {
  return {
    ctes: statement.ctes.map((cte) => ({ ...cte, query: mapQuery(cte.query, rewrite) })),
    query: mapQuery(statement.query, rewrite),
  };
}
