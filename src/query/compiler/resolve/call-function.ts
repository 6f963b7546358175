import { notNull } from '../../catalog/build-type.ts';
import type { DataType } from '../../catalog/data-type.ts';
import type { ArgumentPattern, FunctionRow, ResultContext } from '../../catalog/function-row.ts';
import { findFunction, nearestFunctionNames } from '../../catalog/functions/function-table.ts';
import { patternAt } from '../../catalog/functions/pattern-at.ts';
import { resultType } from '../../catalog/functions/result-rules.ts';
import { parseEngineType, spellEngineType } from '../../catalog/parse-engine-type.ts';
import { unifiedType } from '../../catalog/unified-type.ts';
import type { Expr } from '../../language/ast.ts';
import { call, isConstant } from '../build-ir.ts';
import { compileError } from '../compile-context.ts';
import { expandTemplate } from '../expand-template.ts';
import type { IrExpr } from '../ir.ts';
import { describeType, isNumeric, isPropertyText, isTemporal } from '../types.ts';
import { asCommon } from './as-common.ts';
import { toMoment, toNumber, toRawText, toTruth } from './convert.ts';
import { judgePatternArgument } from './judge-pattern.ts';
import { guardLists, noteLargeValue } from './large-values.ts';
import type { Scope } from './scope.ts';

export interface CallParts {
  readonly params?: readonly IrExpr[];
  readonly distinct?: boolean;
  readonly nulls?: 'IGNORE' | 'RESPECT';
  /** The call may name a row that users cannot call. */
  readonly internal?: boolean;
}

/** Finds the row of a function name. @throws unknown_function with the nearest names */
export function functionRow(name: string, node: Expr, scope: Scope, internal = false): FunctionRow {
  const row = findFunction(name);
  if (row && (internal || !row.internal)) return row;
  const near = nearestFunctionNames(name);
  const hint = near.length > 0 ? ` Did you mean ${near.map((other) => `"${other}"`).join(' or ')}?` : '';
  throw compileError(scope.context, 'unknown_function', `There is no function "${name}".${hint}`, node);
}

/** Calls a function of the table with resolved arguments: checks arity and types, converts, and types the result. */
export function callFunction(
  name: string,
  args: readonly IrExpr[],
  node: Expr,
  scope: Scope,
  parts: CallParts = {},
): IrExpr {
  const row = functionRow(name, node, scope, parts.internal);
  return callRow(row, args, node, scope, parts);
}

/** Calls a function by its row. */
export function callRow(
  row: FunctionRow,
  args: readonly IrExpr[],
  node: Expr,
  scope: Scope,
  parts: CallParts,
): IrExpr {
  const parameterCount = parts.params?.length ?? 0;
  checkArity(row, args.length, parameterCount, node, scope);
  const given = args.map((arg, at) =>
    fitArgument(arg, patternAt(row, at, args.length), row, argumentNode(node, at), scope),
  );
  const fitted = judgePatternArgument(
    row,
    row.namesType ? withEngineType(given) : given,
    (at) => argumentNode(node, at),
    scope,
  );
  if (!row.deterministic) scope.context.unstable.add(row.name);
  noteLargeValue(row, fitted, node, scope);
  const context = resultContext(fitted, parameterCount, scope);
  const types = fitted.map((arg) => arg.type);
  checkLiterals(row, context, node, scope);
  const type = resultType(row, types, context);
  const values = unify(row, row.nulls === 'fill' ? fitted.map(fillNull) : fitted, type);
  const printed = printedCall(row, guardLists(row, values, node), parts, type, context, scope);
  if (row.kind === 'scalar' || (printed.kind !== 'call' && printed.kind !== 'template')) return printed;
  return { ...printed, role: row.kind };
}

/** The node of one argument, for error positions; a call that the program made of operators is used itself. */
function argumentNode(node: Expr, at: number): Expr {
  if (node.kind === 'Call' || node.kind === 'WindowFunction') return node.args[at] ?? node;
  return node;
}

