import { STRING, UINT8 } from '../../catalog/build-type.ts';
import type { DataType } from '../../catalog/data-type.ts';
import { FORMS } from '../../catalog/functions/forms.ts';
import { COMPARISONS, type Comparison, type PlainOperator } from '../../catalog/operators.ts';
import type { CompareOperation, Expr } from '../../language/ast.ts';
import {
  and,
  boolLiteral,
  call,
  floatLiteral,
  integerLiteral,
  nullSwitch,
  nullTo,
  or,
  textLiteral,
  truthLiteral,
  withoutZone,
  withValue,
} from '../build-ir.ts';
import { compileError } from '../compile-context.ts';
import { expandTemplate } from '../expand-template.ts';
import type { IrExpr } from '../ir.ts';
import { describeType, isNumeric, isPropertyText, isTemporal, withNullable } from '../types.ts';
import { isTextLiteral, literalLike, toMoment, toNumber, toRawText } from './convert.ts';
import { judgePattern } from './judge-pattern.ts';
import { noteEventName } from './note-event-name.ts';
import type { Scope } from './scope.ts';

/**
 * Resolves both sides of a comparison. The side that knows its type comes first, so that a variable takes its type from
 * it.
 */
export function resolveComparison(node: CompareOperation, op: PlainOperator, scope: Scope): IrExpr {
  const late = isVariable(node.left) && !isVariable(node.right);
  const first = late ? node.right : node.left;
  const known = scope.resolver.expr(first, scope);
  const expected = isTextual(COMPARISONS[op]) ? TEXT_LIKE : known.type;
  const other = scope.resolver.expr(late ? node.left : node.right, scope, expected);
  const [left, right] = late ? [other, known] : [known, other];
  const { kind } = COMPARISONS[op];
  if (kind === 'equality') {
    noteEventName(node.left, right, scope);
    noteEventName(node.right, left, scope);
  }
  const isPattern = kind === 'regex';
  return compare(op, left, isPattern ? judgePattern(right, node.right, scope) : right, node, scope);
}

const TEXT_LIKE: DataType = { kind: 'string', nullable: false };

function isTextual({ kind }: Comparison): boolean {
  return kind === 'text' || kind === 'regex';
}

function isVariable(node: Expr): boolean {
  return node.kind === 'Placeholder';
}

/** Compares two resolved values by the dialect's null rules: the answer is never NULL, except inside JOIN ... ON. */
export function compare(op: PlainOperator, left: IrExpr, right: IrExpr, node: Expr, scope: Scope): IrExpr {
  for (const [value, other] of [
    [right, left],
    [left, right],
  ] as const) {
    if (value.kind !== 'variable' || !value.nullable) continue;
    const bound = withValue(value);
    const otherwise =
      value === right ? compare(op, left, bound, node, scope) : compare(op, bound, right, node, scope);
    return nullSwitch(value, compareWithNull(op, other), otherwise);
  }
  if (left.type.kind === 'null') return compareWithNull(op, right);
  if (right.type.kind === 'null') return compareWithNull(op, left);
  const shape = COMPARISONS[op];
  const [a, b] = isTextual(shape)
    ? textPair(left, right, node, scope)
    : convertPair(left, right, node, scope);
  const bare = bareComparison(op, withoutZone(a), withoutZone(b));
  if (scope.clause === 'join') return bare;
  if (shape.kind !== 'order' && a.type.nullable && b.type.nullable) return nullSafe(shape, a, b, bare);
  return nullTo(shape.whenNull, bare);
}

function compareWithNull(op: PlainOperator, other: IrExpr): IrExpr {
  const { kind, whenNull } = COMPARISONS[op];
  if (kind === 'order') return truthLiteral(whenNull);
  if (other.type.kind === 'null') return truthLiteral(!whenNull);
  if (!other.type.nullable) return truthLiteral(whenNull);
  return call(whenNull ? 'isNotNull' : 'isNull', [toRawText(other)], UINT8);
}

function bareComparison(op: PlainOperator, left: IrExpr, right: IrExpr): IrExpr {
  const type = withNullable(UINT8, left.type.nullable || right.type.nullable);
  const { engine, kind } = COMPARISONS[op];
  if (op === '==') return { ...call(engine, [left, right], type), op: 'equals' };
  if (kind !== 'regex') return call(engine, [left, right], type);
  const pattern = op.endsWith('*') ? call('concat', [textLiteral('(?i)'), right], right.type) : right;
  const matches = call(engine, [left, pattern], type);
  return op.startsWith('!') ? call('not', [matches], type) : matches;
}

/** Two NULLs are equal and match one another; NULL and a value do not. */
function nullSafe({ whenNull }: Comparison, left: IrExpr, right: IrExpr, bare: IrExpr): IrExpr {
  const sides = [left, right].map((side) => call(whenNull ? 'isNotNull' : 'isNull', [side], UINT8));
  return call('ifNull', [bare, whenNull ? or(sides) : and(sides)], UINT8);
}

