import { arrayOf, BOOL, DATE, FLOAT64, INT64, mapOf, STRING, UNKNOWN } from '../../catalog/build-type.ts';
import type { ArgumentPattern, FunctionRow } from '../../catalog/function-row.ts';
import type { DataType } from '../../catalog/types.ts';
import type { Call, CompareOperator, Expr } from '../../language/ast.ts';
import { and, not, or, template, xor } from '../build-ir.ts';
import { compileError } from '../compile-context.ts';
import type { IrExpr } from '../ir.ts';
import { callFunction, functionRow, patternAt } from './call-function.ts';
import { compare, type PlainOperator, resolveComparison } from './compare.ts';
import { condition } from './convert.ts';
import { existsSubquery, resolveIn } from './resolve-in.ts';
import { resolveLambda } from './resolve-lambda.ts';
import { requiredSlot, WHOLE_NUMBER } from './resolve-variable.ts';
import type { Scope } from './scope.ts';

/** Function spellings of operators: they follow the null and type rules of the operators. */
const OPERATORS: ReadonlyMap<string, CompareOperator> = new Map([
  ['equals', '=='],
  ['notEquals', '!='],
  ['less', '<'],
  ['lessOrEquals', '<='],
  ['greater', '>'],
  ['greaterOrEquals', '>='],
  ['like', 'like'],
  ['ilike', 'ilike'],
  ['notLike', 'not like'],
  ['notILike', 'not ilike'],
  ['in', 'in'],
  ['notIn', 'not in'],
]);

/** Resolves `name(params)(args)`. */
export function resolveCall(node: Call, scope: Scope): IrExpr {
  const operator = OPERATORS.get(node.name);
  const [left, right] = node.args;
  if (operator && left && right && node.args.length === 2) {
    return resolveOperator(node, operator, left, right, scope);
  }
  const special = SPECIAL.get(node.name.toLowerCase());
  if (special) return special(node, scope);
  return resolvePlainCall(node, scope);
}

function resolveOperator(node: Call, op: CompareOperator, left: Expr, right: Expr, scope: Scope): IrExpr {
  const operation = {
    kind: 'CompareOperation',
    op,
    left,
    right,
    ...(node.span && { span: node.span }),
  } as const;
  if (op === 'in' || op === 'not in') return resolveIn(operation, op === 'not in', scope);
  return resolveComparison(operation, op as PlainOperator, scope);
}

type SpecialCall = (node: Call, scope: Scope) => IrExpr;

const SPECIAL: ReadonlyMap<string, SpecialCall> = new Map<string, SpecialCall>([
  ['and', (node, scope) => connective(node, scope, and)],
  ['or', (node, scope) => connective(node, scope, or)],
  ['xor', (node, scope) => connective(node, scope, xor)],
  ['not', (node, scope) => connective(node, scope, ([only]) => not(only ?? { ...UNKNOWN_EXPR }))],
  ['exists', exists],
  ['_casewithexpression', caseWithExpression],
]);

const UNKNOWN_EXPR: IrExpr = { kind: 'template', pieces: ['NULL'], type: UNKNOWN };

function connective(node: Call, scope: Scope, connect: (conditions: readonly IrExpr[]) => IrExpr): IrExpr {
  functionRow(node.name, node, scope);
  const least = node.name.toLowerCase() === 'not' ? 1 : 2;
  if (node.args.length < least || (least === 1 && node.args.length > 1)) {
    throw compileError(
      scope.context,
      'wrong_arity',
      `${node.name} takes ${least === 1 ? '1 argument' : 'at least 2 arguments'}, found ${node.args.length}.`,
      node,
    );
  }
  return connect(node.args.map((arg) => condition(arg, scope)));
}

function exists(node: Call, scope: Scope): IrExpr {
  const [query] = node.args;
  if (node.args.length !== 1 || (query?.kind !== 'SelectQuery' && query?.kind !== 'SelectSetQuery')) {
    throw compileError(scope.context, 'wrong_arity', 'EXISTS takes one sub-query.', node);
  }
  return existsSubquery(scope.resolver.expr(query, scope));
}

/** `CASE x WHEN a THEN b ELSE c END` compares by the rules of `=`, so a NULL matches NULL. */
function caseWithExpression(node: Call, scope: Scope): IrExpr {
  const [operand, ...rest] = node.args;
  if (!operand) throw compileError(scope.context, 'wrong_arity', 'CASE needs an expression.', node);
  const value = scope.resolver.expr(operand, scope);
  const args: IrExpr[] = [];
  for (let at = 0; at + 1 < rest.length; at += 2) {
    const [when, result] = [rest[at], rest[at + 1]];
    if (!when || !result) break;
    args.push(compare('==', value, scope.resolver.expr(when, scope, value.type), when, scope));
    args.push(scope.resolver.expr(result, scope));
  }
  const otherwise = rest.at(-1);
  if (otherwise) args.push(scope.resolver.expr(otherwise, scope));
  return callFunction('multiIf', args, node, scope);
}

