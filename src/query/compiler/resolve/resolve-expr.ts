import type { AppError, ErrorCode } from '../../../base/errors.ts';
import { arrayOf, mapOf, tupleOf, UNKNOWN } from '../../catalog/build-type.ts';
import { commonType } from '../../catalog/common-type.ts';
import type { DataType } from '../../catalog/data-type.ts';
import { ARITHMETIC_FUNCTIONS, type PlainOperator } from '../../catalog/operators.ts';
import type { ArithmeticOperator, ArraySlice, Expr, IsDistinctFrom, Tuple } from '../../language/ast.ts';
import { and, call, integerLiteral, not, or } from '../build-ir.ts';
import { compileError } from '../compile-context.ts';
import type { IrExpr, IrLiteral } from '../ir.ts';
import { isPropertyText, isTemporal } from '../types.ts';
import { callFunction } from './call-function.ts';
import { withoutAliases } from './collect-aliases.ts';
import { compare, resolveComparison } from './compare.ts';
import { condition, toMoment, toNumber } from './convert.ts';
import { resolveAccess } from './resolve-access.ts';
import { aliasExpr, lambdaAliasExpr, reference } from './resolve-alias.ts';
import { resolveCall, resolveCompareOperation } from './resolve-call.ts';
import { resolveCast } from './resolve-cast.ts';
import { resolveConstant } from './resolve-constant.ts';
import { literalArray } from './resolve-in.ts';
import { resolveScalarSubquery } from './resolve-subquery.ts';
import { resolvePlaceholder } from './resolve-variable.ts';
import { resolveWindowFunction } from './resolve-window.ts';
import type { Scope } from './scope.ts';

/**
 * Resolves an expression from the leaves up: binds its names and gives it a type.
 * @param expected the type that the place asks for; it decides only about expressions without a type of their own
 *   (variables)
 * @throws AppError with the position of the offending part
 */
export function resolveExpr(node: Expr, scope: Scope, expected?: DataType): IrExpr {
  switch (node.kind) {
    case 'Constant':
      return resolveConstant(node);
    case 'Field':
    case 'ArrayAccess':
    case 'TupleAccess':
      return resolveAccess(node, scope);
    case 'Placeholder':
      return resolvePlaceholder(node, scope, expected);
    case 'Alias':
      return resolveNamed(node.alias, node.expr, scope, expected);
    case 'Tuple':
      return resolveTuple(node, scope);
    case 'Array':
      return resolveArray(node.exprs, node, scope, expected);
    case 'Dict':
      return resolveDict(node.items, scope);
    case 'And':
    case 'Or':
      return resolveLogic(node, scope);
    case 'Not':
      return not(condition(node.expr, scope));
    case 'ArithmeticOperation':
      return resolveArithmetic(node.op, node.left, node.right, node, scope);
    case 'CompareOperation':
      return resolveCompareOperation(node, scope);
    case 'BetweenExpr':
      return resolveBetween(node, scope);
    case 'IsDistinctFrom':
      return resolveDistinctFrom(node, scope);
    case 'Call':
      return resolveCall(node, scope);
    case 'WindowFunction':
      return resolveWindowFunction(node, scope);
    case 'ArraySlice':
      return resolveSlice(node, scope);
    case 'TypeCast':
    case 'TryCast':
      return resolveCast(node, scope);
    case 'SelectQuery':
    case 'SelectSetQuery':
      return resolveScalarSubquery(node, scope);
    case 'Lambda':
      throw misplaced('type_mismatch', 'A lambda can only be an argument of a function.', node, scope);
    case 'ExprCall':
      throw misplaced('unsupported_syntax', 'Only functions can be called.', node, scope);
    case 'ColumnsExpr':
      throw misplaced('unsupported_syntax', 'A list of columns can only stand in SELECT.', node, scope);
  }
}

/** The refusal of a node that only some places may hold. */
const misplaced = (code: ErrorCode, detail: string, node: Expr, scope: Scope): AppError =>
  compileError(scope.context, code, detail, node);

/** An alias inside an expression: `f(x AS y)`. Its name is visible in the whole SELECT. */
function resolveNamed(alias: string, node: Expr, scope: Scope, expected: DataType | undefined): IrExpr {
  const own = scope.lambdaAliases.get(alias);
  if (own?.node === node) return lambdaAliasExpr(own, scope);
  const binding = scope.aliases.get(alias);
  const inner = withoutAliases(node);
  if (binding?.node !== inner) return scope.resolver.expr(inner, scope, expected);
  const expr = aliasExpr(binding, scope);
  if (binding.listed) return reference(binding, expr, scope);
  binding.listed = true;
  return { kind: 'named', name: binding.name, expr, type: expr.type };
}