function printedCall(
  row: FunctionRow,
  args: readonly IrExpr[],
  parts: CallParts,
  type: DataType,
  context: ResultContext,
  scope: Scope,
): IrExpr {
  const { project } = scope.context;
  if (row.template !== undefined) {
    const types = args.map((arg) => arg.type);
    const shape =
      typeof row.template === 'string'
        ? row.template
        : row.template.shapes[row.template.choose(types, context)];
    return expandTemplate(shape ?? '', { args, params: parts.params ?? [], type, project });
  }
  const { params, distinct, nulls } = parts;
  const made = call(row.engine, args, type);
  if (row.isList) return { ...made, isList: true };
  if (!params?.length && !distinct && !nulls) return made;
  return {
    ...made,
    ...(params && params.length > 0 && { params }),
    ...(distinct && { distinct }),
    ...(nulls && { nulls }),
  };
}

export function checkArity(row: FunctionRow, args: number, params: number, node: Expr, scope: Scope): void {
  const [minParams, maxParams] = row.params ?? [0, 0];
  if (params < minParams || params > maxParams) {
    throw compileError(
      scope.context,
      'wrong_arity',
      `${row.name} takes ${countText(minParams, maxParams, 'parameter')}, found ${params}.`,
      node,
    );
  }
  if (args < row.min || args > row.max) {
    throw compileError(
      scope.context,
      'wrong_arity',
      `${row.name} takes ${countText(row.min, row.max, 'argument')}, found ${args}.`,
      node,
    );
  }
  if (row.parity && row.parity !== (args % 2 === 0 ? 'even' : 'odd')) {
    throw compileError(
      scope.context,
      'wrong_arity',
      `${row.name} takes an ${row.parity} number of arguments, found ${args}.`,
      node,
    );
  }
}

function countText(min: number, max: number, noun: string): string {
  const plural = (count: number) => `${count} ${noun}${count === 1 ? '' : 's'}`;
  if (min === max) return max === 0 ? `no ${noun}s` : plural(max);
  return max === Number.POSITIVE_INFINITY ? `at least ${plural(min)}` : `${min} to ${plural(max)}`;
}

function resultContext(args: readonly IrExpr[], parameterCount: number, scope: Scope): ResultContext {
  return {
    zone: scope.context.project.timezone,
    parameterCount,
    literals: args.map((arg) => {
      if (arg.kind !== 'literal') return undefined;
      if (typeof arg.value === 'bigint') return Number(arg.value);
      return typeof arg.value === 'string' || typeof arg.value === 'number' ? arg.value : undefined;
    }),
  };
}

function checkLiterals(row: FunctionRow, context: ResultContext, node: Expr, scope: Scope): void {
  if (row.namesType) checkTypeName(row, context, node, scope);
  if (!row.oneOf) return;
  const { argument, values, ofArguments, ignoresCase } = row.oneOf;
  if (ofArguments !== undefined && context.literals.length !== ofArguments) return;
  const value = context.literals[argument];
  if (typeof value === 'string' && values.includes(ignoresCase ? value.toLowerCase() : value)) return;
  throw compileError(
    scope.context,
    'type_mismatch',
    `Argument ${argument + 1} of ${row.name} is one of ${values.map((allowed) => `'${allowed}'`).join(', ')}.`,
    argumentNode(node, argument),
  );
}

/**
 * Refuses a text that names no known type. The text comes from the user and the engine would read it as a type, so only
 * types that the compiler knows may pass.
 */
function checkTypeName(row: FunctionRow, { literals }: ResultContext, node: Expr, scope: Scope): void {
  const name = literals.at(-1);
  if (typeof name === 'string' && parseEngineType(spellEngineType(name)) !== undefined) return;
  throw compileError(
    scope.context,
    'type_mismatch',
    `The last argument of ${row.name} is a text that names a type, such as 'Nullable(Float64)' or 'Array(String)'.`,
    argumentNode(node, literals.length - 1),
  );
}

/** The arguments with the last one, the name of a type, in the engine's spelling. */
function withEngineType(args: readonly IrExpr[]): readonly IrExpr[] {
  const name = args.at(-1);
  if (name?.kind !== 'literal' || typeof name.value !== 'string') return args;
  return args.with(-1, { ...name, value: spellEngineType(name.value) });
}

