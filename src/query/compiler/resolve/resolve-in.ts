import { arrayOf, UINT8 } from '../../catalog/build-type.ts';
import { commonType } from '../../catalog/common-type.ts';
import type { DataType } from '../../catalog/data-type.ts';
import { findFunction } from '../../catalog/functions/function-table.ts';
import { elementOf } from '../../catalog/functions/result-rules.ts';
import type { CompareOperation, Expr } from '../../language/ast.ts';
import {
  call,
  isConstant,
  not,
  nullSwitch,
  nullTo,
  or,
  truthLiteral,
  withoutZone,
  withValue,
} from '../build-ir.ts';
import { compileError } from '../compile-context.ts';
import type { IrExpr, IrLiteral } from '../ir.ts';
import { describeType, isPropertyText, withNullable } from '../types.ts';
import { compare, convertPair } from './compare.ts';
import { toMoment, toNumber, toRawText } from './convert.ts';
import { noteEventName } from './note-event-name.ts';
import { resolveCteReference } from './resolve-cte.ts';
import { resolveSubquery } from './resolve-subquery.ts';
import type { Scope } from './scope.ts';

/** `x IN (1, 2)`, `x IN (SELECT ...)`, `x IN {variables.list}`, `x IN array`. The answer is never NULL. */
export function resolveIn(node: CompareOperation, negated: boolean, scope: Scope): IrExpr {
  const left = scope.resolver.expr(node.left, scope);
  const found = membership(left, node.right, node, scope);
  return negated ? not(found) : found;
}

function membership(left: IrExpr, right: Expr, node: Expr, scope: Scope): IrExpr {
  if (right.kind === 'SelectQuery' || right.kind === 'SelectSetQuery') {
    return inSubquery(left, resolveSubquery(right, scope), node, scope);
  }
  if (right.kind === 'Field' && right.chain.length === 1) {
    const cte = resolveCteReference(right.chain[0] ?? '', scope);
    if (cte) return inSubquery(left, cte, node, scope);
  }
  if (right.kind === 'Placeholder') return inVariable(left, right, node, scope);
  const items = listedItems(right);
  if (items) return inList(left, items, node, scope);
  const value = scope.resolver.expr(right, scope, left.type);
  if (value.type.kind === 'array') return inArray(left, value, node, scope);
  if (isConstant(value)) return inList(left, [right], node, scope);
  return compare('==', left, value, node, scope);
}

/** The items of `(1, 2)`, `[1, 2]` and `tuple(1, 2)`. */
function listedItems(right: Expr): readonly Expr[] | undefined {
  if (right.kind === 'Tuple' || right.kind === 'Array') return right.exprs;
  return right.kind === 'Call' && findFunction(right.name)?.isTuple ? right.args : undefined;
}

/** `left IN (SELECT ...)`; false, never NULL, for a left side that is NULL. */
export function inSubquery(left: IrExpr, set: IrExpr, node: Expr, scope: Scope): IrExpr {
  return inSet(...matchSubquery(left, set, node, scope));
}

function matchSubquery(left: IrExpr, set: IrExpr, node: Expr, scope: Scope): readonly [IrExpr, IrExpr] {
  if (left.type.kind === 'tuple') {
    if (!isTupleOf(left.type.elements.length, set.type))
      throw unlikeTuple(left.type.elements.length, node, scope);
    return [left, set];
  }
  return [convertPair(left, set, node, scope)[0], set];
}

function inSet(left: IrExpr, set: IrExpr): IrExpr {
  const bare = call('in', [withoutZone(left), set], withNullable(UINT8, left.type.nullable));
  return nullTo(false, { ...bare, op: 'in' });
}

/**
 * The test for an array that differs from row to row. The engine's IN cannot be used, because it takes constants only.
 */
function inArray(left: IrExpr, array: IrExpr, node: Expr, scope: Scope): IrExpr {
  const value = isPropertyText(left.type) ? toRawText(left) : left;
  const element = elementOf(array.type);
  const isKnown = value.type.kind !== 'unknown' && element.kind !== 'unknown';
  if (isKnown && commonType([value.type, element]).kind === 'unknown') {
    const detail = `Cannot look for ${describeType(value.type)} in a list of which an element is ${describeType(element)}. Convert one side, for example with toString() or toFloat().`;
    throw compileError(scope.context, 'type_mismatch', detail, node);
  }
  return nullTo(false, call('has', [array, value], UINT8));
}

function inVariable(left: IrExpr, right: Expr, node: Expr, scope: Scope): IrExpr {
  const value = scope.resolver.expr(right, scope, arrayOf(left.type));
  if (value.kind !== 'variable') return inArray(left, value, node, scope);
  const bound = withValue(value);
  const otherwise =
    bound.type.kind === 'array'
      ? inSet(fitElement(left, bound.form, node, scope), bound)
      : compare('==', left, bound, node, scope);
  return value.nullable ? nullSwitch(value, truthLiteral(false), otherwise) : otherwise;
}