function resolveTuple(node: Tuple, scope: Scope): IrExpr {
  const items = node.exprs.map((item) => scope.resolver.expr(item, scope));
  return call('tuple', items, tupleOf(items.map((item) => item.type)));
}

/** An array. Literals of one family become one parameter, so that a long list does not make a long text. */
function resolveArray(
  nodes: readonly Expr[],
  node: Expr,
  scope: Scope,
  expected: DataType | undefined,
): IrExpr {
  const element = expected?.kind === 'array' ? expected.element : undefined;
  const items = nodes.map((item) => scope.resolver.expr(item, scope, element));
  const literals = items.filter((item): item is IrLiteral => item.kind === 'literal' && item.value !== null);
  if (literals.length === items.length && literals.length > 3) {
    const array = literalArray(literals);
    if (array) return array;
  }
  if (items.length === 0) return call('array', [], arrayOf({ kind: 'null', nullable: false }));
  return callFunction('array', items, node, scope);
}

function resolveDict(items: readonly (readonly [Expr, Expr])[], scope: Scope): IrExpr {
  const values = items.flat().map((item) => scope.resolver.expr(item, scope));
  const [key, value] = [0, 1].map((parity) =>
    commonType(values.filter((_, at) => at % 2 === parity).map((item) => item.type)),
  );
  return call('map', values, mapOf(key ?? UNKNOWN, value ?? UNKNOWN));
}

function resolveLogic(node: Expr & { kind: 'And' | 'Or' }, scope: Scope): IrExpr {
  const conditions = node.exprs.map((item) => condition(item, scope));
  return node.kind === 'And' ? and(conditions) : or(conditions);
}

function resolveArithmetic(
  op: ArithmeticOperator,
  leftNode: Expr,
  rightNode: Expr,
  node: Expr,
  scope: Scope,
): IrExpr {
  const late = leftNode.kind === 'Placeholder' && rightNode.kind !== 'Placeholder';
  const first = scope.resolver.expr(late ? rightNode : leftNode, scope, NUMBER_PLACE);
  const second = scope.resolver.expr(
    late ? leftNode : rightNode,
    scope,
    isTemporal(first.type) ? undefined : NUMBER_PLACE,
  );
  const [left, right] = late ? [second, first] : [first, second];
  const convert = (value: IrExpr, other: IrExpr) =>
    isPropertyText(value.type) && (other.type.kind === 'interval' || isTemporal(other.type))
      ? toMoment(value, node, scope)
      : toNumber(value);
  const sides = [convert(left, right), convert(right, left)];
  for (const side of sides) {
    if (side.type.kind === 'string' || side.type.kind === 'uuid' || side.type.kind === 'json') {
      throw compileError(
        scope.context,
        'type_mismatch',
        `Cannot compute with text: convert it with toFloat() or join texts with concat().`,
        node,
      );
    }
  }
  return callFunction(ARITHMETIC_FUNCTIONS[op], sides, node, scope);
}

const NUMBER_PLACE: DataType = { kind: 'float', nullable: true };

function resolveBetween(node: Expr & { kind: 'BetweenExpr' }, scope: Scope): IrExpr {
  const value = scope.resolver.expr(node.expr, scope);
  const bound = (op: PlainOperator, limit: Expr) =>
    compare(op, value, scope.resolver.expr(limit, scope, value.type), limit, scope);
  return node.negated
    ? or([bound('<', node.low), bound('>', node.high)])
    : and([bound('>=', node.low), bound('<=', node.high)]);
}

/**
 * `IS DISTINCT FROM` is resolved like `!=`, which treats NULL as a value in this dialect, and its negation like `=`.
 */
function resolveDistinctFrom(node: IsDistinctFrom, scope: Scope): IrExpr {
  const op = node.negated ? '==' : '!=';
  return resolveComparison({ kind: 'CompareOperation', op, left: node.left, right: node.right }, op, scope);
}

/** `items[a:b]` holds the elements a to b, both counted from 1. */
function resolveSlice(node: ArraySlice, scope: Scope): IrExpr {
  const array = scope.resolver.expr(node.array, scope);
  const start = node.start_expr ? scope.resolver.expr(node.start_expr, scope) : integerLiteral(1n);
  if (!node.end_expr) return callFunction('arraySlice', [array, start], node, scope);
  const end = scope.resolver.expr(node.end_expr, scope);
  const length = callFunction(
    'minus',
    [callFunction('plus', [end, integerLiteral(1n)], node, scope), start],
    node,
    scope,
  );
  return callFunction('arraySlice', [array, start, length], node, scope);
}
