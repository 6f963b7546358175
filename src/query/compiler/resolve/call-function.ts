import { notNull } from '../../catalog/build-type.ts';
import type { DataType } from '../../catalog/data-type.ts';
import type { FunctionRow, ResultContext } from '../../catalog/function-row.ts';
import { findFunction, nearestFunctionNames } from '../../catalog/functions/function-table.ts';
import { resultType } from '../../catalog/functions/result-rules.ts';
import { parseEngineType, spellEngineType } from '../../catalog/parse-engine-type.ts';
import { unifiedType } from '../../catalog/unified-type.ts';
import type { Expr } from '../../language/ast.ts';
import { call } from '../build-ir.ts';
import { compileError } from '../compile-context.ts';
import { expandTemplate } from '../expand-template.ts';
import type { IrExpr } from '../ir.ts';
import { asCommon } from './as-common.ts';
import { fitArgument, unfitting } from './fit-argument.ts';
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
    fitArgument(arg, { row, at, count: args.length }, argumentNode(node, at), scope),
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
  if (row.fits && !row.fits.holds(types, context)) throw unfitting(row, row.fits, types, node, scope);
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