function fitArgument(
  arg: IrExpr,
  pattern: ArgumentPattern,
  row: FunctionRow,
  node: Expr,
  scope: Scope,
): IrExpr {
  const fitted = convertArgument(arg, pattern, node, scope);
  if (accepts(pattern, fitted)) return fitted;
  throw compileError(
    scope.context,
    'type_mismatch',
    `${row.internal ? 'The insight' : row.name} takes ${pattern === 'literal' || pattern === 'constant' ? `a ${pattern}` : patternText(pattern)} here, found ${describeType(arg.type)}.`,
    node,
  );
}

function patternText(pattern: ArgumentPattern): string {
  const texts: Partial<Record<ArgumentPattern, string>> = {
    string: 'text',
    bool: 'a truth value',
    integer: 'a whole number',
    amount: 'a whole number',
    uuid: 'a UUID',
    array: 'an array',
    interval: 'an interval',
    'array or lambda': 'an array or a lambda',
    'tuple or array': 'a tuple or an array of tuples',
    scale: 'a number from 0 to 18',
    rings: 'a literal from 0 to 100',
    'type name': 'the name of a type',
    zone: 'the name of a time zone',
    date: 'a date',
  };
  return texts[pattern] ?? `a ${pattern}`;
}

function convertArgument(arg: IrExpr, pattern: ArgumentPattern, node: Expr, scope: Scope): IrExpr {
  switch (pattern) {
    case 'number':
    case 'number or date':
    case 'integer':
    case 'amount':
      return toNumber(arg);
    case 'date':
      return toMoment(arg, node, scope);
    case 'bool':
      return toTruth(arg);
    case 'string':
    case 'stored value':
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

/** A literal whole number from 0 to `largest`. */
function isUpTo(largest: bigint, arg: IrExpr): boolean {
  return arg.kind === 'literal' && typeof arg.value === 'bigint' && arg.value >= 0n && arg.value <= largest;
}

/** False only for what the engine would certainly refuse. */
function accepts(pattern: ArgumentPattern, arg: IrExpr): boolean {
  const { type } = arg;
  if (pattern === 'literal' || pattern === 'type name') return arg.kind === 'literal';
  if (pattern === 'scale') return isUpTo(18n, arg);
  if (pattern === 'rings') return isUpTo(100n, arg);
  if (pattern === 'constant' || pattern === 'zone') return isConstant(arg);
  if (type.kind === 'unknown' || type.kind === 'null') return true;
  switch (pattern) {
    case 'number':
    case 'integer':
    case 'amount':
      return isNumeric(type) || type.kind === 'bool' || type.kind === 'interval' || isTemporal(type);
    case 'string':
      return isText(type) || (arg.kind === 'property' && isPropertyText(arg.text.type));
    case 'bool':
      return type.kind === 'bool' || isNumeric(type);
    case 'date':
      return isTemporal(type);
    case 'array':
      return type.kind === 'array' || type.kind === 'map';
    case 'array or lambda':
      return type.kind === 'array' || type.kind === 'lambda' || type.kind === 'map';
    case 'tuple or array':
      return type.kind === 'tuple' || type.kind === 'array';
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
    case 'number or date':
    case 'text':
      return true;
  }
}

/** Replaces NULL with an empty value, because the engine refuses NULL here. */
function fillNull(arg: IrExpr): IrExpr {
  if (!arg.type.nullable || arg.type.kind === 'unknown' || arg.type.kind === 'null') return arg;
  return { kind: 'fill', expr: arg, type: notNull(arg.type) };
}

/** Casts the values that must share one type. */
function unify(row: FunctionRow, args: readonly IrExpr[], type: DataType): readonly IrExpr[] {
  if (!row.unify) return args;
  const positions = new Set(row.unify(args.length));
  const target = unifiedType(row, type);
  return args.map((arg, at) => (positions.has(at) ? asCommon(arg, target) : arg));
}
