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
import type { ArgumentRelation, FunctionRow, ResultRule } from '../function-row.ts';
import {
  FOLDED,
  KEY_OF_FIRST,
  LAMBDA_FIRST,
  NO_AMOUNT,
  NUMBER_LISTS,
  numbersOf,
  REDUCIBLE,
  SHARED_TYPE,
  sharesElement,
  truthsOf,
} from './argument-relations.ts';
import { arithmetic } from './arithmetic.ts';
import { byCount } from './choose-shape.ts';
import { composites, type Result, scalars } from './define-rows.ts';
import { REDUCERS, reducedType } from './reducers.ts';
import { allPositions, commonOfAll, elementOf, sameAs, sumType } from './result-rules.ts';

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

/**
 * Most pairs of elements in one call: the engine compares each element of one list with each of the other, and checks
 * no time limit meanwhile.
 */
const MOST_COMPARED = 1_000_000_000;

const comparesAll = (name: string): FunctionRow[] =>
  composites(name, 'array, array', UINT8, {
    template: `${name}($1, arraySlice($2, 1 + throwIf(length($1) * length($2) > ${MOST_COMPARED})))`,
    fits: SHARED_TYPE,
    note: `The lengths of the two lists multiply to at most ${MOST_COMPARED}.`,
  });

export const ARRAYS: readonly FunctionRow[] = [
  ...scalars('array', 'any...?', literalArray, {
    nulls: 'result',
    unify: allPositions,
    unifyTo: 'element',
    isList: true,
  }),
  ...scalars('range', 'whole, whole?, whole?', rangeType, {
    nulls: 'fill',
    unify: allPositions,
    unifyTo: 'element',
    grows: [0, 1],
  }),
  ...scalars('generateSeries>range', 'cast number, cast number, whole', arrayOf(INT64), {
    nulls: 'fill',
    grows: [0, 1],
    template: 'range(toInt64($1), plus(toInt64($2), toInt64(sign($3))), toInt64($3))',
    note: 'From, to (included), step.',
  }),
  ...composites('arrayConcat', 'array, array...', commonOfAll, {
    unify: allPositions,
    fits: SHARED_TYPE,
  }),
  ...scalars('arrayElement', 'array or map, any', element, { nulls: 'result', fits: KEY_OF_FIRST }),
  ...composites('has', 'array or map, any', UINT8, { fits: sharesElement(0, 1) }),
  ...composites('hasSubstr', 'array, array', UINT8, { fits: SHARED_TYPE }),
  ...['hasAll', 'hasAny'].flatMap(comparesAll),
  ...composites('indexOf countEqual', 'array, any', UINT64, { fits: sharesElement(0, 1) }),
  ...composites('arrayPushBack arrayPushFront', 'array, any', withElement(1), {
    unify: onlyFirst,
    fits: sharesElement(0, 1),
  }),
  ...scalars('arrayWithConstant', 'integer, any', ([, value = UNKNOWN]) => arrayOf(value), {
    nulls: 'result',
    template: 'arrayWithConstant(ifNull($1, 0), $2)',
    grows: [0],
  }),
  ...composites('arrayRotateLeft arrayRotateRight', 'array, whole', sameAs(0)),
  ...composites('arrayAUC arrayROCAUC', 'array, array', FLOAT64, { fits: NUMBER_LISTS }),
  ...composites('arrayEnumerate', 'array', arrayOf(UINT32)),
  ...composites('arrayEnumerateDense arrayEnumerateUniq', 'array...', arrayOf(UINT32)),
  ...composites('arrayPopBack arrayPopFront arrayReverse arrayCompact', 'array', sameAs(0)),
  ...composites('arrayJoin', 'array or map', itsElement, { note: 'One row for each element.' }),
  ...composites('arrayDifference', 'array', differences, { fits: NUMBER_LISTS }),
  ...composites('arrayDistinct', 'array', withoutNull),
  ...composites('arrayFlatten', 'array', flattened),
  ...composites('arrayProduct', 'array', FLOAT64, { fits: NUMBER_LISTS }),
  ...composites('arrayUniq', 'array...', UINT32),
  ...composites('arrayIntersect', 'array...', commonOfAll, { unify: allPositions, fits: SHARED_TYPE }),
  ...composites('arrayZip', 'array, array...', (args) => arrayOf(tupleOf(args.map(elementOf)))),
  ...composites('arrayResize', 'array, amount, any?', withElement(2), {
    unify: onlyFirst,
    template: byCount({ 2: 'arrayResize($1, ifNull($2, 0))', 3: 'arrayResize($1, ifNull($2, 0), $3)' }),
    fits: sharesElement(0, 2),
    refuses: [[], NO_AMOUNT, []],
    grows: [1],
  }),
  ...composites('arraySlice', 'array, whole, whole?', sameAs(0)),
  ...composites('arrayStringConcat', 'array, constant text?', STRING, { spreads: true }),
  ...scalars('arrayReduce', 'literal, array...', reducedType, {
    nulls: 'result',
    oneOf: { argument: 0, values: REDUCERS },
    fits: REDUCIBLE,
    note: 'The first argument is the name of an aggregate function.',
  }),
];

/**
 * Functions that take a lambda over the elements of arrays. Unless `must` is given, a call without a lambda takes the
 * elements themselves.
 */
const overElements = (
  names: string,
  result: Result,
  { must = false, ...extras }: { readonly must?: boolean; readonly fits?: ArgumentRelation } = {},
): FunctionRow[] =>
  composites(names, must ? 'lambda, array...' : 'array or lambda, array...?', result, {
    lambda: 'elements',
    ...extras,
  });

const TRUTHS = truthsOf(valueIn);
const NUMBERS = numbersOf(valueIn);

export const HIGHER_ORDER_ARRAYS: readonly FunctionRow[] = [
  ...overElements('arrayMap', (args) => arrayOf(valueIn(args)), { must: true }),
  ...overElements('arrayFilter arrayFill arrayReverseFill', sameArray, { must: true, fits: TRUTHS }),
  ...overElements('arraySplit arrayReverseSplit', (args) => arrayOf(arrayIn(args)), {
    must: true,
    fits: TRUTHS,
  }),
  ...overElements('arrayFirst arrayLast', itsElement, { must: true, fits: TRUTHS }),
  ...overElements('arrayFirstIndex arrayLastIndex', UINT32, { must: true, fits: TRUTHS }),
  ...overElements('arraySort arrayReverseSort', sameArray, { fits: LAMBDA_FIRST }),
  ...overElements('arrayCount', UINT32, { fits: TRUTHS }),
  ...overElements('arrayExists arrayAll', UINT8, { fits: TRUTHS }),
  ...overElements('arrayCumSum arrayCumSumNonNegative', runningTotals, { fits: NUMBERS }),
  ...overElements('arrayMin arrayMax', valueIn, { fits: LAMBDA_FIRST }),
  ...overElements('arraySum', totals, { fits: NUMBERS }),
  ...overElements('arrayAvg', FLOAT64, { fits: NUMBERS }),
  ...scalars('arrayFold', 'lambda, any, any...', (args) => args.at(-1) ?? UNKNOWN, {
    lambda: 'fold',
    fits: FOLDED,
    nulls: 'result',
    note: 'A lambda of the accumulator and the elements, arrays, and the first value of the accumulator.',
  }),
];
