import type { AppError } from '../../../base/errors.ts';
import type { DataType } from '../../catalog/data-type.ts';
import type { ArgumentPattern, ArgumentRelation, FunctionRow } from '../../catalog/function-row.ts';
import { patternAt } from '../../catalog/functions/pattern-at.ts';
import type { Expr } from '../../language/ast.ts';
import { call, isConstant } from '../build-ir.ts';
import { compileError } from '../compile-context.ts';
import type { IrExpr } from '../ir.ts';
import { describeType, isNumeric, isPropertyText, isTemporal } from '../types.ts';
import { toMoment, toNumber, toRawText, toTruth } from './convert.ts';
import type { Scope } from './scope.ts';

/** Where an argument stands: `at` counts from 0, `count` is the number of arguments of the call. */
interface ArgumentPlace {
  readonly row: FunctionRow;
  readonly at: number;
  readonly count: number;
}

/** The argument, converted to what its place asks for. @throws type_mismatch for what the engine would refuse there */
export function fitArgument(arg: IrExpr, place: ArgumentPlace, node: Expr, scope: Scope): IrExpr {
  const { row, at, count } = place;
  const pattern = patternAt(row, at, count);
  const fitted = convertArgument(arg, pattern, node, scope);
  if (accepts(pattern, fitted) && !refusedKinds(row, at).includes(fitted.type.kind)) return fitted;
  const found = describeType(arg.type);
  const wanted = accepts(pattern, fitted)
    ? `does not take ${found} here`
    : `takes ${patternText(pattern)} here, found ${found}`;
  const fix = conversionTo(pattern);
  throw compileError(
    scope.context,
    'type_mismatch',
    `${row.internal ? 'The insight' : row.name} ${wanted}. It is argument ${at + 1}${fix && `: convert it with ${fix}`}.`,
    node,
  );
}

/** The refusal of arguments that do not go together. */
export function unfitting(
  row: FunctionRow,
  relation: ArgumentRelation,
  types: readonly DataType[],
  node: Expr,
  scope: Scope,
): AppError {
  const found = types.map((type, at) => `${describeType(type)} as argument ${at + 1}`).join(', ');
  return compileError(
    scope.context,
    'type_mismatch',
    `${row.name} takes ${relation.wanted}; found ${found}. Convert one, for example with toFloat() or toString().`,
    node,
  );
}

function refusedKinds({ refuses }: FunctionRow, at: number): readonly DataType['kind'][] {
  return refuses?.[at] ?? refuses?.at(-1) ?? [];
}

const TEXTS: Partial<Record<ArgumentPattern, string>> = {
  string: 'text',
  bool: 'a truth value',
  condition: 'a truth value',
  'cast number': 'a number',
  integer: 'a whole number',
  whole: 'a whole number',
  amount: 'a whole number',
  uuid: 'a UUID',
  array: 'an array',
  'array or map': 'an array or a map',
  'text or array': 'text, an array or a map',
  interval: 'an interval',
  'array or lambda': 'an array or a lambda',
  'tuple or array': 'a tuple or an array of tuples',
  scale: 'a number from 0 to 18',
  rings: 'a literal from 0 to 100',
  'type name': 'the name of a type',
  zone: 'the name of a time zone',
  date: 'a date',
  'date or seconds': 'a date, or seconds since 1970',
};

function patternText(pattern: ArgumentPattern): string {
  return TEXTS[pattern] ?? `a ${pattern}`;
}

const CONVERSIONS: Partial<Record<ArgumentPattern, string>> = {
  string: 'toString()',
  number: 'toFloat()',
  'number or date': 'toFloat()',
  integer: 'toInt()',
  whole: 'toInt()',
  amount: 'toInt()',
  date: 'toDateTime()',
  'date or seconds': 'toDateTime()',
  uuid: 'toUUID()',
};

function conversionTo(pattern: ArgumentPattern): string {
  return CONVERSIONS[pattern] ?? '';
}

