import {
  arrayOf,
  BOOL,
  dateTime64,
  FLOAT64,
  NULL,
  notNull,
  nullable,
  STRING,
  UINT8,
  UNKNOWN,
} from '../catalog/build-type.ts';
import type { DataType } from '../catalog/data-type.ts';
import { engineTypeName } from '../catalog/engine-type-name.ts';
import type { IrCall, IrExpr, IrJsonKey, IrLiteral, IrSystem, IrVariable } from './ir.ts';
import { withNullable } from './types.ts';

/** Makers of typed expressions that passes and resolvers use, besides those that the function table describes. */

export function call(engine: string, args: readonly IrExpr[], type: DataType): IrCall {
  return { kind: 'call', engine, args, type };
}

/** The value of `expr` as a value of `type`. */
export function cast(expr: IrExpr, type: DataType): IrExpr {
  return { kind: 'cast', expr, to: engineTypeName(type), type };
}

/** The value of `expr` as a value of `type`; NULL where it is no value of that type. */
export function castOrNull(expr: IrExpr, type: DataType): IrExpr {
  return { kind: 'cast', expr, to: engineTypeName(type), orNull: true, type: nullable(type) };
}

/** Stands for an expression that was in error; a statement with an error is never printed. */
export const NOTHING: IrExpr = { kind: 'word', word: 'NULL', type: UNKNOWN };

export function boolLiteral(value: boolean): IrLiteral {
  return { kind: 'literal', value, engineType: 'Bool', type: BOOL };
}

/** The constant 0 or 1 for a condition that is decided when the statement is compiled. */
export function truthLiteral(truth: boolean): IrLiteral {
  return { kind: 'literal', value: truth ? 1n : 0n, engineType: 'UInt8', type: UINT8, truth };
}

export function textLiteral(value: string): IrLiteral {
  return { kind: 'literal', value, engineType: 'String', type: STRING };
}

/** A list of constants, bound as one parameter. */
export function textList(value: readonly string[]): IrLiteral {
  return { kind: 'literal', value, engineType: 'Array(String)', type: arrayOf(STRING) };
}

export function floatLiteral(value: number): IrLiteral {
  return { kind: 'literal', value, engineType: 'Float64', type: FLOAT64 };
}

/** What fits into each width of the engine's integers: below 0 with a sign, above 0 without. */
const WIDTHS = ([8, 16, 32, 64] as const).map((bits) => ({
  bits,
  least: -(2n ** BigInt(bits - 1)),
  most: 2n ** BigInt(bits) - 1n,
}));

/**
 * A whole number with the type that the engine itself gives such a literal, so that `if(x, count(), 0)` has a common
 * type. A number of more than 64 bits is a float.
 */
export function integerLiteral(value: bigint): IrLiteral {
  const signed = value < 0n;
  const bits = WIDTHS.find(({ least, most }) => value >= least && value <= most)?.bits;
  if (bits === undefined) return floatLiteral(Number(value));
  return {
    kind: 'literal',
    value,
    engineType: `${signed ? 'Int' : 'UInt'}${bits}`,
    type: { kind: 'integer', nullable: false, bits, signed },
  };
}

export function nullLiteral(): IrLiteral {
  return { kind: 'literal', value: null, engineType: 'Nullable(Nothing)', type: NULL };
}

/** A moment. `text` is `YYYY-MM-DD hh:mm:ss.ffffff` in UTC. */
export function instantLiteral(text: string): IrLiteral {
  return { kind: 'literal', value: text, engineType: "DateTime64(6, 'UTC')", type: dateTime64(6, 'UTC') };
}

function isLiteral(expr: IrExpr, truth: boolean): boolean {
  return expr.kind === 'literal' && (expr.value === truth || expr.truth === truth);
}

/** A Bool as 0 or 1, so that all conditions have one type; without this the engine would answer Bools for some. */
function asNumber(condition: IrExpr): IrExpr {
  if (condition.type.kind !== 'bool') return condition;
  return call('equals', [condition, boolLiteral(true)], truthType([condition]));
}

/** AND of conditions; `true` members vanish and one `false` decides. */
export function and(conditions: readonly IrExpr[]): IrExpr {
  return connect('and', true, conditions);
}

/** OR of conditions; `false` members vanish and one `true` decides. */
export function or(conditions: readonly IrExpr[]): IrExpr {
  return connect('or', false, conditions);
}

