import type { EngineParameter, ParameterValue } from '../../base/engine-parameter.ts';
import { AppError } from '../../base/errors.ts';
import { InvariantError } from '../../base/invariant.ts';

type Scalar = string | number | bigint | boolean;

/**
 * Text of a parameter value as the engine reads it from `param_<name>`: escaped as in tab separated text, list items
 * quoted. Everything is checked first, because the engine itself wraps integers that are too large, turns
 * 2026-02-30 into 03-02, 1900 into 1970 and 1e400 into inf without a word.
 * @throws invalid_variable when the value does not fit the type
 */
export function encodeParameter({ type, value }: EngineParameter): string {
  const { base, isNullable, isList } = readType(type);
  if (!isList) {
    if (Array.isArray(value)) throw misfit(type, 'a list is no single value');
    return value === null ? encodeNull('\\N', isNullable, type) : encodeScalar(asScalar(value), base, type);
  }
  if (!Array.isArray(value)) throw misfit(type, 'a list is needed');
  return `[${value.map((item) => encodeItem(item, base, isNullable, type)).join(',')}]`;
}

interface ParameterType {
  readonly base: string;
  readonly isNullable: boolean;
  readonly isList: boolean;
}

/** `Array(Nullable(Int64))` → base Int64, nullable, list. */
function readType(type: string): ParameterType {
  const item = insideOf('Array', type);
  const bare = item ?? type;
  const inner = insideOf('Nullable', bare);
  return { base: inner ?? bare, isNullable: inner !== undefined, isList: item !== undefined };
}

function insideOf(wrapper: string, type: string): string | undefined {
  return type.startsWith(`${wrapper}(`) && type.endsWith(')')
    ? type.slice(wrapper.length + 1, -1)
    : undefined;
}

function asScalar(value: ParameterValue): Scalar {
  if (value === null || typeof value === 'object') throw new InvariantError('a parameter is no single value');
  return value;
}

function encodeItem(item: Scalar | null, base: string, isNullable: boolean, type: string): string {
  if (item === null) return encodeNull('NULL', isNullable, type);
  const text = encodeScalar(item, base, type);
  return isUnquoted(base) ? text : `'${text.replaceAll("'", "\\'")}'`;
}

function encodeNull(spelling: string, isNullable: boolean, type: string): string {
  if (!isNullable) throw misfit(type, 'null is not possible here');
  return spelling;
}

function isUnquoted(base: string): boolean {
  return /^(U?Int\d+|Float\d+|Bool)$/.test(base);
}

function encodeScalar(value: Scalar, base: string, type: string): string {
  const integer = INTEGER_TYPE.exec(base);
  if (integer) return encodeInteger(value, integer[1] === 'U', Number(integer[2]), type);
  if (base === 'Float64' || base === 'Float32') return encodeFloat(value, type);
  if (base === 'Bool') return encodeBoolean(value, type);
  if (typeof value !== 'string') throw misfit(type, 'a text is needed');
  if (base === 'String') return encodeText(value, type);
  if (base === 'Identifier') return encodeName(value, type);
  if (base === 'UUID') return encodeMatching(value, UUID, type);
  if (base === 'Date') return encodeDate(value, '1970-01-01', '2149-06-06', type);
  if (base === 'Date32') return encodeDate(value, '1900-01-01', '2299-12-31', type);
  const moment = MOMENT_TYPE.exec(base);
  if (moment) return encodeMoment(value, moment[1] === undefined ? 0 : Number(moment[1]), type);
  throw new InvariantError(`parameters of type ${type} are not supported`);
}

/** `UInt8`, `Int64` */
const INTEGER_TYPE = /^(U?)Int(8|16|32|64)$/;
/** `DateTime`, `DateTime('Asia/Tokyo')`, `DateTime64(6)`, `DateTime64(6, 'UTC')` */
const MOMENT_TYPE = /^DateTime(?:\('[\w/+-]+'\)|64\(([0-9])(?:, ?'[\w/+-]+')?\))?$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function encodeInteger(value: Scalar, isUnsigned: boolean, bits: number, type: string): string {
  if (typeof value !== 'bigint' && !(typeof value === 'number' && Number.isSafeInteger(value)))
    throw misfit(type, 'a whole number is needed');
  const whole = BigInt(value);
  const fits = isUnsigned ? BigInt.asUintN(bits, whole) === whole : BigInt.asIntN(bits, whole) === whole;
  if (!fits) throw misfit(type, 'the number is outside the range');
  return whole.toString();
}

function encodeFloat(value: Scalar, type: string): string {
  if (typeof value !== 'number' && typeof value !== 'bigint') throw misfit(type, 'a number is needed');
  if (!Number.isFinite(Number(value))) throw misfit(type, 'the number is not finite');
  return Object.is(value, -0) ? '-0' : String(value);
}

function encodeBoolean(value: Scalar, type: string): string {
  if (typeof value !== 'boolean') throw misfit(type, 'true or false is needed');
  return String(value);
}

function encodeMatching(value: string, pattern: RegExp, type: string): string {
  if (!pattern.test(value)) throw misfit(type, 'the text has another form');
  return value;
}

/** Control characters and the backslash, as in tab separated text. */
const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\t': '\\t',
  '\n': '\\n',
  '\r': '\\r',
  '\0': '\\0',
  '\b': '\\b',
  '\f': '\\f',
};

function encodeText(value: string, type: string): string {
  if (!value.isWellFormed()) throw misfit(type, 'the text holds half of a surrogate pair');
  return value.replaceAll(/[\\\t\n\r\0\b\f]/g, (character) => ESCAPES[character] ?? character);
}

/** The engine takes a name as it is: nothing is escaped. */
function encodeName(value: string, type: string): string {
  if (value === '' || !value.isWellFormed()) throw misfit(type, 'a name is needed');
  return value;
}

function encodeDate(value: string, first: string, last: string, type: string): string {
  encodeMatching(value, /^\d{4}-\d{2}-\d{2}$/, type);
  if (!isRealDay(value) || value < first || value > last)
    throw misfit(type, `the day does not exist or is outside ${first}..${last}`);
  return value;
}

/** `2026-02-28 23:59:59.123456` → day, time, digits after the point */
const MOMENT = /^(\d{4}-\d{2}-\d{2}) (?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.(\d+))?$/;

function encodeMoment(value: string, precision: number, type: string): string {
  const [, day, digits = ''] = MOMENT.exec(value) ?? [];
  if (day === undefined || !isRealDay(day) || digits.length > precision)
    throw misfit(type, 'the moment does not exist or has another form');
  const [first, last] = momentRange(type, precision);
  if (day < first || day > last) throw misfit(type, `the day is outside ${first}..${last}`);
  return value;
}

/** First and last day that fit the type in every time zone. */
function momentRange(type: string, precision: number): readonly [string, string] {
  if (!type.includes('DateTime64')) return ['1970-01-02', '2106-02-06'];
  return precision === 9 ? ['1900-01-02', '2262-04-10'] : ['1900-01-02', '2299-12-30'];
}

function isRealDay(day: string): boolean {
  const instant = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(day);
}

/** The value itself stays out of the message: it may be somebody's data. */
function misfit(type: string, reason: string): AppError {
  return new AppError('invalid_variable', `A value does not fit the type ${type}: ${reason}.`);
}
