import type { ArithmeticOperator, CompareOperator } from '../language/ast.ts';
import type { DataType } from './data-type.ts';

/**
 * What an argument must be. `any` takes everything. The compiler converts a text column that may hold a number or date
 * (a property) where a `number` or `date` is asked for.
 */
export const ARGUMENT_PATTERNS = [
  'any',
  /** Any value; a property gives its stored text, whatever type the project defines for it. */
  'stored value',
  'number',
  /** Anything that has an average; the text of a property means a number. */
  'number or date',
  /** What the row's template casts to a number: of a moment or an interval the number that stands behind it. */
  'cast number',
  /** A number where a whole one is meant; the engine leaves the fraction out. */
  'integer',
  /** A whole number; the engine takes no other. */
  'whole',
  /** A whole number; a variable there is never NULL. */
  'amount',
  'string',
  'bool',
  /** A truth value; the engine takes no other number. */
  'condition',
  /** A date or a date with time. */
  'date',
  /** A date, a date with time, or the seconds since 1970. */
  'date or seconds',
  'interval',
  'array',
  'array or map',
  'text or array',
  /** An array, or a lambda over the elements of the arrays after it. */
  'array or lambda',
  'map',
  'tuple',
  /** A tuple, or an array of tuples. */
  'tuple or array',
  'lambda',
  'state',
  'uuid',
  /** Text that holds JSON, or a JSON column. */
  'json',
  /** Anything: the compiler prints what is not text as `toString(argument)`. */
  'text',
  /** A literal or variable, never a column: parameters of formats, scales. */
  'constant',
  'constant text',
  'constant number',
  'constant array',
  /** A literal or variable that names a zone; the result type shows the zone of a literal. */
  'zone',
  /** A literal of the text: the result type or the printed shape depends on its value, see `ResultContext.literals`. */
  'literal',
  /** A literal number of digits behind the point, 0..18. */
  'scale',
  /**
   * A literal number of rings around a cell, 0..100: the number of cells grows with its square, and no limit of the
   * engine ends a call that is under way.
   */
  'rings',
  /** A literal text that names a type `parseEngineType` knows. */
  'type name',
] as const;

export type ArgumentPattern = (typeof ARGUMENT_PATTERNS)[number];

export interface ResultContext {
  /** The project's zone, an IANA name. */
  readonly zone: string;
  /** By position of the argument: the value of a literal, undefined for anything else. */
  readonly literals: readonly (string | number | undefined)[];
  /** Number of parameters in the first parentheses of `f(p)(a)`. */
  readonly parameterCount: number;
}

/** The type of a call's result, from the types of its arguments, in the order of the call. */
export type ResultRule = (args: readonly DataType[], context: ResultContext) => DataType;

/**
 * How NULL travels.
 * - `propagate`: the result is nullable when an argument is, or when the result rule says so.
 * - `result`: only the result rule decides; the engine takes nullable arguments.
 * - `fill`: only the result rule decides, and the engine refuses nullable arguments (most functions that return
 *   arrays): the compiler prints a nullable argument as `ifNull(argument, <empty value of its type>)`.
 */
export type NullRule = 'propagate' | 'result' | 'fill';

/** Where the types of a lambda's arguments come from. */
export type LambdaSource =
  /** One argument per array of the call: its element. */
  | 'elements'
  /** Key and value of the map. */
  | 'entries'
  /** The accumulator (last argument of the call), then one element per array. */
  | 'fold';

/**
 * Printed shapes of a call that is not `engine(args)`. `$1`..`$9` are arguments, `$@` all of them joined by
 * commas, `$2+` the arguments from the second on with a comma before each, and `$p` the parameters of `f(p)(a)`.
 * `$z` is the project's zone and `$t` the engine name of the result's type without Nullable (both as quoted text),
 * `$w` the week mode of the project (0 Sunday, 3 Monday), `$now` the time of the run as DateTime64(6) in the
 * project's zone, and `$zoned` the first argument, a moment, shown in the project's zone: comparisons see the moment
 * itself. Everything else is constant text.
 */
export type Template = string;

/**
 * Several shapes, one of which is chosen by the argument types, the literals or the number of arguments of the call.
 */
export interface TemplateChoice {
  readonly shapes: Readonly<Record<string, Template>>;
  /** Name of a shape. */
  readonly choose: (args: readonly DataType[], context: ResultContext) => string;
}

