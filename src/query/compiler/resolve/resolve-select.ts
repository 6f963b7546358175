import { UNKNOWN } from '../../catalog/build-type.ts';
import type { Expr, GroupingSet, NamedWindow, OrderExpr, SelectQuery } from '../../language/ast.ts';
import { and, NOTHING, withoutZone } from '../build-ir.ts';
import { collectErrors, compileError } from '../compile-context.ts';
import type { IrExpr, IrGroupBy, IrOrder, IrOutput, IrSelect } from '../ir.ts';
import { someExpr } from '../ir-visit.ts';
import { checkGroupedOutputs } from '../rules/grouped-outputs.ts';
import { collectAliases, withoutAliases } from './collect-aliases.ts';
import { condition } from './convert.ts';
import { expandColumns, type SelectItem } from './expand-columns.ts';
import { outputLabel } from './output-label.ts';
import { aliasExpr } from './resolve-alias.ts';
import { resolveFrom } from './resolve-from.ts';
import { resolveLimit } from './resolve-limit.ts';
import { resolveOrder } from './resolve-window.ts';
import { addCtes, type Clause, inClause, type ResolvedQuery, type Scope, selectScope } from './scope.ts';

/** How moments leave the SELECT: as stored (a sub-query), or in the project's zone (a branch of a set, an answer). */
export type ZoneOfOutputs = 'stored' | 'project';

/** Resolves one SELECT. Errors of its parts are collected, so that one pass finds those of all clauses. */
export function resolveSelect(node: SelectQuery, parent: Scope, zone: ZoneOfOutputs): ResolvedQuery {
  const scope = selectScope(parent);
  const { context } = scope;
  addCtes(node.ctes ?? [], scope, parent);
  const from = node.select_from && resolveFrom(node.select_from, scope);
  const arrayJoin = resolveArrayJoin(node, scope);
  for (const window of node.window_exprs ?? []) scope.windows.set(window.name, namedWindow(window));
  collectAliases(node, scope);
  const items = expandColumns(node, scope);
  const resolved = items.map((item) => resolveItem(item, scope));
  const clause = (expr: Expr | undefined, name: Clause) =>
    expr && collectErrors(context, NOTHING, () => condition(expr, inClause(scope, name)));
  const where = [clause(node.prewhere, 'where'), clause(node.where, 'where')].filter(
    (part) => part !== undefined,
  );
  const groupBy = resolveGroupBy(node, items, scope);
  const having = clause(node.having, 'having');
  const qualify = clause(node.qualify, 'select');
  const orderBy = node.order_by?.map((order) => resolveOrderItem(order, items, scope));
  const limits = resolveLimits(node, scope);
  const outputs = zone === 'stored' ? asStored(resolved, scope) : resolved;
  const select: IrSelect = {
    kind: 'select',
    ...(node.distinct && { distinct: true }),
    outputs,
    ...(from && { from }),
    ...(arrayJoin && { arrayJoin }),
    ...(where.length > 0 && { where: and(where) }),
    ...(groupBy && { groupBy }),
    ...(having && { having }),
    ...(qualify && { qualify }),
    ...(orderBy && { orderBy }),
    ...resolveInterpolate(node, scope),
    ...limits,
  };
  const nodes = { having: node.having, qualify: node.qualify, orderBy: node.order_by };
  checkGroupedOutputs(select, { items, ...nodes, limitBy: node.limit_by?.exprs }, context);
  return { query: select, columns: outputs.map(resultColumn) };
}

/**
 * Gives moments as they are stored. A moment whose alias the same SELECT reads stays in the project's zone, which is
 * what the alias means there.
 */
function asStored(outputs: readonly IrOutput[], scope: Scope): readonly IrOutput[] {
  const read = new Set<string>();
  for (const alias of scope.aliases.values()) if (alias.referenced) read.add(alias.name);
  return outputs.map((output) =>
    read.has(output.name) ? output : { ...output, expr: withoutZone(output.expr) },
  );
}

function resultColumn(output: IrOutput): ResolvedQuery['columns'][number] {
  return { label: output.label, name: output.name, type: output.expr.type };
}

function namedWindow(window: NamedWindow): { readonly name: string; readonly node: NamedWindow['window'] } {
  return { name: window.name, node: window.window };
}

function resolveItem(item: SelectItem, scope: Scope): IrOutput {
  const { context } = scope;
  const { node } = item;
  const label = item.label ?? (node.kind === 'Alias' ? node.alias : outputLabel(node, context));
  const alias = node.kind === 'Alias' && item.label === undefined ? scope.aliases.get(node.alias) : undefined;
  const expr = collectErrors(context, NOTHING, () => {
    if (!alias) return scope.resolver.expr(node, scope);
    if (alias.node !== withoutAliases(node)) return scope.resolver.expr(withoutAliases(node), scope);
    return aliasExpr(alias, scope);
  });
  const name = alias && !alias.listed ? alias.name : context.names.next('c');
  if (alias) alias.listed = true;
  return { name, label, expr };
}

