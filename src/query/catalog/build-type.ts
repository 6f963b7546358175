import type { DataType } from './data-type.ts';

/** Constants and constructors of the dialect's types; none is nullable until `nullable` makes it so. */

export const UNKNOWN: DataType = { kind: 'unknown', nullable: true };
export const NULL: DataType = { kind: 'null', nullable: true };
/** The type of the elements of an empty array. */
export const NOTHING: DataType = { kind: 'null', nullable: false };
export const BOOL: DataType = { kind: 'bool', nullable: false };
export const STRING: DataType = { kind: 'string', nullable: false };
export const UUID: DataType = { kind: 'uuid', nullable: false };
export const DATE: DataType = { kind: 'date', nullable: false };
export const DATE32: DataType = { kind: 'date', nullable: false, bits: 32 };
export const FLOAT64: DataType = { kind: 'float', nullable: false };
export const FLOAT32: DataType = { kind: 'float', nullable: false, bits: 32 };

export type IntegerBits = 8 | 16 | 32 | 64 | 128 | 256;

export const signed = (bits: IntegerBits): DataType => ({
  kind: 'integer',
  nullable: false,
  bits,
  signed: true,
});
export const unsigned = (bits: IntegerBits): DataType => ({
  kind: 'integer',
  nullable: false,
  bits,
  signed: false,
});

export const INT64 = signed(64);
export const UINT8 = unsigned(8);
export const UINT64 = unsigned(64);

export const decimal = (precision: number, scale: number): DataType => ({
  kind: 'decimal',
  nullable: false,
  precision,
  scale,
});

/** The engine's DateTime: whole seconds. */
export const dateTime = (zone?: string): DataType => ({
  kind: 'datetime',
  nullable: false,
  precision: 0,
  bits: 32,
  ...(zone === undefined ? {} : { zone }),
});

export const dateTime64 = (precision: number, zone?: string): DataType => ({
  kind: 'datetime',
  nullable: false,
  precision,
  ...(zone === undefined ? {} : { zone }),
});

/** @param unit the engine's word, such as `Day` */
export const interval = (unit: string): DataType => ({ kind: 'interval', nullable: false, unit });

export const arrayOf = (element: DataType): DataType => ({ kind: 'array', nullable: false, element });
export const mapOf = (key: DataType, value: DataType): DataType => ({
  kind: 'map',
  nullable: false,
  key,
  value,
});
export const tupleOf = (elements: readonly DataType[], names?: readonly string[]): DataType => ({
  kind: 'tuple',
  nullable: false,
  elements,
  ...(names === undefined ? {} : { names }),
});

/** @param of what stands inside `AggregateFunction(...)`, such as `sum, Int64` */
export const stateOf = (of: string, result: DataType): DataType => ({
  kind: 'state',
  nullable: false,
  of,
  result,
});

/** The type with NULL added. Arrays, maps and states cannot hold NULL and stay as they are. */
export function nullable(type: DataType): DataType {
  switch (type.kind) {
    case 'array':
    case 'map':
    case 'state':
    case 'lambda':
      return type;
    default:
      return { ...type, nullable: true };
  }
}

/** The type without NULL. */
export function notNull(type: DataType): DataType {
  return type.nullable ? { ...type, nullable: false } : type;
}