function resolvePlainCall(node: Call, scope: Scope): IrExpr {
  refuseCallClauses(node, scope);
  const exact = node.distinct && /^count$/i.test(node.name) ? asExactCount(node) : node;
  const filtered = exact.filter_expr ? withFilter(exact, exact.filter_expr) : exact;
  const row = functionRow(filtered.name, node, scope, node.internal);
  checkPlace(row, node, scope);
  const inside = row.kind === 'aggregate' ? { ...scope, insideAggregate: row.name } : scope;
  const params = (filtered.params ?? []).map((param) => constantParameter(param, inside));
  const args = resolveArguments(
    row,
    isCountStar(filtered) ? filtered.args.slice(1) : filtered.args,
    node,
    inside,
  );
  return callFunction(filtered.name, args, filtered, scope, {
    params,
    ...(filtered.distinct && { distinct: true }),
    ...(filtered.nulls && { nulls: filtered.nulls }),
    ...(node.internal && { internal: true }),
  });
}

/** `count(*)` counts rows, as `count()`. */
function isCountStar(node: Call): boolean {
  const [first] = node.args;
  return (
    /^count(If)?$/i.test(node.name) &&
    first?.kind === 'Field' &&
    first.chain.length === 1 &&
    first.chain[0] === '*'
  );
}

function refuseCallClauses(node: Call, scope: Scope): void {
  if (node.order_by || node.within_group) {
    throw compileError(
      scope.context,
      'unsupported_syntax',
      'ORDER BY inside a call is not offered. Use arraySort or a window.',
      node,
    );
  }
}

/** `count(DISTINCT a, b)` counts different values exactly, as `uniqExact(a, b)`. */
function asExactCount(node: Call): Call {
  const { distinct: _, ...rest } = node;
  return { ...rest, name: 'uniqExact' };
}

/** `count() FILTER (WHERE c)` is `countIf(c)`. */
function withFilter(node: Call, condition: Expr): Call {
  const { filter_expr: _, ...rest } = node;
  return { ...rest, name: `${node.name}If`, args: [...node.args, condition] };
}

function constantParameter(node: Expr, scope: Scope): IrExpr {
  const value = scope.resolver.expr(node, scope, FLOAT64);
  if (value.kind === 'literal') return value;
  if (value.kind === 'variable') return requiredSlot(value, scope);
  throw compileError(
    scope.context,
    'type_mismatch',
    'A parameter of an aggregate is a literal or a variable.',
    node,
  );
}

/** Aggregates stand in SELECT, HAVING and ORDER BY, never inside one another; window functions need OVER. */
function checkPlace(row: FunctionRow, node: Call, scope: Scope): void {
  if (row.kind === 'window') {
    throw compileError(scope.context, 'unsupported_syntax', `${row.name} needs OVER (...).`, node);
  }
  if (row.kind !== 'aggregate') return;
  if (scope.insideAggregate !== undefined) {
    throw compileError(
      scope.context,
      'nested_aggregate',
      `${row.name} stands inside ${scope.insideAggregate}. Compute it in a sub-query.`,
      node,
    );
  }
  if (scope.clause !== 'select' && scope.clause !== 'having' && scope.clause !== 'order by') {
    throw compileError(
      scope.context,
      'nested_aggregate',
      `${row.name} is an aggregate and cannot stand in ${scope.clause.toUpperCase()}. Use HAVING or a sub-query.`,
      node,
    );
  }
}

/** Resolves arguments with the types that their places ask for; lambdas last, when the arrays are known. */
export function resolveArguments(
  row: FunctionRow,
  nodes: readonly Expr[],
  node: Expr,
  scope: Scope,
): readonly IrExpr[] {
  const values = nodes.map((arg, at) =>
    arg.kind === 'Lambda'
      ? undefined
      : scope.resolver.expr(arg, scope, expectedType(patternAt(row, at), row)),
  );
  const given = row.lambda === 'fold' ? withWideAccumulator(values) : values;
  return nodes.map((arg, at) => given[at] ?? resolveLambda(arg, row, given, node, scope));
}

/** `arrayFold((sum, x) -> sum + x, list, 0)`: the sum is wider than the literal, and the engine wants one type for both. */
function withWideAccumulator(values: readonly (IrExpr | undefined)[]): readonly (IrExpr | undefined)[] {
  return values.map((value, at) => {
    const isNarrow = value?.type.kind === 'integer' && (value.type.bits ?? 64) < 64;
    return isNarrow && at === values.length - 1 ? template(['CAST(', value, ", 'Int64')"], INT64) : value;
  });
}

const COUNTED = /^(toInterval|numbers|arrayResize|substring)/;

function expectedType(pattern: ArgumentPattern, row: FunctionRow): DataType | undefined {
  if (row.name.startsWith('toInterval')) return WHOLE_NUMBER;
  switch (pattern) {
    case 'number':
      return FLOAT64;
    case 'integer':
      return COUNTED.test(row.name) ? WHOLE_NUMBER : { kind: 'integer', nullable: true };
    case 'string':
    case 'text':
    case 'json':
    case 'zone':
      return STRING;
    case 'bool':
      return BOOL;
    case 'date':
      return row.name === 'toDate' ? DATE : { kind: 'datetime', nullable: true, precision: 6 };
    case 'array':
    case 'array or lambda':
      return arrayOf(UNKNOWN);
    case 'map':
      return mapOf(STRING, UNKNOWN);
    case 'uuid':
      return { kind: 'uuid', nullable: true };
    default:
      return undefined;
  }
}
