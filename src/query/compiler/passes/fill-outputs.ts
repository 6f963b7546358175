import type { DataType } from '../../catalog/data-type.ts';
import { call, cast } from '../build-ir.ts';
import type { IrExpr, IrSelect } from '../ir.ts';
import { someExpr } from '../ir-visit.ts';

/**
 * The forms of a column that hold one value for many rows cost the engine nothing until it writes them, and none of
 * its limits counts them: a constant, and what a function makes of a column with a dictionary, such as event names.
 * `repeat('a', 100000)` of 10,000 rows is a gigabyte. Here columns of long values are made plain, so that the limits of
 * memory and bytes see them.
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
  return !sources.some((source) => source?.kind === 'guarded' && source.scan.alias === expr.table);
}

/** A dictionary comes from a stored text only; a text made of numbers or times has none, and needs no CAST. */
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
