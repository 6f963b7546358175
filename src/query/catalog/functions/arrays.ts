import {
  arrayOf,
  FLOAT64,
  INT64,
  NOTHING,
  notNull,
  nullable,
  STRING,
  tupleOf,
  UINT8,
  UINT64,
  UNKNOWN,
  unsigned,
} from '../build-type.ts';
import { commonType } from '../common-type.ts';
import type { DataType } from '../data-type.ts';
import type { FunctionRow, ResultRule } from '../function-row.ts';
import { arithmetic } from './arithmetic.ts';
import { byCount } from './choose-shape.ts';
import { composites, type RowSpec, scalars } from './define-rows.ts';
import { REDUCERS, reducedType } from './reducers.ts';
import { allPositions, commonOfAll, elementOf, sameAs, sumType } from './result-rules.ts';

const OPEN = Number.POSITIVE_INFINITY;
const UINT32 = unsigned(32);

/** The array that a higher-order function works on: the first argument, or the second behind a lambda. */
const arrayIn = (args: readonly DataType[]): DataType =>
  (args[0]?.kind === 'lambda' ? args[1] : args[0]) ?? UNKNOWN;

/** What is counted, summed or compared: results of the lambda, else the elements. */
const valueIn = (args: readonly DataType[]): DataType =>
  args[0]?.kind === 'lambda' ? args[0].result : elementOf(args[0]);

const sameArray: ResultRule = (args) => arrayIn(args);
const itsElement: ResultRule = (args) => elementOf(arrayIn(args));

/** The type of `[a, b]`: what holds all of them. */
const literalArray: ResultRule = (args) => arrayOf(args.length === 0 ? NOTHING : commonType(args));

const withElement =
  (position: number): ResultRule =>
  ([array = UNKNOWN, ...rest]) => {
    const value = [array, ...rest][position];
    return arrayOf(commonType([elementOf(array), ...(value ? [value] : [])]));
  };

/**
 * Only the list is cast, so that it holds the value too: a list of Bool would keep its type in the engine, and 5 become
 * true.
 */
const onlyFirst = (): readonly number[] => [0];

const flattened: ResultRule = ([array = UNKNOWN]) => {
  let type = array;
  while (type.kind === 'array' && type.element.kind === 'array') type = type.element;
  return type;
};

const element: ResultRule = ([container = UNKNOWN, index]) => {
  if (container.kind === 'map') return container.value;
  const type = elementOf(container);
  return index?.nullable ? nullable(type) : type;
};

const withoutNull: ResultRule = (args) => arrayOf(notNull(elementOf(arrayIn(args))));
const totals: ResultRule = (args) => sumType(valueIn(args));
const runningTotals: ResultRule = (args) => arrayOf(sumType(valueIn(args)));
const differences: ResultRule = (args, context) =>
  arrayOf(arithmetic('minus')([valueIn(args), valueIn(args)], context));

const rangeType: ResultRule = (args) => arrayOf(notNull(commonType(args)));

/** Functions of arrays. The engine takes arrays of nullable elements, and no array is NULL. */
const lists = (
  names: string,
  arity: RowSpec['arity'],
  result: RowSpec['result'],
  more: Partial<RowSpec> = {},
): FunctionRow[] => composites(names, arity, ['array'], result, more);

/**
 * Most pairs of elements in one call: the engine compares each element of one list with each of the other, and checks
 * no time limit meanwhile.
 */
const MOST_COMPARED = 1_000_000_000;

const comparesAll = (name: string): FunctionRow[] =>
  lists(name, 2, UINT8, {
    args: ['array'],
    template: `${name}($1, arraySlice($2, 1 + throwIf(length($1) * length($2) > ${MOST_COMPARED})))`,
    note: `The lengths of the two lists multiply to at most ${MOST_COMPARED}.`,
  });

