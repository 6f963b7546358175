import type { DataType } from '../../catalog/data-type.ts';
import { call, cast } from '../build-ir.ts';
import type { IrExpr, IrSelect, IrSource } from '../ir.ts';
import { someExpr } from '../ir-visit.ts';

/**
 * Makes a column of long values plain, so that the limits of memory and bytes see its size. Some forms of a column hold
 * one value for many rows, and until the engine writes them no limit counts them: a constant, and what a function makes
 * of a column with a dictionary, such as event names. `repeat('a', 100000)` of 10,000 rows is a gigabyte.
 */
export function fill(expr: IrExpr): IrExpr {
  const { type } = expr;
  const isPlain = type.kind !== 'string' || !someExpr(expr, mayHaveDictionary);
  const plain = isPlain ? expr : cast(expr, type);
  return call('materialize', [plain], type);
}

/** True for the outputs of `select` that need `fill`: long values that are neither stored nor aggregated. */
export function needsFilling(expr: IrExpr, { from }: IrSelect): boolean {
  if (!LONG_KINDS.has(expr.type.kind)) return false;
  if (expr.kind === 'call' || expr.kind === 'template') return expr.role === undefined;
  if (expr.kind !== 'column') return expr.kind !== 'window';
  const sources = [from?.source, ...(from?.joins ?? []).map(({ source }) => source)];
  return !sources.some((source) => source && isScan(source, expr.table));
}

function isScan(source: IrSource, alias: string): boolean {
  if (source.kind === 'sourceSwitch') return isScan(source.otherwise, alias);
  return source.kind === 'guarded' && source.scan.alias === alias;
}

/**
 * True for an expression over a stored text. Only such a text has a dictionary, so a text of numbers or times needs no
 * CAST.
 */
function mayHaveDictionary(expr: IrExpr): boolean {
  if (expr.kind === 'name' || expr.kind === 'subquery') return true;
  return expr.kind === 'column' && LONG_KINDS.has(expr.type.kind);
}

const LONG_KINDS: ReadonlySet<DataType['kind']> = new Set([
  'string',
  'json',
  'array',
  'tuple',
  'map',
  'unknown',
]);
