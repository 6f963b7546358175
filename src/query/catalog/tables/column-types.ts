import type { DataType } from '../data-type.ts';

/** Types of physical columns. Times are stored in UTC; the compiler shows them in the project's zone. */
export const text: DataType = { kind: 'string', nullable: false };
export const uuid: DataType = { kind: 'uuid', nullable: false };
export const bool: DataType = { kind: 'bool', nullable: false };
export const byte: DataType = { kind: 'integer', nullable: false, bits: 8, signed: false };
export const instant: DataType = { kind: 'datetime', nullable: false, precision: 6, zone: 'UTC' };
export const json: DataType = { kind: 'json', nullable: false };
