import { invariant } from '../../base/invariant.ts';
import type {
  IrExpr,
  IrFrameBound,
  IrFrom,
  IrOrder,
  IrQuery,
  IrScan,
  IrSelect,
  IrSource,
  IrStatement,
  IrTable,
  IrWindow,
} from './ir.ts';

/**
 * How a walk rewrites a tree. `table`, `select` and `columns` change a node before the walk enters its parts, so the
 * walk goes on into their results. `expr` and `scan` spell a node after its parts, so they see parts that are already
 * rewritten.
 */
export interface IrRewrite {
  /** A table of the catalog. */
  readonly table?: (table: IrTable) => IrSource;
  /** A SELECT by its clauses. */
  readonly select?: (select: IrSelect) => IrSelect;
  /** What a scan reads. */
  readonly columns?: (scan: IrScan) => IrScan;
  readonly expr?: (expr: IrExpr) => IrExpr;
  readonly scan?: (scan: IrScan) => IrSource;
  /** Sub-queries in expressions stay as they are. */
  readonly staysOutside?: true;
}

/**
 * The rewrites of several passes as one walk. No two passes may rewrite the same kind of node, as one of them would be
 * lost.
 */
export function combine(rewrites: readonly IrRewrite[]): IrRewrite {
  const combined: Record<string, unknown> = {};
  for (const rewrite of rewrites) {
    for (const [kind, change] of Object.entries(rewrite)) {
      invariant(!(kind in combined), `two passes of one walk rewrite each ${kind}`);
      combined[kind] = change;
    }
  }
  return combined;
}

function mapQuery(query: IrQuery, rewrite: IrRewrite): IrQuery {
  if (query.kind === 'set') {
    return {
      ...query,
      first: mapQuery(query.first, rewrite),
      rest: query.rest.map((branch) => ({ ...branch, query: mapQuery(branch.query, rewrite) })),
    };
  }
  return mapSelect(query, rewrite);
}

function mapSelect(given: IrSelect, rewrite: IrRewrite): IrSelect {
  const select = rewrite.select ? rewrite.select(given) : given;
  const clauses = mapClauses(select, (child) => mapExpr(child, rewrite));
  return { ...clauses, ...(select.from && { from: mapFrom(select.from, rewrite) }) };
}

/** The SELECT with what `expr` makes of the expressions in all its clauses but FROM. */
export function mapClauses(select: IrSelect, expr: (expr: IrExpr) => IrExpr): IrSelect {
  const order = (orders: readonly IrOrder[]) => orders.map((item) => mapOrder(item, expr));
  return {
    ...select,
    outputs: select.outputs.map((output) => ({ ...output, expr: expr(output.expr) })),
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
  switch (source.kind) {
    case 'table':
      return rewrite.table ? mapSource(rewrite.table(source.table), rewrite) : source;
    case 'scan':
      return mapScan(source, rewrite);
    case 'query':
      return { ...source, query: mapQuery(source.query, rewrite) };
    case 'numbers':
      return { ...source, args: source.args.map((arg) => mapExpr(arg, rewrite)) };
    case 'sourceSwitch':
      return {
        ...source,
        whenOutside: mapSource(source.whenOutside, rewrite),
        otherwise: mapSource(source.otherwise, rewrite),
      };
    case 'guarded':
    case 'flat':
    case 'cte':
      return source;
  }
}

function mapScan(source: IrScan, rewrite: IrRewrite): IrSource {
  const read = rewrite.columns ? rewrite.columns(source) : source;
  const columns = read.columns.map((column) => ({ ...column, expr: mapExpr(column.expr, rewrite) }));
  const scan = { ...read, columns };
  return rewrite.scan ? rewrite.scan(scan) : scan;
}

function mapOrder(order: IrOrder, expr: (expr: IrExpr) => IrExpr): IrOrder {
  const { fill } = order;
  return {
    ...order,
    expr: expr(order.expr),
    ...(fill && {
      fill: {
        ...(fill.from && { from: expr(fill.from) }),
        ...(fill.to && { to: expr(fill.to) }),
        ...(fill.step && { step: expr(fill.step) }),
      },
    }),
  };
}

function mapWindow(window: IrWindow, expr: (expr: IrExpr) => IrExpr): IrWindow {
  const bound = (item: IrFrameBound): IrFrameBound =>
    item.kind === 'current' || !item.value ? item : { ...item, value: expr(item.value) };
  const { frame } = window;
  return {
    partitionBy: window.partitionBy.map(expr),
    orderBy: window.orderBy.map((item) => mapOrder(item, expr)),
    ...(frame && {
      frame: { ...frame, start: bound(frame.start), ...(frame.end && { end: bound(frame.end) }) },
    }),
  };
}

/** Rewrites an expression from the leaves up, sub-queries included. */
export function mapExpr(expr: IrExpr, rewrite: IrRewrite): IrExpr {
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
    case 'word':
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
    case 'zone':
    case 'cast':
    case 'fill':
    case 'named': {
      const inner = map(expr.expr);
      return inner === expr.expr ? expr : { ...expr, expr: inner };
    }
    case 'lambda': {
      const body = map(expr.body);
      return body === expr.body ? expr : { ...expr, body };
    }
    case 'window':
      return {
        ...expr,
        call: map(expr.call),
        over: mapWindow(expr.over, map),
      };
    case 'nullSwitch':
      return { ...expr, whenNull: map(expr.whenNull), otherwise: map(expr.otherwise) };
    case 'subquery':
      return rewrite.staysOutside ? expr : { ...expr, query: mapQuery(expr.query, rewrite) };
  }
}

/** The items after `change`; the same list when no item changed. */
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

/** Rewrites a statement: its CTEs and its query. */
export function mapStatement(statement: IrStatement, rewrite: IrRewrite): IrStatement {
  return {
    ...statement,
    ctes: statement.ctes.map((cte) => ({ ...cte, query: mapQuery(cte.query, rewrite) })),
    query: mapQuery(statement.query, rewrite),
  };
}
