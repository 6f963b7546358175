import type { Expr, OrderExpr, WindowExpr, WindowFrameExpr, WindowFunction } from '../../language/ast.ts';
import { compileError } from '../compile-context.ts';
import type { IrExpr, IrFrameBound, IrOrder, IrWindow } from '../ir.ts';
import { callFunction, functionRow } from './call-function.ts';
import { resolveArguments } from './resolve-call.ts';
import { WHOLE_NUMBER } from './resolve-variable.ts';
import type { Scope } from './scope.ts';

/** `f(x) OVER (...)`: a window function, or an aggregate over a window. */
export function resolveWindowFunction(node: WindowFunction, scope: Scope): IrExpr {
  if (scope.clause !== 'select' && scope.clause !== 'order by') {
    throw compileError(
      scope.context,
      'nested_aggregate',
      `A window function cannot stand in ${scope.clause.toUpperCase()}. Use QUALIFY or a sub-query.`,
      node,
    );
  }
  if (scope.insideAggregate !== undefined) {
    throw compileError(
      scope.context,
      'nested_aggregate',
      `A window function stands inside ${scope.insideAggregate}. Use a sub-query.`,
      node,
    );
  }
  const row = functionRow(node.name, node, scope);
  if (row.kind === 'scalar') {
    throw compileError(
      scope.context,
      'unsupported_syntax',
      `${row.name} is neither a window function nor an aggregate.`,
      node,
    );
  }
  const args = resolveArguments(row, node.args, node, scope);
  const params = (node.params ?? []).map((param) => scope.resolver.expr(param, scope));
  const call = callFunction(node.name, args, node, scope, {
    params,
    ...(node.nulls && { nulls: node.nulls }),
  });
  const over = resolveOver(node, scope);
  const framed = row.frame === 'partition' && !over.frame ? wholePartition(over) : over;
  return { kind: 'window', call, over: framed, type: call.type };
}

function wholePartition(window: IrWindow): IrWindow {
  return {
    ...window,
    frame: {
      method: 'ROWS',
      start: { kind: 'unbounded', following: false },
      end: { kind: 'unbounded', following: true },
    },
  };
}

function resolveOver(node: WindowFunction, scope: Scope): IrWindow {
  if (node.over_expr) return resolveWindow(node.over_expr, scope);
  const name = node.over_identifier ?? '';
  const named = scope.windows.get(name);
  if (!named) throw compileError(scope.context, 'unknown_field', `There is no window "${name}".`, node);
  return resolveWindow(named.node, scope);
}

function resolveWindow(node: WindowExpr, scope: Scope): IrWindow {
  const { frame_method: method, frame_start: start, frame_end: end } = node;
  return {
    partitionBy: (node.partition_by ?? []).map((expr) => scope.resolver.expr(expr, scope)),
    orderBy: (node.order_by ?? []).map((order) => resolveOrder(order, scope)),
    ...(method &&
      start && {
        frame: {
          method,
          start: frameBound(start, scope),
          ...(end && { end: frameBound(end, scope) }),
        },
      }),
  };
}

function frameBound(node: WindowFrameExpr, scope: Scope): IrFrameBound {
  if (node.frame_type === 'CURRENT ROW') return { kind: 'current' };
  const following = node.frame_type === 'FOLLOWING';
  if (!node.frame_value) return { kind: 'unbounded', following };
  return { kind: 'offset', following, value: frameValue(node.frame_value, scope) };
}

/**
 * The size of a frame. The engine reads it while parsing, so a literal is printed as digits and a variable is refused.
 */
function frameValue(node: Expr, scope: Scope): IrExpr {
  const value = scope.resolver.expr(node, scope, WHOLE_NUMBER);
  if (value.kind === 'literal' && typeof value.value === 'bigint' && value.value >= 0n) return value;
  throw compileError(scope.context, 'type_mismatch', 'The size of a frame is a whole number.', node);
}

export function resolveOrder(node: OrderExpr, scope: Scope): IrOrder {
  const { with_fill: fill } = node;
  const constant = (expr: Expr | undefined) => expr && scope.resolver.expr(expr, scope);
  const [from, to, step] = fill
    ? [constant(fill.from_value), constant(fill.to_value), constant(fill.step_value)]
    : [];
  return {
    expr: scope.resolver.expr(node.expr, scope),
    descending: node.order === 'DESC',
    ...(node.nulls && { nulls: node.nulls }),
    ...(fill && { fill: { ...(from && { from }), ...(to && { to }), ...(step && { step }) } }),
  };
}
