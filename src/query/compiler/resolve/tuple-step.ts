import { didYouMean } from '../../../base/nearest-name.ts';
import { arrayOf, UNKNOWN } from '../../catalog/build-type.ts';
import type { DataType } from '../../catalog/data-type.ts';
import type { ArrayAccess, Expr, Field, TupleAccess } from '../../language/ast.ts';
import { call, integerLiteral } from '../build-ir.ts';
import { compileError } from '../compile-context.ts';
import type { IrExpr } from '../ir.ts';
import type { Scope } from './scope.ts';

/** One step behind a value: a name, a number or an expression in brackets. */
export type Step = { readonly name: string } | { readonly index: number } | { readonly expr: Expr };

export type Access = Field | ArrayAccess | TupleAccess;

type TupleType = DataType & { kind: 'tuple' };

/**
 * Whether a step reads a part of a tuple. `.1` and `.name` reach through arrays: on an array of tuples they give the
 * array of these parts, while `[1]` gives the first element of the array.
 */
export function holdsTuple(type: DataType, step: Step): boolean {
  if (type.kind === 'tuple') return true;
  if ('expr' in step) return false;
  const inner = innermost(type);
  return inner.kind === 'tuple' || ('index' in step && inner.kind === 'unknown');
}

/** Reads a part of a tuple, or of every tuple of an array. @throws unknown_field, type_mismatch */
export function tupleStep(value: IrExpr, step: Step, node: Access, scope: Scope): IrExpr {
  const tuple = innermost(value.type);
  if (tuple.kind !== 'tuple') {
    return tupleElement(value, 'index' in step ? step.index : 1, UNKNOWN);
  }
  const index =
    'name' in step ? namedIndex(tuple, step.name, node, scope) : placedIndex(tuple, step, node, scope);
  return tupleElement(value, index, tuple.elements[index - 1] ?? UNKNOWN);
}

function innermost(type: DataType): DataType {
  return type.kind === 'array' ? innermost(type.element) : type;
}

function namedIndex(type: TupleType, name: string, node: Access, scope: Scope): number {
  const index = type.names?.indexOf(name) ?? -1;
  if (index !== -1) return index + 1;
  throw compileError(
    scope.context,
    'unknown_field',
    `The tuple has no element "${name}".${didYouMean(name, type.names ?? [])}`,
    node,
  );
}

function placedIndex(
  type: TupleType,
  step: Exclude<Step, { readonly name: string }>,
  node: Access,
  scope: Scope,
): number {
  const index = 'index' in step ? step.index : constantIndex(scope.resolver.expr(step.expr, scope));
  if (index !== undefined && index >= 1 && index <= type.elements.length) return index;
  throw compileError(
    scope.context,
    'type_mismatch',
    `A tuple of ${type.elements.length} elements is read with a constant index from 1 to ${type.elements.length}.`,
    node,
  );
}

function constantIndex(expr: IrExpr): number | undefined {
  return expr.kind === 'literal' && typeof expr.value === 'bigint' ? Number(expr.value) : undefined;
}

/** The call of `tupleElement`, which goes through arrays by itself in the engine. */
function tupleElement(value: IrExpr, index: number, element: DataType): IrExpr {
  return call('tupleElement', [value, integerLiteral(BigInt(index))], inArrays(value.type, element));
}

function inArrays(type: DataType, element: DataType): DataType {
  return type.kind === 'array' ? arrayOf(inArrays(type.element, element)) : element;
}