function convertArgument(arg: IrExpr, pattern: ArgumentPattern, node: Expr, scope: Scope): IrExpr {
  switch (pattern) {
    case 'number':
    case 'number or date':
    case 'cast number':
    case 'integer':
    case 'whole':
    case 'amount':
      return toNumber(arg);
    case 'date':
    case 'date or seconds':
      return toMoment(arg, node, scope);
    case 'bool':
    case 'condition':
      return toTruth(arg);
    case 'string':
    case 'stored value':
    case 'text or array':
      return toRawText(arg);
    case 'text':
      return isText(arg.type)
        ? arg
        : call('toString', [arg], { kind: 'string', nullable: arg.type.nullable });
    default:
      return arg;
  }
}

function isText(type: DataType): boolean {
  return type.kind === 'string' || type.kind === 'json';
}

/** A condition as the engine computes it: 0 or 1. */
function isFlag(type: DataType): boolean {
  return type.kind === 'integer' && type.bits === 8 && type.signed === false;
}

/** A literal whole number from 0 to `largest`. */
function isUpTo(largest: bigint, arg: IrExpr): boolean {
  return arg.kind === 'literal' && typeof arg.value === 'bigint' && arg.value >= 0n && arg.value <= largest;
}

/** False only for what the engine would certainly refuse. */
function accepts(pattern: ArgumentPattern, arg: IrExpr): boolean {
  const { type } = arg;
  switch (pattern) {
    case 'literal':
    case 'type name':
      return arg.kind === 'literal';
    case 'scale':
      return isUpTo(18n, arg);
    case 'rings':
      return isUpTo(100n, arg);
    case 'constant':
      return isConstant(arg);
    case 'zone':
    case 'constant text':
      return isConstant(arg) && acceptsType('string', arg, type);
    case 'constant number':
      return isConstant(arg) && acceptsType('number', arg, type);
    case 'constant array':
      return isConstant(arg) && acceptsType('array or map', arg, type);
    default:
      return acceptsType(pattern, arg, type);
  }
}

type ValuePattern = Exclude<
  ArgumentPattern,
  | 'literal'
  | 'type name'
  | 'scale'
  | 'rings'
  | 'constant'
  | 'zone'
  | 'constant text'
  | 'constant number'
  | 'constant array'
>;

function acceptsType(pattern: ValuePattern, arg: IrExpr, type: DataType): boolean {
  if (type.kind === 'unknown' || type.kind === 'null') return true;
  switch (pattern) {
    case 'number':
    case 'integer':
      return isNumeric(type) || type.kind === 'bool';
    case 'whole':
      return type.kind === 'integer' || type.kind === 'bool';
    case 'amount':
    case 'cast number':
      return isNumeric(type) || type.kind === 'bool' || type.kind === 'interval' || isTemporal(type);
    case 'number or date':
      return isNumeric(type) || type.kind === 'bool' || isTemporal(type);
    case 'string':
      return isText(type) || (arg.kind === 'property' && isPropertyText(arg.text.type));
    case 'bool':
      return type.kind === 'bool' || isNumeric(type);
    case 'condition':
      return type.kind === 'bool' || isFlag(type);
    case 'date':
      return isTemporal(type);
    case 'date or seconds':
      return isTemporal(type) || isNumeric(type);
    case 'array or map':
      return type.kind === 'array' || type.kind === 'map';
    case 'text or array':
      return isText(type) || type.kind === 'array' || type.kind === 'map';
    case 'array or lambda':
      return type.kind === 'array' || type.kind === 'lambda';
    case 'tuple or array':
      return type.kind === 'tuple' || type.kind === 'array';
    case 'array':
    case 'lambda':
    case 'map':
    case 'tuple':
    case 'state':
    case 'interval':
      return type.kind === pattern;
    case 'uuid':
      return type.kind === 'uuid' || type.kind === 'string';
    case 'json':
      return isText(type);
    case 'any':
    case 'stored value':
    case 'text':
      return true;
  }
}
