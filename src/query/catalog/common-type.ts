import type { IntegerBits } from './build-type.ts';
import {
  arrayOf,
  dateTime64,
  decimal,
  FLOAT64,
  mapOf,
  NULL,
  nullable,
  signed,
  tupleOf,
  UNKNOWN,
  unsigned,
} from './build-type.ts';
import type { DataType } from './data-type.ts';

/**
 * The type that holds every value of all given types: the element of `[a, b]`, the result of `if(c, a, b)`. Types for
 * which the engine has no such type (an integer of 64 bits beside a float) become Float64, as in PostgreSQL.
 * @returns `unknown` when the types do not mix, such as text and number
 */
export function commonType(types: readonly DataType[]): DataType {
  const [first, ...rest] = types;
  if (!first) return { kind: 'null', nullable: false };
  return rest.reduce(commonOfTwo, first);
}

function commonOfTwo(a: DataType, b: DataType): DataType {
  const isNullable = a.nullable || b.nullable;
  const type = bareCommon(a, b);
  return isNullable ? nullable(type) : type;
}

function bareCommon(a: DataType, b: DataType): DataType {
  if (a.kind === 'null') return b;
  if (b.kind === 'null') return a;
  if (a.kind === 'unknown' || b.kind === 'unknown') return UNKNOWN;
  if (isTime(a) && isTime(b)) return commonTime(a, b);
  if (isNumber(a) && isNumber(b)) return commonNumber(a, b);
  if (a.kind === 'array' && b.kind === 'array') return arrayOf(commonOfTwo(a.element, b.element));
  if (a.kind === 'map' && b.kind === 'map')
    return mapOf(commonOfTwo(a.key, b.key), commonOfTwo(a.value, b.value));
  if (a.kind === 'tuple' && b.kind === 'tuple') return commonTuple(a, b);
  const text = (type: DataType) => type.kind === 'string' || type.kind === 'json';
  if (isPropertyText(a) && isPropertyText(b)) return a;
  if (text(a) && text(b)) return { kind: 'string', nullable: false };
  return a.kind === b.kind ? a : UNKNOWN;
}

/**
 * True for the text of a property without a definition. Two such texts together still convert where a number or a time
 * is asked for.
 */
function isPropertyText(type: DataType): boolean {
  return type.kind === 'string' && type.fromProperty === true;
}

type NumberType = DataType & { kind: 'integer' | 'float' | 'decimal' | 'bool' };

function isNumber(type: DataType): type is NumberType {
  return type.kind === 'integer' || type.kind === 'float' || type.kind === 'decimal' || type.kind === 'bool';
}

function commonNumber(a: NumberType, b: NumberType): DataType {
  if (a.kind === 'bool' && b.kind === 'bool') return a;
  if (a.kind === 'float' || b.kind === 'float') {
    return a.kind === b.kind && a.kind === 'float' && a.bits === 32 && b.kind === 'float' && b.bits === 32
      ? a
      : FLOAT64;
  }
  if (a.kind === 'decimal' || b.kind === 'decimal') return commonDecimal(a, b);
  return commonInteger(integerShape(a), integerShape(b));
}

function commonDecimal(a: NumberType, b: NumberType): DataType {
  const parts = [a, b].map((type) => (type.kind === 'decimal' ? type : { precision: 19, scale: 0 }));
  const scale = Math.max(...parts.map((part) => part.scale));
  const whole = Math.max(...parts.map((part) => part.precision - part.scale));
  return decimal([9, 18, 38, 76].find((digits) => digits >= whole + scale) ?? 76, scale);
}

export interface IntegerShape {
  readonly bits: IntegerBits;
  readonly signed: boolean;
}

/** Bits and sign of a whole number; a Bool counts as UInt8. */
export function integerShape(type: DataType): IntegerShape {
  if (type.kind === 'bool') return { bits: 8, signed: false };
  if (type.kind !== 'integer') return { bits: 64, signed: true };
  return { bits: type.bits ?? 64, signed: type.signed ?? true };
}

/** UInt64 beside a signed integer has no common type of 64 bits in the engine; Int64 is what a user means. */
function commonInteger(a: IntegerShape, b: IntegerShape): DataType {
  const bits = widerOf(a.bits, b.bits);
  if (a.signed === b.signed) return a.signed ? signed(bits) : unsigned(bits);
  const unsignedBits = a.signed ? b.bits : a.bits;
  const signedBits = a.signed ? a.bits : b.bits;
  return signed(signedBits > unsignedBits || unsignedBits >= 64 ? bits : doubled(unsignedBits));
}

const WIDTHS: readonly IntegerBits[] = [8, 16, 32, 64, 128, 256];

/** The larger of two widths. */
export const widerOf = (a: IntegerBits, b: IntegerBits): IntegerBits =>
  WIDTHS[Math.max(WIDTHS.indexOf(a), WIDTHS.indexOf(b))] ?? 64;

const doubled = (bits: IntegerBits): IntegerBits => (bits === 8 ? 16 : bits === 16 ? 32 : 64);

type TimeType = DataType & { kind: 'date' | 'datetime' };

const isTime = (type: DataType): type is TimeType => type.kind === 'date' || type.kind === 'datetime';

function commonTime(a: TimeType, b: TimeType): DataType {
  if (a.kind === 'date' && b.kind === 'date') return a.bits === 32 ? a : b;
  if (a.kind === 'date') return b;
  if (b.kind === 'date') return a;
  if (a.bits === 32 && b.bits === 32) return a;
  return dateTime64(Math.max(a.precision, b.precision), a.zone ?? b.zone);
}

function commonTuple(a: DataType & { kind: 'tuple' }, b: DataType & { kind: 'tuple' }): DataType {
  if (a.elements.length !== b.elements.length) return UNKNOWN;
  const elements = a.elements.map((element, i) => commonOfTwo(element, b.elements[i] ?? NULL));
  const hasSameNames = a.names?.every((name, i) => name === b.names?.[i]) ?? false;
  return tupleOf(elements, hasSameNames ? a.names : undefined);
}
