import { arrayOf, BOOL, FLOAT64, INT64, mapOf, STRING, UINT8, UNKNOWN } from '../../catalog/build-type.ts';
import type { DataType } from '../../catalog/data-type.ts';
import type { ArgumentPattern, FunctionRow } from '../../catalog/function-row.ts';
import { findFunction } from '../../catalog/functions/function-table.ts';
import { patternAt } from '../../catalog/functions/pattern-at.ts';
import type { Call, CompareOperation, CompareOperator, Expr } from '../../language/ast.ts';
import { and, cast, NOTHING, not, or, xor } from '../build-ir.ts';
import { compileError } from '../compile-context.ts';
import type { IrExpr } from '../ir.ts';
import { callFunction, callRow, checkArity, functionRow } from './call-function.ts';
import { compare, resolveComparison } from './compare.ts';
import { condition } from './convert.ts';
import { resolveExpanded } from './resolve-expanded.ts';
import { resolveIn } from './resolve-in.ts';
import { resolveInCohort } from './resolve-in-cohort.ts';
import { resolveLambda } from './resolve-lambda.ts';
import { resolveScalarSubquery } from './resolve-subquery.ts';
import { requiredSlot, WHOLE_NUMBER } from './resolve-variable.ts';
import type { Scope } from './scope.ts';

/** What the parser writes as a call although it is none; no table of functions has these names. */
const SYNTAX: ReadonlyMap<string, (node: Call, scope: Scope) => IrExpr> = new Map([
  ['exists', exists],
  ['_casewithexpression', caseWithExpression],
]);

/** Resolves `name(params)(args)`. */
export function resolveCall(node: Call, scope: Scope): IrExpr {
  const expanded = resolveExpanded(node, scope);
  if (expanded) return expanded;
  const row = findFunction(node.name);
  const syntax = row ? undefined : SYNTAX.get(node.name.toLowerCase());
  if (syntax) return syntax(node, scope);
  const [left, right] = node.args;
  if (row?.operator && left && right && node.args.length === 2) {
    return resolveOperator(node, row.operator, left, right, scope);
  }
  if (row?.arithmetic && left && right && node.args.length === 2) {
    const { span } = node;
    const operation = {
      kind: 'ArithmeticOperation',
      op: row.arithmetic,
      left,
      right,
      ...(span && { span }),
    } as const;
    return scope.resolver.expr(operation, scope);
  }
  if (row?.connective) return resolveConnective(row, row.connective, node, scope);
  return resolvePlainCall(node, scope);
}

function resolveOperator(node: Call, op: CompareOperator, left: Expr, right: Expr, scope: Scope): IrExpr {
  const { span } = node;
  const operation = { kind: 'CompareOperation', op, left, right, ...(span && { span }) } as const;
  return resolveCompareOperation(operation, scope);
}

/** `a = b`, `a IN b`. */
export function resolveCompareOperation(node: CompareOperation, scope: Scope): IrExpr {
  switch (node.op) {
    case 'in':
    case 'not in':
      return resolveIn(node, node.op === 'not in', scope);
    case 'in cohort':
    case 'not in cohort':
      return resolveInCohort(node, node.op === 'not in cohort', scope);
    default:
      return resolveComparison(node, node.op, scope);
  }
}

function resolveConnective(
  row: FunctionRow,
  connective: NonNullable<FunctionRow['connective']>,
  node: Call,
  scope: Scope,
): IrExpr {
  checkArity(row, node.args.length, 0, node, scope);
  const conditions = node.args.map((arg) => condition(arg, scope));
  switch (connective) {
    case 'and':
      return and(conditions);
    case 'or':
      return or(conditions);
    case 'xor':
      return xor(conditions);
    case 'not':
      return not(conditions[0] ?? NOTHING);
  }
}

function exists(node: Call, scope: Scope): IrExpr {
  const [query] = node.args;
  if (node.args.length !== 1 || (query?.kind !== 'SelectQuery' && query?.kind !== 'SelectSetQuery')) {
    throw compileError(scope.context, 'wrong_arity', 'EXISTS takes one sub-query.', node);
  }
  return { ...resolveScalarSubquery(query, scope), exists: true, type: UINT8 };
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
  const distinct = node.distinct ? findFunction(node.name)?.distinct : undefined;
  const exact = distinct === undefined ? node : asDistinct(distinct, node);
  const filtered = exact.filter_expr ? withFilter(exact, exact.filter_expr) : exact;
  const row = functionRow(filtered.name, node, scope, node.internal);
  checkPlace(row, node, scope);
  const inside = row.kind === 'aggregate' ? { ...scope, insideAggregate: row.name } : scope;
  const params = (filtered.params ?? []).map((param) => constantParameter(param, inside));
  const nodes = row.countsRows && isStar(filtered.args[0]) ? filtered.args.slice(1) : filtered.args;
  const args = resolveArguments(row, nodes, node, inside);
  return callRow(row, args, filtered, scope, {
    params,
    ...(filtered.distinct && { distinct: true }),
    ...(filtered.nulls && { nulls: filtered.nulls }),
  });
}

function isStar(node: Expr | undefined): boolean {
  return node?.kind === 'Field' && node.chain.length === 1 && node.chain[0] === '*';
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

/** `count(DISTINCT a, b)` as the call of another function, which counts different values exactly. */
function asDistinct(name: string, node: Call): Call {
  const { distinct: _, ...rest } = node;
  return { ...rest, name };
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
      : scope.resolver.expr(arg, scope, expectedType(patternAt(row, at, nodes.length))),
  );
  const given = row.lambda === 'fold' ? withWideAccumulator(values) : values;
  return nodes.map((arg, at) => given[at] ?? resolveLambda(arg, row, given, node, scope));
}

/**
 * Makes the first accumulator wide: the sum in `arrayFold((sum, x) -> sum + x, list, 0)` is wider than the literal 0,
 * and the engine wants one type for both.
 */
function withWideAccumulator(values: readonly (IrExpr | undefined)[]): readonly (IrExpr | undefined)[] {
  return values.map((value, at) => {
    const isNarrow = value?.type.kind === 'integer' && (value.type.bits ?? 64) < 64;
    return isNarrow && at === values.length - 1 ? cast(value, INT64) : value;
  });
}

function expectedType(pattern: ArgumentPattern): DataType | undefined {
  switch (pattern) {
    case 'number':
    case 'cast number':
    case 'constant number':
      return FLOAT64;
    case 'integer':
    case 'whole':
      return { kind: 'integer', nullable: true };
    case 'amount':
      return WHOLE_NUMBER;
    case 'string':
    case 'text':
    case 'json':
    case 'zone':
    case 'constant text':
    case 'text or array':
      return STRING;
    case 'bool':
    case 'condition':
      return BOOL;
    case 'date':
      return { kind: 'datetime', nullable: true, precision: 6 };
    case 'array':
    case 'array or map':
    case 'array or lambda':
    case 'constant array':
      return arrayOf(UNKNOWN);
    case 'map':
      return mapOf(STRING, UNKNOWN);
    case 'uuid':
      return { kind: 'uuid', nullable: true };
    default:
      return undefined;
  }
}
