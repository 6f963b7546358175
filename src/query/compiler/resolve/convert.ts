import { BOOL, DATE, nullable, UUID } from '../../catalog/build-type.ts';
import type { DataType } from '../../catalog/data-type.ts';
import type { Expr } from '../../language/ast.ts';
import { instantLiteral } from '../build-ir.ts';
import { compileError } from '../compile-context.ts';
import { dateText, instantText } from '../constant-time.ts';
import type { IrExpr, IrLiteral } from '../ir.ts';
import { textAsMoment, textAsNumber, textAsTruth } from '../text-as.ts';
import { describeType, isPropertyText, isTemporal } from '../types.ts';
import type { Scope } from './scope.ts';

/** Conversions that a place may ask for. Each returns the expression itself when nothing needs to be done. */

/** The text of an undefined property as a number; NULL when the text is no number. */
export function toNumber(expr: IrExpr): IrExpr {
  return isPropertyText(expr.type) ? textAsNumber(expr) : expr;
}

/**
 * The text of an undefined property as a moment; NULL when the text names none. A text literal becomes the moment it
 * names.
 */
export function toMoment(expr: IrExpr, node: Expr, scope: Scope): IrExpr {
  if (isTextLiteral(expr)) return momentLiteral(expr, node, scope);
  return isPropertyText(expr.type) ? textAsMoment(expr, scope.context.project) : expr;
}

/** The text of an undefined property as a truth value: `true`, `false`, and NULL for every other text. */
export function toTruth(expr: IrExpr): IrExpr {
  return isPropertyText(expr.type) ? textAsTruth(expr) : expr;
}

const BOOL_PLACE = nullable(BOOL);

/** Types that cannot be a condition; the engine also takes numbers, 0 for false. */
const NO_TRUTH: ReadonlySet<DataType['kind']> = new Set([
  'string',
  'uuid',
  'date',
  'datetime',
  'interval',
  'json',
  'array',
  'tuple',
  'map',
  'state',
  'lambda',
]);

/**
 * An expression where the dialect asks for a condition: WHERE, ON, AND, OR, NOT.
 * @throws type_mismatch for what is neither true nor false
 */
export function condition(node: Expr, scope: Scope): IrExpr {
  const truth = toTruth(scope.resolver.expr(node, scope, BOOL_PLACE));
  if (!NO_TRUTH.has(truth.type.kind)) return truth;
  throw compileError(
    scope.context,
    'type_mismatch',
    `A condition is needed here, such as event = 'x'; found ${describeType(truth.type)}.`,
    node,
  );
}

/** The stored text of a property, whatever the project defines for it. */
export function toRawText(expr: IrExpr): IrExpr {
  return expr.kind === 'property' ? { ...expr.text } : expr;
}

export function isTextLiteral(expr: IrExpr): expr is IrLiteral & { readonly value: string } {
  return expr.kind === 'literal' && expr.type.kind === 'string' && typeof expr.value === 'string';
}

/** The moment that a text literal names, as wall-clock time of the project's zone unless it has an offset. */
function momentLiteral(literal: IrLiteral & { readonly value: string }, node: Expr, scope: Scope): IrLiteral {
  const text = instantText(literal.value, scope.context.project.timezone);
  if (text !== undefined) return instantLiteral(text);
  throw compileError(
    scope.context,
    'type_mismatch',
    `'${literal.value}' is not a date. Expected YYYY-MM-DD or YYYY-MM-DD hh:mm:ss.`,
    node,
  );
}

const UUID_TEXT = /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i;

/** A literal as a value of the type beside it, so that both sides of a comparison have one type. */
export function literalLike(literal: IrExpr, other: IrExpr, node: Expr, scope: Scope): IrExpr {
  if (!isTextLiteral(literal)) return literal;
  const { kind } = other.type;
  if (kind === 'date') {
    const day = dateText(literal.value);
    if (day !== undefined) return { kind: 'literal', value: day, engineType: 'Date32', type: DATE };
  }
  if (isTemporal(other.type)) return momentLiteral(literal, node, scope);
  if (kind === 'uuid') {
    if (UUID_TEXT.test(literal.value))
      return { kind: 'literal', value: literal.value, engineType: 'UUID', type: UUID };
    throw compileError(scope.context, 'type_mismatch', `'${literal.value}' is not a UUID.`, node);
  }
  return literal;
}
