import type { DataType } from './types.ts';

/**
 * What an argument must be. `any` takes everything. A text column that may hold a number or date (a property) is
 * converted by the compiler where a `number` or `datetime` is asked for.
 */
export type ArgumentPattern =
  | 'any'
  | 'number'
  | 'integer'
  | 'string'
  | 'bool'
  | 'date'
  | 'array'
  | 'map'
  | 'tuple'
  | 'lambda'
  | 'state'
  | 'uuid'
  | 'json'
  /** A literal or variable, never a column: parameters of formats, scales, units. */
  | 'constant';

/** The type of a call's result, from the types of its arguments (in the order of the call) and of its parameters. */
export type ResultRule = (args: readonly DataType[], context: ResultContext) => DataType;

export interface ResultContext {
  readonly zone: string;
}

/**
 * How NULL travels. `propagate`: NULL in any argument gives NULL (result is nullable when an argument is).
 * `result`: the result rule says it all. `never`: never NULL.
 */
export type NullRule = 'propagate' | 'result' | 'never';

/** One allowed function. A name that is not in the table cannot be called. */
export interface FunctionRow {
  /** Name in the dialect. Case matters unless `ci`. */
  readonly name: string;
  /** The engine's spelling. */
  readonly engine: string;
  readonly kind: 'scalar' | 'aggregate' | 'window';
  readonly min: number;
  /** Infinity = open. */
  readonly max: number;
  readonly ci?: true;
  /** Number of parameters in the first parentheses of `f(p)(a)`, as [min, max]; absent = none. */
  readonly params?: readonly [number, number];
  /** Patterns by position; the last one repeats. Absent = any. */
  readonly args?: readonly ArgumentPattern[];
  readonly result: ResultRule;
  readonly nulls: NullRule;
  /** The project's zone is appended as last argument when the call has fewer than `max` arguments. */
  readonly zone?: true;
  /** False when two calls on the same row may differ: `now`, or order-dependent and approximate aggregates. */
  readonly deterministic: boolean;
  /** Only trees made by the program may call it. */
  readonly internal?: true;
  /**
   * Printed shape when it is not `engine(args)`. `$1`..`$9` are arguments, `$@` all of them, `$z` the zone; everything else is
   * constant text of this table.
   */
  readonly template?: string;
}
