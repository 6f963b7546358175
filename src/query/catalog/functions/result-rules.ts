import {
  decimal,
  FLOAT32,
  FLOAT64,
  INT64,
  notNull,
  nullable,
  UINT8,
  UINT64,
  UNKNOWN,
} from '../build-type.ts';
import { commonType } from '../common-type.ts';
import type { DataType } from '../data-type.ts';
import type { FunctionRow, ResultContext, ResultRule } from '../function-row.ts';

/** Rules that more than one family of functions uses: the type of a result from the types of the arguments. */

/** The type of the n-th argument, counted from 0. */
export const sameAs =
  (position: number): ResultRule =>
  (args) =>
    args[position] ?? UNKNOWN;

/** The number type of the first argument; a Bool counts as UInt8. */
export const sameNumber: ResultRule = ([value = UNKNOWN]) => (value.kind === 'bool' ? UINT8 : notNull(value));

/** Float64, unless all arguments are Float32. */
export const statistic: ResultRule = (args) =>
  args.every((arg) => arg.kind === 'float' && arg.bits === 32) ? FLOAT32 : FLOAT64;

/** The element type of an array; `unknown` for what is no array. */
export const elementOf = (type: DataType | undefined): DataType =>
  type?.kind === 'array' ? type.element : UNKNOWN;

/** The type that holds the values of all arguments. */
export const commonOfAll: ResultRule = (args) => commonType(args);

/** All positions of a call: every argument is cast to the result type. */
export const allPositions = (count: number): readonly number[] => [...Array(count).keys()];

/** What `sum` makes of numbers: 64 bits, so that it does not overflow at once. */
export function sumType(type: DataType | undefined): DataType {
  switch (type?.kind) {
    case 'integer':
      if (type.bits !== undefined && type.bits > 64) return notNull(type);
      return type.signed === false ? UINT64 : INT64;
    case 'bool':
      return UINT64;
    case 'decimal':
      return decimal(type.precision > 38 ? 76 : 38, type.scale);
    case 'unknown':
    case undefined:
      return UNKNOWN;
    default:
      return FLOAT64;
  }
}

/** The type of a value between numbers or times: times and decimals stay, other numbers become Float64. */
export function averageType(type: DataType | undefined): DataType {
  if (type?.kind === 'date' || type?.kind === 'datetime' || type?.kind === 'decimal') return notNull(type);
  return FLOAT64;
}

/** The text of a literal argument; undefined for anything else. */
export function literalText(context: ResultContext, position: number): string | undefined {
  const value = context.literals[position];
  return typeof value === 'string' ? value : undefined;
}

/** The number of a literal argument; undefined for anything else. */
export function literalNumber(context: ResultContext, position: number): number | undefined {
  const value = context.literals[position];
  return typeof value === 'number' ? value : undefined;
}

/**
 * The type of a call's result with NULL travelling as the row says.
 * @param args types in the order of the call
 */
export function resultType(row: FunctionRow, args: readonly DataType[], context: ResultContext): DataType {
  const type = row.result(args, context);
  return row.nulls === 'propagate' && args.some((arg) => arg.nullable && arg.kind !== 'null')
    ? nullable(type)
    : type;
}
