import type { DataType } from '../data-type.ts';
import type { ArgumentPattern, FunctionRow, ResultRule } from '../function-row.ts';

/** Members that every row has; all others are exceptions. */
type Common = 'name' | 'engine' | 'kind' | 'min' | 'max' | 'result' | 'nulls' | 'deterministic';

/** What the rows of one line of a family file share. */
export interface RowSpec extends Omit<FunctionRow, Common> {
  /** Exact number of arguments, or least and most. */
  readonly arity: number | readonly [number, number];
  readonly result: DataType | ResultRule;
  /** Default `propagate`. */
  readonly nulls?: FunctionRow['nulls'];
  /** Default true. */
  readonly deterministic?: boolean;
}

/** @param names separated by blanks; `name>engine` where the engine spells it in another way */
export const scalars = (names: string, spec: RowSpec): FunctionRow[] => defineRows('scalar', names, spec);

/**
 * Functions that take or answer lists, tuples, maps or states, which hold NULL inside but are never NULL themselves.
 */
export const composites = (
  names: string,
  arity: RowSpec['arity'],
  args: readonly ArgumentPattern[],
  result: RowSpec['result'],
  more: Partial<RowSpec> = {},
): FunctionRow[] => scalars(names, { arity, args, result, nulls: 'result', ...more });

/** See `scalars`. */
export const windows = (names: string, spec: RowSpec): FunctionRow[] => defineRows('window', names, spec);

/** See `scalars`. */
export const aggregates = (names: string, spec: RowSpec): FunctionRow[] =>
  defineRows('aggregate', names, spec);

function defineRows(kind: FunctionRow['kind'], names: string, spec: RowSpec): FunctionRow[] {
  const { arity, result, nulls = 'propagate', deterministic = true, ...rest } = spec;
  const [min, max] = typeof arity === 'number' ? [arity, arity] : arity;
  const rule: ResultRule = typeof result === 'function' ? result : () => result;
  return names
    .trim()
    .split(/\s+/)
    .map((entry) => {
      const [name = entry, engine = name] = entry.split('>');
      return { ...rest, name, engine, kind, min, max, result: rule, nulls, deterministic };
    });
}
