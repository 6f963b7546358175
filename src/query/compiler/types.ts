import { notNull, nullable } from '../catalog/build-type.ts';
import type { DataType } from '../catalog/data-type.ts';

/** Questions about types that the resolver asks. */

/** The type with or without NULL; arrays, maps and states stay as they are. */
export function withNullable(type: DataType, isNullable: boolean): DataType {
  return isNullable ? nullable(type) : notNull(type);
}

export function isNumeric(type: DataType): boolean {
  return type.kind === 'integer' || type.kind === 'float' || type.kind === 'decimal';
}

export function isTemporal(type: DataType): boolean {
  return type.kind === 'date' || type.kind === 'datetime';
}

/** Text of a property without a definition: it converts where a number or a time is asked for. */
export function isPropertyText(type: DataType): boolean {
  return type.kind === 'string' && type.fromProperty === true;
}

/** The name of a type for error messages. */
export function describeType(type: DataType): string {
  switch (type.kind) {
    case 'string':
      return 'text';
    case 'integer':
    case 'float':
    case 'decimal':
      return 'a number';
    case 'bool':
      return 'a truth value';
    case 'date':
      return 'a date';
    case 'datetime':
      return 'a date with time';
    case 'array':
      return 'an array';
    case 'null':
      return 'NULL';
    case 'json':
      return 'a JSON object';
    case 'interval':
      return 'an interval';
    case 'uuid':
      return 'a UUID';
    case 'lambda':
      return 'a lambda';
    case 'state':
      return 'an aggregate state';
    case 'tuple':
    case 'map':
    case 'unknown':
      return `a ${type.kind}`;
  }
}
