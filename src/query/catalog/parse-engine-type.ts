import {
  arrayOf,
  BOOL,
  DATE,
  DATE32,
  dateTime,
  dateTime64,
  decimal,
  FLOAT32,
  FLOAT64,
  interval,
  mapOf,
  NOTHING,
  nullable,
  STRING,
  signed,
  stateOf,
  tupleOf,
  UNKNOWN,
  UUID,
  unsigned,
} from './build-type.ts';
import type { DataType } from './data-type.ts';

const PLAIN: ReadonlyMap<string, DataType> = new Map([
  ['String', STRING],
  ['Bool', BOOL],
  ['UUID', UUID],
  ['Date', DATE],
  ['Date32', DATE32],
  ['DateTime', dateTime()],
  ['Float32', FLOAT32],
  ['Float64', FLOAT64],
  ['Nothing', NOTHING],
  ...([8, 16, 32, 64, 128, 256] as const).flatMap((bits): [string, DataType][] => [
    [`Int${bits}`, signed(bits)],
    [`UInt${bits}`, unsigned(bits)],
  ]),
  ...['Second', 'Minute', 'Hour', 'Day', 'Week', 'Month', 'Quarter', 'Year'].map(
    (unit): [string, DataType] => [`Interval${unit}`, interval(unit)],
  ),
]);

const DECIMAL_DIGITS: Readonly<Record<string, number>> = {
  Decimal32: 9,
  Decimal64: 18,
  Decimal128: 38,
  Decimal256: 76,
};

/** Common names of the numbers of a JSON text, each for the widest type of its kind, as in casts. */
const SYNONYMS: ReadonlyMap<string, string> = new Map([
  ['Float', 'Float64'],
  ['Int', 'Int64'],
]);

/** A type as the engine names it, from a name that a user wrote. */
export function spellEngineType(text: string): string {
  return text.replace(/\b\w+\b/g, (word) => SYNONYMS.get(word) ?? word);
}

/**
 * Reads the engine's name of a type, in the engine's spelling (case matters), such as `Array(Nullable(Int64))`.
 * LowCardinality is dropped: it is a storage form.
 * @returns undefined for anything the dialect has no type for, so that it can be used as a closed list
 */
export function parseEngineType(text: string): DataType | undefined {
  const plain = PLAIN.get(text);
  if (plain) return plain;
  const call = /^(\w+)\s*\(([\s\S]*)\)$/.exec(text.trim());
  const [, name, inner] = call ?? [];
  if (name === undefined || inner === undefined) return PLAIN.get(text.trim());
  return parseCompound(name, splitTopLevel(inner), inner);
}

function parseCompound(name: string, parts: readonly string[], inner: string): DataType | undefined {
  switch (name) {
    case 'Nullable':
      return parseNullable(inner);
    case 'LowCardinality':
      return parseEngineType(inner);
    case 'Array': {
      const element = parseEngineType(inner);
      return element && arrayOf(element);
    }
    case 'Map':
      return parseMap(parts);
    case 'Tuple':
      return parseTuple(parts);
    case 'DateTime':
    case 'DateTime64':
      return parseDateTime(name, parts);
    case 'AggregateFunction':
      return stateOf(parts.join(', '), UNKNOWN);
    default:
      return parseDecimal(name, parts);
  }
}

function parseNullable(inner: string): DataType | undefined {
  const type = parseEngineType(inner);
  if (!type || type.nullable) return undefined;
  const result = nullable(type);
  return result.nullable ? result : undefined;
}

function parseMap(parts: readonly string[]): DataType | undefined {
  const [key, value] = parts.map(parseEngineType);
  return parts.length === 2 && key && value ? mapOf(key, value) : undefined;
}

/** Elements are all named (`longitude Float64`) or all bare. */
function parseTuple(parts: readonly string[]): DataType | undefined {
  const names: string[] = [];
  const elements: DataType[] = [];
  for (const part of parts) {
    const named = /^([A-Za-z_]\w*)\s+(\S[\s\S]*)$/.exec(part);
    const element = parseEngineType(named?.[2] ?? part);
    if (!element) return undefined;
    elements.push(element);
    if (named?.[1] !== undefined) names.push(named[1]);
  }
  if (names.length === 0) return tupleOf(elements);
  return names.length === elements.length ? tupleOf(elements, names) : undefined;
}

function parseDateTime(name: string, parts: readonly string[]): DataType | undefined {
  const zoneText = name === 'DateTime' ? parts[0] : parts[1];
  const zone = zoneText === undefined ? undefined : /^'([\w/+-]+)'$/.exec(zoneText)?.[1];
  if (zoneText !== undefined && zone === undefined) return undefined;
  if (name === 'DateTime') return parts.length === 1 ? dateTime(zone) : undefined;
  return /^[0-9]$/.test(parts[0] ?? '') && parts.length <= 2 ? dateTime64(Number(parts[0]), zone) : undefined;
}

function parseDecimal(name: string, parts: readonly string[]): DataType | undefined {
  const digits = DECIMAL_DIGITS[name];
  const [precision, scale] = name === 'Decimal' ? parts : [String(digits), ...parts];
  if (name !== 'Decimal' && digits === undefined) return undefined;
  if (!/^\d{1,2}$/.test(precision ?? '') || !/^\d{1,2}$/.test(scale ?? '')) return undefined;
  const type = { precision: Number(precision), scale: Number(scale) };
  const fits = type.precision >= 1 && type.precision <= 76 && type.scale <= type.precision;
  return fits ? decimal(type.precision, type.scale) : undefined;
}

/** `String, Array(Int64, 1)` → [`String`, `Array(Int64, 1)`]; an empty text has no parts. */
function splitTopLevel(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let i = 0; i < text.length; i++) {
    if (text[i] === '(') depth++;
    if (text[i] === ')') depth--;
    if (text[i] === ',' && depth === 0) {
      parts.push(text.slice(start, i).trim());
      start = i + 1;
    }
  }
  const last = text.slice(start).trim();
  return last === '' && parts.length === 0 ? [] : [...parts, last];
}
