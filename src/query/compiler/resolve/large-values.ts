import type { DataType } from '../../catalog/data-type.ts';
import type { FunctionRow } from '../../catalog/function-row.ts';
import { FORMS } from '../../catalog/functions/forms.ts';
import type { Expr } from '../../language/ast.ts';
import { isComputed, isConstant } from '../build-ir.ts';
import { compileError } from '../compile-context.ts';
import { expandTemplate } from '../expand-template.ts';
import type { IrExpr } from '../ir.ts';
import { someExpr } from '../ir-visit.ts';
import type { Scope } from './scope.ts';

/**
 * Most elements or characters that a literal may ask for; the next two are limits above which blocks become smaller.
 */
const MOST_GROWN = 1_000_000n;
const MOST_MIDDLING = 100_000n;
const MOST_SMALL = 1_000n;

/**
 * Rows of a block, between which the engine checks time and memory, where each row may have a large value. FEW_ROWS is
 * for rows each of which surely has a value of up to a million elements.
 */
export const BLOCK_ROWS = 32;
const FEW_ROWS = 4;

/**
 * Notes a call that may make a large value of few letters, such as `repeat('a', 100000)`. The engine keeps this value
 * once for all rows, so that no limit of memory sees it, and works through it again in every row of a block. So such a
 * statement runs in small blocks. Calls that the program made are not noted, because the program knows their sizes.
 * @throws query_too_large when a literal asks for more than MOST_GROWN
 */
export function noteLargeValue(row: FunctionRow, args: readonly IrExpr[], node: Expr, scope: Scope): void {
  if (!node.span) return;
  if (row.grows) noteGrowth(row, args, node, scope);
  const isMade = row.spreads === true && args.every(isConstant);
  const isGuessed = row.lambda !== undefined && args.every((arg) => arg.kind === 'lambda' || isConstant(arg));
  if (isMade || isGuessed) scope.context.blockRows.add(BLOCK_ROWS);
}

function noteGrowth(row: FunctionRow, args: readonly IrExpr[], node: Expr, scope: Scope): void {
  for (const position of row.grows ?? []) {
    const arg = args[position];
    if (arg === undefined) continue;
    const size = arg.kind === 'literal' && typeof arg.value === 'bigint' ? arg.value : undefined;
    if (size === undefined || size > MOST_SMALL) scope.context.blockRows.add(BLOCK_ROWS);
    if (size !== undefined && size > MOST_MIDDLING) scope.context.blockRows.add(FEW_ROWS);
    if (size !== undefined && size > MOST_GROWN)
      throw compileError(
        scope.context,
        'query_too_large',
        `${row.name} makes at most ${MOST_GROWN} elements or characters, found ${size}.`,
        node,
      );
  }
}

const LARGE_KINDS: ReadonlySet<DataType['kind']> = new Set(['string', 'json', 'array', 'map', 'state']);

/**
 * The arguments of a call, the first list limited in length where the lambda reads a text or list from outside or folds
 * into one. The engine goes through that text or list again for each element and checks no time limit meanwhile.
 */
export function guardLists(row: FunctionRow, args: readonly IrExpr[], node: Expr): readonly IrExpr[] {
  if (row.lambda === undefined || !node.span) return args;
  if (!args.some((arg) => arg.kind === 'lambda' && readsLarge(arg, row))) return args;
  const list = args.findIndex(({ kind, type }) => kind !== 'lambda' && type.kind === 'array');
  return args.map((arg, at) => (at === list ? heldShort(arg) : arg));
}

function readsLarge(lambda: Extract<IrExpr, { kind: 'lambda' }>, row: FunctionRow): boolean {
  const own = new Set(lambda.args);
  const isFromOutside = (expr: IrExpr): boolean => {
    if (!LARGE_KINDS.has(expr.type.kind)) return false;
    if (expr.kind === 'name') return !own.has(expr.name);
    if (isComputed(expr)) return isConstant(expr);
    return expr.kind === 'column' || expr.kind === 'property' || expr.kind === 'subquery';
  };
  const isList = row.lambda === 'fold' && LARGE_KINDS.has(lambda.body.type.kind);
  return isList || someExpr(lambda.body, isFromOutside);
}

function heldShort(list: IrExpr): IrExpr {
  return expandTemplate(FORMS.shortList, { args: [list], type: list.type });
}