/** The left side as the type of the list's elements. */
function fitElement(left: IrExpr, form: string, node: Expr, scope: Scope): IrExpr {
  if (form === 'numbers') return toNumber(left);
  if (form === 'instants' || form === 'dates') return toMoment(left, node, scope);
  return left.kind === 'property' ? toRawText(left) : left;
}

function inList(left: IrExpr, items: readonly Expr[], node: Expr, scope: Scope): IrExpr {
  const values = items.map((item) => scope.resolver.expr(item, scope, left.type));
  if (node.kind === 'CompareOperation') for (const value of values) noteEventName(node.left, value, scope);
  const present = values.filter((value) => value.type.kind !== 'null');
  const orNull =
    present.length < values.length && left.type.nullable
      ? call('isNull', [toRawText(left)], UINT8)
      : undefined;
  const found = present.length === 0 ? truthLiteral(false) : inValues(left, present, node, scope);
  return orNull ? or([found, orNull]) : found;
}

function inValues(left: IrExpr, values: readonly IrExpr[], node: Expr, scope: Scope): IrExpr {
  if (left.type.kind === 'tuple') checkTuples(left.type.elements.length, values, node, scope);
  if (left.type.kind === 'tuple' || values.some((value) => value.type.kind === 'array')) {
    if (values.every(isConstant))
      return inSet(left, call('tuple', values, { kind: 'unknown', nullable: false }));
    return or(values.map((value) => compare('==', left, value, node, scope)));
  }
  if (!values.every((value) => value.kind === 'literal')) {
    return or(values.map((value) => compare('==', left, value, node, scope)));
  }
  return inLiterals(left, values, node, scope);
}

/**
 * Refuses items that do not fit a tuple on the left. Items are tuples of as many parts, or the parts of a single tuple:
 * `(a, b) IN (1, 2)`.
 */
function checkTuples(size: number, values: readonly IrExpr[], node: Expr, scope: Scope): void {
  if (values.every(({ type }) => isTupleOf(size, type))) return;
  if (values.length === size && values.every(({ type }) => type.kind !== 'tuple')) return;
  throw unlikeTuple(size, node, scope);
}

/** True for a tuple of this size, and for an expression whose type only the engine knows. */
function isTupleOf(size: number, type: DataType): boolean {
  return type.kind === 'tuple' ? type.elements.length === size : type.kind === 'unknown';
}

function unlikeTuple(size: number, node: Expr, scope: Scope) {
  const detail = `A tuple of ${size} elements is looked for among tuples of ${size} elements.`;
  return compileError(scope.context, 'type_mismatch', detail, node);
}

/** The test for a list of literals, which is bound as one array parameter. */
function inLiterals(left: IrExpr, values: readonly IrExpr[], node: Expr, scope: Scope): IrExpr {
  const pairs = values.map((value) => convertPair(left, value, node, scope));
  const [first] = pairs;
  const literals = pairs
    .map(([, value]) => value)
    .filter((value): value is IrLiteral => value.kind === 'literal');
  if (!first || !pairs.every(([side]) => isSame(side, first[0])) || literals.length < pairs.length) {
    return or(values.map((value) => compare('==', left, value, node, scope)));
  }
  const array = literalArray(literals);
  if (!array) {
    throw compileError(scope.context, 'type_mismatch', 'The values of this list have different types.', node);
  }
  return inSet(first[0], array);
}

/** True when all parts are equal, as in two conversions of one expression. */
function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every((key) => isSame(Reflect.get(a, key), Reflect.get(b, key)));
}

const INTEGER = /^U?Int\d+$/;

/** Literals of one family as one array literal; undefined when they do not mix. */
export function literalArray(literals: readonly IrLiteral[]): IrLiteral | undefined {
  const types = new Set(literals.map((literal) => literal.engineType));
  const all = [...types];
  const element =
    all.length === 1
      ? all[0]
      : all.every((type) => INTEGER.test(type))
        ? commonInteger(literals)
        : all.every((type) => INTEGER.test(type) || type === 'Float64')
          ? 'Float64'
          : undefined;
  const [first] = literals;
  if (element === undefined || !first) return undefined;
  const value = literals.map((literal) => {
    const item = literal.value;
    return element === 'Float64' && typeof item === 'bigint' ? Number(item) : scalar(item);
  });
  return { kind: 'literal', value, engineType: `Array(${element})`, type: arrayOf(first.type) };
}

function scalar(value: IrLiteral['value']): string | number | bigint | boolean | null {
  return typeof value === 'object' && value !== null ? null : value;
}

function commonInteger(literals: readonly IrLiteral[]): string {
  const values = literals.map((literal) => (typeof literal.value === 'bigint' ? literal.value : 0n));
  const lieBetween = (low: bigint, high: bigint) => values.every((value) => value >= low && value < high);
  if (lieBetween(-(2n ** 63n), 2n ** 63n)) return 'Int64';
  return lieBetween(0n, 2n ** 64n) ? 'UInt64' : 'Int256';
}