/** A demand on several arguments of a call together. */
export interface ArgumentRelation {
  /** False for types that the engine certainly refuses together. */
  readonly holds: (args: readonly DataType[], context: ResultContext) => boolean;
  /** What is asked for, as the end of "f takes ...". */
  readonly wanted: string;
}

/** One allowed function. A name that is not in the table cannot be called. */
export interface FunctionRow {
  /** Name in the dialect; a call may write it in any case. */
  readonly name: string;
  /** The engine's spelling. Not printed when there is a template. */
  readonly engine: string;
  readonly kind: 'scalar' | 'aggregate' | 'window';
  readonly min: number;
  /** Infinity = open. */
  readonly max: number;
  /** Whether the number of arguments is odd or even: pairs, with or without one more argument. Absent = either. */
  readonly parity?: 'odd' | 'even';
  /** Number of parameters in the first parentheses of `f(p)(a)`, as [min, max]; absent = none. */
  readonly params?: readonly [number, number];
  /** Patterns by position; the last one repeats. Absent = any. `patternAt` reads them. */
  readonly args?: readonly ArgumentPattern[];
  /**
   * Kinds of types, by position, that the pattern lets pass and that the engine refuses; the last ones repeat. Only for
   * patterns that take everything.
   */
  readonly refuses?: readonly (readonly DataType['kind'][])[];
  /** What the types of the arguments must have in common, besides what each must be. */
  readonly fits?: ArgumentRelation;
  /** What the last argument must be, whatever the number of arguments is. */
  readonly last?: ArgumentPattern;
  /** The arguments are conditions and values in turn, and a last value. */
  readonly branches?: true;
  /** Patterns of calls with this number of arguments, where they differ from `args`. */
  readonly argsByCount?: Readonly<Record<number, readonly ArgumentPattern[]>>;
  readonly result: ResultRule;
  readonly nulls: NullRule;
  /** False when two calls on the same rows may differ: aggregates that depend on the order, and estimates. */
  readonly deterministic: boolean;
  /** Only trees made by the program may call the function. */
  readonly internal?: true;
  readonly template?: Template | TemplateChoice;
  /** The operator that the function spells: calls of the function follow the operator's rules of types and NULL. */
  readonly operator?: CompareOperator;
  /** The operator of arithmetic that the function spells. */
  readonly arithmetic?: ArithmeticOperator;
  /** The arguments are conditions, and known ones decide the call as far as they can when it is compiled. */
  readonly connective?: 'and' | 'or' | 'xor' | 'not';
  /** The function that `f(DISTINCT x)` stands for. */
  readonly distinct?: string;
  /** `f(*)` is read as `f()`. */
  readonly countsRows?: true;
  /** The arguments are the elements of the list that the call answers. */
  readonly isList?: true;
  /** The arguments are the parts of the tuple that the call answers. */
  readonly isTuple?: true;
  /**
   * Position of the argument that is a regular expression of RE2, or a list of them. It is judged before the engine
   * sees it.
   */
  readonly regex?: number;
  readonly lambda?: LambdaSource;
  /** The frame that a window function gets when the call has none: all rows of the partition. */
  readonly frame?: 'partition';
  /**
   * Positions, in a call with `count` arguments, whose values must share one type, because the engine would answer a
   * Variant or refuse. The compiler casts those of another type to the result type.
   */
  readonly unify?: (count: number) => readonly number[];
  /**
   * The values that share one type are cast to the element of the result, or to the value of its map, not to the
   * result.
   */
  readonly unifyTo?: 'element' | 'value';
  /** The only values of a literal argument. */
  readonly oneOf?: {
    readonly argument: number;
    readonly values: readonly string[];
    /** Only calls with this number of arguments are held to the values. */
    readonly ofArguments?: number;
    readonly ignoresCase?: true;
  };
  /** The last argument is a literal text that names a type `parseEngineType` knows. */
  readonly namesType?: true;
  /** Positions of numbers that say how large the result is. Literals there are at most MOST_GROWN. */
  readonly grows?: readonly number[];
  /** The result may be many times as large as the arguments together. */
  readonly spreads?: true;
  /** A sentence for docs/functions.md. */
  readonly note?: string;
}
