import { arrayOf, BOOL, DATE, decimal, FLOAT64, INT64, STRING, UUID } from './build-type.ts';
import type { DataType } from './data-type.ts';

/**
 * What `x::type` and `CAST(x AS type)` become. The name of the type is free text of the user, which only this file
 * reads.
 */
export type CastTarget =
  /** The conversion is a function of the table. */
  | { readonly kind: 'function'; readonly name: string }
  | { readonly kind: 'decimal'; readonly precision: number; readonly scale: number; readonly type: DataType }
  | { readonly kind: 'array'; readonly type: DataType };

interface Conversion {
  readonly function: string;
  /** The type as the element of an array; absent for a type whose arrays are not offered. */
  readonly element?: DataType;
}

/** Types by their names in SQL and in the engine. */
const CONVERSIONS: ReadonlyMap<string, Conversion> = new Map([
  ...named('int integer bigint smallint int8 int16 int32 int64 uint8 uint16 uint32 uint64', 'toInt', INT64),
  ...named('float double real float32 float64', 'toFloat', FLOAT64),
  ['double precision', { function: 'toFloat', element: FLOAT64 }] as const,
  ...named('text string varchar char', 'toString', STRING),
  ...named('bool boolean', 'toBool', BOOL),
  ...named('date date32', 'toDate', DATE),
  ...named('datetime datetime64 timestamp', 'toDateTime'),
  ...named('uuid', 'toUUID', UUID),
]);

function named(names: string, toType: string, element?: DataType): (readonly [string, Conversion])[] {
  return names.split(' ').map((name) => [name, { function: toType, ...(element && { element }) }] as const);
}

const DECIMAL = /^(?:decimal|numeric)\s*\(\s*(\d{1,2})\s*(?:,\s*(\d{1,2})\s*)?\)$/;
const ARRAY = /^array\s*\(\s*([a-z0-9 ]+?)\s*\)$|^([a-z0-9 ]+?)\s*\[\s*\]$/;
const SIZED = /^(varchar|char|datetime64)\s*\(\s*\d{1,9}\s*\)$/;

/** The cast that the name of a type asks for; undefined for a name outside the closed list. */
export function findCast(typeName: string): CastTarget | undefined {
  const name = typeName.trim().toLowerCase();
  const conversion = CONVERSIONS.get(SIZED.exec(name)?.[1] ?? name);
  if (conversion) return { kind: 'function', name: conversion.function };
  const [isDecimal, digits, behindPoint = '0'] = DECIMAL.exec(name) ?? [];
  if (isDecimal !== undefined) {
    const [precision, scale] = [Number(digits), Number(behindPoint)];
    return { kind: 'decimal', precision, scale, type: decimal(precision, scale) };
  }
  const array = ARRAY.exec(name);
  const element = CONVERSIONS.get(array?.[1] ?? array?.[2] ?? '')?.element;
  return element && { kind: 'array', type: arrayOf(element) };
}