function connect(engine: 'and' | 'or', neutral: boolean, conditions: readonly IrExpr[]): IrExpr {
  if (conditions.some((condition) => isLiteral(condition, !neutral))) return truthLiteral(!neutral);
  const rest = conditions.filter((condition) => !isLiteral(condition, neutral)).map(asNumber);
  const [only] = rest;
  if (!only) return truthLiteral(neutral);
  if (rest.length === 1) return only;
  return { ...call(engine, rest, truthType(rest)), connective: engine };
}

/** XOR of conditions. */
export function xor(conditions: readonly IrExpr[]): IrExpr {
  return call('xor', conditions.map(asNumber), truthType(conditions));
}

function truthType(conditions: readonly IrExpr[]): DataType {
  return withNullable(
    UINT8,
    conditions.some((condition) => condition.type.nullable),
  );
}

export function not(condition: IrExpr): IrExpr {
  if (isLiteral(condition, true)) return truthLiteral(false);
  if (isLiteral(condition, false)) return truthLiteral(true);
  const type = truthType([condition]);
  if (condition.type.kind === 'bool') return call('equals', [condition, boolLiteral(false)], type);
  return call('not', [condition], type);
}

/** `ifNull(condition, fallback)`, or the condition itself when it is never NULL. */
export function nullTo(fallback: boolean, condition: IrExpr): IrExpr {
  if (!condition.type.nullable) return condition;
  const never = call('ifNull', [condition, boolLiteral(fallback)], notNull(condition.type));
  return fallback ? never : { ...never, isFalseForNull: true };
}

/** The time of the run, in the project's zone. */
export function nowIn(zone: string): IrExpr {
  const now: IrSystem = { kind: 'system', name: 'now', type: dateTime64(6, 'UTC') };
  return inZone(now, zone);
}

/** A moment shown in `zone`; the expression itself when the moment is already shown in that zone. */
export function inZone(expr: IrExpr, zone: string): IrExpr {
  if (expr.type.kind !== 'datetime' || expr.type.zone === zone) return expr;
  return { kind: 'zone', expr, zone, type: { ...expr.type, zone } };
}

/**
 * The moment behind an expression that only changes its zone. Comparisons do not depend on the zone, and a comparison
 * of the bare column can use the primary key.
 */
export function withoutZone(expr: IrExpr): IrExpr {
  if (expr.kind === 'name') return expr.column ?? expr;
  return expr.kind === 'zone' ? expr.expr : expr;
}

/** The text behind a path of a JSON text. */
export function jsonPath(json: IrExpr, path: readonly IrExpr[]): IrJsonKey {
  return { kind: 'jsonKey', json, path, type: nullable(STRING) };
}

/** The slot of a variable where its value is known not to be NULL. */
export function withValue(slot: IrVariable): IrVariable {
  return { ...slot, nullable: false, type: notNull(slot.type) };
}

/** One expression for a NULL in the variable, another for every value. */
export function nullSwitch({ variable }: IrVariable, whenNull: IrExpr, otherwise: IrExpr): IrExpr {
  return { kind: 'nullSwitch', variable, whenNull, otherwise, type: otherwise.type };
}

/** True for an expression with one value per run: literals, variables, the clock, and calls of nothing but these. */
export function isConstant(expr: IrExpr): boolean {
  switch (expr.kind) {
    case 'literal':
    case 'variable':
    case 'system':
    case 'word':
      return true;
    case 'zone':
    case 'cast':
    case 'fill':
      return isConstant(expr.expr);
    case 'call':
      return expr.role === undefined && expr.args.every(isConstant);
    case 'template':
      return (
        expr.role === undefined &&
        expr.pieces.every((piece) => typeof piece === 'string' || isConstant(piece))
      );
    case 'nullSwitch':
      return isConstant(expr.whenNull) && isConstant(expr.otherwise);
    case 'column':
    case 'name':
    case 'property':
    case 'jsonKey':
    case 'named':
    case 'lambda':
    case 'window':
    case 'subquery':
      return false;
  }
}

/** True for an expression that a function or an operator computes from other expressions. */
export function isComputed({ kind }: IrExpr): boolean {
  return kind === 'call' || kind === 'template' || kind === 'zone' || kind === 'cast' || kind === 'fill';
}