export const ARRAYS: readonly FunctionRow[] = [
  ...scalars('array', {
    arity: [0, OPEN],
    result: literalArray,
    nulls: 'result',
    unify: allPositions,
    unifyTo: 'element',
    isList: true,
  }),
  ...scalars('range', {
    arity: [1, 3],
    args: ['integer'],
    result: rangeType,
    nulls: 'fill',
    unify: allPositions,
    unifyTo: 'element',
    grows: [0, 1],
  }),
  ...scalars('generateSeries>range', {
    arity: 3,
    args: ['integer'],
    result: arrayOf(INT64),
    nulls: 'fill',
    grows: [0, 1],
    template: 'range(toInt64($1), plus(toInt64($2), toInt64(sign($3))), toInt64($3))',
    note: 'From, to (included), step.',
  }),
  ...lists('arrayConcat', [2, OPEN], commonOfAll, { unify: allPositions }),
  ...scalars('arrayElement', { arity: 2, args: ['array', 'any'], result: element, nulls: 'result' }),
  ...lists('has', 2, UINT8, { args: ['array', 'any'] }),
  ...lists('hasSubstr', 2, UINT8, { args: ['array'] }),
  ...['hasAll', 'hasAny'].flatMap(comparesAll),
  ...lists('indexOf countEqual', 2, UINT64, { args: ['array', 'any'] }),
  ...lists('arrayPushBack arrayPushFront', 2, withElement(1), { args: ['array', 'any'], unify: onlyFirst }),
  ...scalars('arrayWithConstant', {
    arity: 2,
    args: ['integer', 'any'],
    result: ([, value = UNKNOWN]) => arrayOf(value),
    nulls: 'result',
    template: 'arrayWithConstant(ifNull($1, 0), $2)',
    grows: [0],
  }),
  ...lists('arrayRotateLeft arrayRotateRight', 2, sameAs(0), { args: ['array', 'integer'] }),
  ...lists('arrayAUC arrayROCAUC', 2, FLOAT64),
  ...lists('arrayEnumerate', 1, arrayOf(UINT32)),
  ...lists('arrayEnumerateDense arrayEnumerateUniq', [1, OPEN], arrayOf(UINT32)),
  ...lists('arrayPopBack arrayPopFront arrayReverse arrayCompact', 1, sameAs(0)),
  ...lists('arrayJoin', 1, itsElement, { note: 'One row for each element.' }),
  ...lists('arrayDifference', 1, differences),
  ...lists('arrayDistinct', 1, withoutNull),
  ...lists('arrayFlatten', 1, flattened),
  ...lists('arrayProduct', 1, FLOAT64),
  ...lists('arrayUniq', [1, OPEN], UINT32),
  ...lists('arrayIntersect', [1, OPEN], commonOfAll, { unify: allPositions }),
  ...lists('arrayZip', [2, OPEN], (args) => arrayOf(tupleOf(args.map(elementOf)))),
  ...lists('arrayResize', [2, 3], withElement(2), {
    args: ['array', 'amount', 'any'],
    unify: onlyFirst,
    template: byCount({ 2: 'arrayResize($1, ifNull($2, 0))', 3: 'arrayResize($1, ifNull($2, 0), $3)' }),
    grows: [1],
  }),
  ...lists('arraySlice', [2, 3], sameAs(0), { args: ['array', 'integer'] }),
  ...lists('arrayStringConcat', [1, 2], STRING, { args: ['array', 'constant'], spreads: true }),
  ...scalars('arrayReduce', {
    arity: [2, OPEN],
    args: ['literal', 'array'],
    result: reducedType,
    nulls: 'result',
    oneOf: { argument: 0, values: REDUCERS },
    note: 'The first argument is the name of an aggregate function.',
  }),
];

/**
 * Functions that take a lambda over the elements of arrays. Unless `must` is given, a call without a lambda takes the
 * elements themselves.
 */
const overElements = (names: string, result: RowSpec['result'], must?: 'lambda'): FunctionRow[] =>
  scalars(names, {
    arity: [must ? 2 : 1, OPEN],
    args: [must ?? 'array or lambda', 'array'],
    lambda: 'elements',
    result,
    nulls: 'result',
  });

export const HIGHER_ORDER_ARRAYS: readonly FunctionRow[] = [
  ...overElements('arrayMap', (args) => arrayOf(valueIn(args)), 'lambda'),
  ...overElements('arrayFilter arrayFill arrayReverseFill', sameArray, 'lambda'),
  ...overElements('arraySplit arrayReverseSplit', (args) => arrayOf(arrayIn(args)), 'lambda'),
  ...overElements('arrayFirst arrayLast', itsElement, 'lambda'),
  ...overElements('arrayFirstIndex arrayLastIndex', UINT32, 'lambda'),
  ...overElements('arraySort arrayReverseSort', sameArray),
  ...overElements('arrayCount', UINT32),
  ...overElements('arrayExists arrayAll', UINT8),
  ...overElements('arrayCumSum arrayCumSumNonNegative', runningTotals),
  ...overElements('arrayMin arrayMax', valueIn),
  ...overElements('arraySum', totals),
  ...overElements('arrayAvg', FLOAT64),
  ...scalars('arrayFold', {
    arity: [3, OPEN],
    args: ['lambda', 'any'],
    lambda: 'fold',
    result: (args) => args.at(-1) ?? UNKNOWN,
    nulls: 'result',
    note: 'A lambda of the accumulator and the elements, arrays, and the first value of the accumulator.',
  }),
];