function resolveArrayJoin(node: SelectQuery, scope: Scope): IrSelect['arrayJoin'] {
  if (!node.array_join_list) return undefined;
  const inside = inClause(scope, 'array join');
  const items = node.array_join_list.map((item) => {
    if (item.kind !== 'Alias') {
      throw compileError(
        scope.context,
        'unsupported_syntax',
        'ARRAY JOIN needs an alias: ARRAY JOIN x AS y.',
        item,
      );
    }
    const expr = scope.resolver.expr(item.expr, inside);
    const name = scope.context.names.next('c');
    const type = expr.type.kind === 'array' ? expr.type.element : UNKNOWN;
    return { alias: item.alias, name, expr, type };
  });
  for (const { alias, name, type } of items) scope.arrayItems.set(alias, { kind: 'name', name, type });
  return {
    left: node.array_join_op === 'LEFT ARRAY JOIN',
    items: items.map(({ name, expr }) => ({ name, expr })),
  };
}

/** The column that a whole number in GROUP BY or ORDER BY stands for, counted from 1; every other node as it is. */
function positional(node: Expr, items: readonly SelectItem[], scope: Scope): Expr {
  if (node.kind !== 'Constant' || typeof node.value !== 'bigint' || node.type !== undefined) return node;
  const item = items[Number(node.value) - 1];
  if (item) return item.node.kind === 'Alias' ? { kind: 'Field', chain: [item.node.alias] } : item.node;
  throw compileError(
    scope.context,
    'unknown_field',
    `There is no column ${node.value}: SELECT lists ${items.length}.`,
    node,
  );
}

function resolveGroupBy(
  node: SelectQuery,
  items: readonly SelectItem[],
  scope: Scope,
): IrGroupBy | undefined {
  const { group_by: nodes, group_by_mode: mode } = node;
  if (mode === 'all' && !nodes?.length) return { mode: 'all', sets: [[]] };
  if (!nodes) return undefined;
  const inside = inClause(scope, 'group by');
  const resolveKey = (key: Expr) =>
    collectErrors(scope.context, NOTHING, () => groupKey(positional(key, items, inside), inside));
  const isSet = (key: Expr | GroupingSet): key is GroupingSet => key.kind === 'GroupingSet';
  if (mode === 'grouping_sets') {
    return {
      mode,
      sets: nodes.map((key) => (isSet(key) ? key.exprs.map(resolveKey) : [resolveKey(key)])),
    };
  }
  const keys = nodes.flatMap((key) => (isSet(key) ? key.exprs : [key])).map(resolveKey);
  return { mode: mode === 'rollup' || mode === 'cube' ? mode : 'plain', sets: [keys] };
}

function groupKey(node: Expr, scope: Scope): IrExpr {
  const key = scope.resolver.expr(node, scope);
  if (key.kind === 'name' && (key.contains?.aggregate || key.contains?.window)) {
    throw compileError(scope.context, 'nested_aggregate', 'GROUP BY cannot name an aggregate.', node);
  }
  // Equal moments are equal in every zone, and the stored column is what a sub-query hands on.
  return key.kind === 'name' ? key : withoutZone(key);
}

function resolveOrderItem(order: OrderExpr, items: readonly SelectItem[], scope: Scope): IrOrder {
  const inside = inClause(scope, 'order by');
  return collectErrors(scope.context, { expr: NOTHING, descending: false }, () =>
    resolveOrder({ ...order, expr: positional(order.expr, items, inside) }, inside),
  );
}

function resolveInterpolate(node: SelectQuery, scope: Scope): Pick<IrSelect, 'interpolate'> {
  if (!node.interpolate) return {};
  const interpolate = node.interpolate.map((item) => {
    const column = scope.resolver.expr(item.expr, inClause(scope, 'order by'));
    if (column.kind !== 'name') {
      throw compileError(scope.context, 'unknown_field', 'INTERPOLATE takes aliases of SELECT.', item.expr);
    }
    const value = item.value && scope.resolver.expr(item.value, inClause(scope, 'order by'));
    if (value && someExpr(value, (part) => part.kind === 'literal' || part.kind === 'variable')) {
      throw compileError(
        scope.context,
        'unsupported_syntax',
        'INTERPOLATE takes expressions of columns; the engine binds no values here.',
        item.expr,
      );
    }
    return { name: column.name, ...(value && { value }) };
  });
  return { interpolate };
}

function resolveLimits(
  node: SelectQuery,
  scope: Scope,
): Pick<IrSelect, 'limit' | 'offset' | 'limitBy' | 'withTies'> {
  const inside = inClause(scope, 'limit');
  const { limit_by: by } = node;
  return {
    ...(node.limit && { limit: resolveLimit(node.limit, inside) }),
    ...(node.offset && { offset: resolveLimit(node.offset, inside) }),
    ...(node.limit_with_ties && { withTies: true }),
    ...(by && {
      limitBy: {
        n: resolveLimit(by.n, inside),
        ...(by.offset_value && { offset: resolveLimit(by.offset_value, inside) }),
        exprs: by.exprs.map((expr) => scope.resolver.expr(expr, inClause(scope, 'order by'))),
      },
    }),
  };
}