function textPair(left: IrExpr, right: IrExpr, node: Expr, scope: Scope): readonly [IrExpr, IrExpr] {
  const pair = [textOf(left), textOf(right)] as const;
  for (const side of pair) {
    if (['string', 'json', 'unknown'].includes(side.type.kind)) continue;
    throw compileError(
      scope.context,
      'type_mismatch',
      `A text pattern needs text on both sides, found ${describeType(side.type)}. Use toString().`,
      node,
    );
  }
  return pair;
}

/** The stored text of a property, and the text of a UUID, which people look for by its beginning. */
function textOf(value: IrExpr): IrExpr {
  const text = toRawText(value);
  if (text.type.kind !== 'uuid') return text;
  return call('toString', [text], { kind: 'string', nullable: text.type.nullable });
}

/** Brings two values to types that the engine can compare, or says why it cannot. */
export function convertPair(
  left: IrExpr,
  right: IrExpr,
  node: Expr,
  scope: Scope,
): readonly [IrExpr, IrExpr] {
  if (left.kind === 'literal' && right.kind !== 'literal') {
    const [b, a] = convertPair(right, left, node, scope);
    return [a, b];
  }
  const [a, b] = convertText(left, literalLike(right, left, node, scope), node, scope);
  if (comparable(a.type, b.type)) return [a, b];
  const list = [left, right].find((side) => side.kind === 'variable' && side.type.kind === 'array');
  if (list?.kind === 'variable') throw useIn(list.variable, node, scope);
  throw compileError(
    scope.context,
    'type_mismatch',
    `Cannot compare ${describeType(a.type)} with ${describeType(b.type)}. Convert one side, for example with toString() or toFloat().`,
    node,
  );
}

function useIn(name: string, node: Expr, scope: Scope) {
  const detail = `The variable "${name}" is a List: use IN {variables.${name}} or NOT IN {variables.${name}}.`;
  return compileError(scope.context, 'type_mismatch', detail, node);
}

function convertText(left: IrExpr, right: IrExpr, node: Expr, scope: Scope): readonly [IrExpr, IrExpr] {
  if (isTextLiteral(right)) {
    const value = Number(right.value);
    const isNumber = right.value.trim() !== '' && Number.isFinite(value);
    if (isNumeric(left.type) && isNumber) return [left, numberLiteral(right.value, value)];
    if (left.type.kind === 'bool' && /^(true|false)$/i.test(right.value)) {
      return [left, boolLiteral(right.value.toLowerCase() === 'true')];
    }
    return left.kind === 'property' ? [toRawText(left), right] : [left, right];
  }
  if (isPropertyText(left.type)) return convertProperty(left, right, node, scope);
  if (isPropertyText(right.type)) {
    const [b, a] = convertProperty(right, left, node, scope);
    return [a, b];
  }
  if (left.kind === 'property' && right.type.kind === 'string') return [toRawText(left), toRawText(right)];
  if (right.kind === 'property' && left.type.kind === 'string') return [toRawText(left), toRawText(right)];
  return [left, right];
}

function numberLiteral(text: string, value: number): IrExpr {
  return /^-?\d+$/.test(text.trim()) ? integerLiteral(BigInt(text.trim())) : floatLiteral(value);
}

/** Converts the text of an undefined property: the value on the other side decides what the text means. */
function convertProperty(
  property: IrExpr,
  other: IrExpr,
  node: Expr,
  scope: Scope,
): readonly [IrExpr, IrExpr] {
  if (isNumeric(other.type)) return [toNumber(property), other];
  if (isTemporal(other.type)) return [toMoment(property, node, scope), other];
  if (other.type.kind === 'bool') return [property, truthText(other)];
  if (other.type.kind === 'uuid') {
    return [property, call('toString', [other], { kind: 'string', nullable: other.type.nullable })];
  }
  return [property, toRawText(other)];
}

function truthText(truth: IrExpr): IrExpr {
  if (truth.kind === 'literal') return textLiteral(String(truth.value));
  return expandTemplate(FORMS.textOfTruth, { args: [truth], type: STRING });
}

function comparable(a: DataType, b: DataType): boolean {
  const [left, right] = [family(a), family(b)];
  return left === undefined || right === undefined || left === right;
}

/** The family of a type: types of one family compare. Undefined for a type that compares with everything. */
function family(type: DataType): string | undefined {
  switch (type.kind) {
    case 'integer':
    case 'float':
    case 'decimal':
    case 'bool':
      return 'number';
    case 'date':
    case 'datetime':
      return 'time';
    case 'string':
    case 'json':
      return 'text';
    case 'unknown':
    case 'null':
      return undefined;
    default:
      return type.kind;
  }
}
