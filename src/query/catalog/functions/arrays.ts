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
import type { FunctionRow, ResultRule } from '../function-row.ts';
import type { DataType } from '../types.ts';
import { arithmetic } from './arithmetic.ts';
import { byCount } from './choose-shape.ts';
import { scalars } from './define-rows.ts';
import { REDUCERS, reducedType } from './reducers.ts';
import { allPositions, elementOf, sameAs, sumType } from './result-rules.ts';

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

/** The list is cast to hold the value too: of a list of Bool the engine would keep the type, and 5 become true. */
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

/** The engine compares each element of one list with each of the other, and looks at no clock meanwhile. */
const MOST_COMPARED = 1_000_000_000;

const comparesAll = (name: string): FunctionRow[] =>
  scalars(name, {
    arity: 2,
    args: ['array'],
    result: UINT8,
    nulls: 'result',
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
  ...scalars('arrayConcat', {
    arity: [2, OPEN],
    args: ['array'],
    result: (args) => commonType(args),
    nulls: 'result',
    unify: allPositions,
  }),
  ...scalars('arrayElement', { arity: 2, result: element, nulls: 'result' }),
  ...scalars('has', { arity: 2, args: ['array', 'any'], result: UINT8, nulls: 'result' }),
  ...scalars('hasSubstr', { arity: 2, args: ['array'], result: UINT8, nulls: 'result' }),
  ...['hasAll', 'hasAny'].flatMap(comparesAll),
  ...scalars('indexOf countEqual', { arity: 2, args: ['array', 'any'], result: UINT64, nulls: 'result' }),
  ...scalars('arrayPushBack arrayPushFront', {
    arity: 2,
    args: ['array', 'any'],
    result: withElement(1),
    nulls: 'result',
    unify: onlyFirst,
  }),
  ...scalars('arrayWithConstant', {
    arity: 2,
    args: ['integer', 'any'],
    result: ([, value = UNKNOWN]) => arrayOf(value),
    nulls: 'result',
    template: 'arrayWithConstant(ifNull($1, 0), $2)',
    grows: [0],
  }),
  ...scalars('arrayRotateLeft arrayRotateRight', {
    arity: 2,
    args: ['array', 'integer'],
    result: sameAs(0),
    nulls: 'result',
  }),
  ...scalars('arrayAUC arrayROCAUC', { arity: 2, args: ['array'], result: FLOAT64, nulls: 'result' }),
  ...scalars('arrayEnumerate', { arity: 1, args: ['array'], result: arrayOf(UINT32), nulls: 'result' }),
  ...scalars('arrayEnumerateDense arrayEnumerateUniq', {
    arity: [1, OPEN],
    args: ['array'],
    result: arrayOf(UINT32),
    nulls: 'result',
  }),
  ...scalars('arrayPopBack arrayPopFront arrayReverse arrayCompact', {
    arity: 1,
    args: ['array'],
    result: sameAs(0),
    nulls: 'result',
  }),
  ...scalars('arrayJoin', {
    arity: 1,
    args: ['array'],
    result: itsElement,
    nulls: 'result',
    note: 'One row for each element.',
  }),
  ...scalars('arrayDifference', { arity: 1, args: ['array'], result: differences, nulls: 'result' }),
  ...scalars('arrayDistinct', { arity: 1, args: ['array'], result: withoutNull, nulls: 'result' }),
  ...scalars('arrayFlatten', { arity: 1, args: ['array'], result: flattened, nulls: 'result' }),
  ...scalars('arrayProduct', { arity: 1, args: ['array'], result: FLOAT64, nulls: 'result' }),
  ...scalars('arrayUniq', { arity: [1, OPEN], args: ['array'], result: UINT32, nulls: 'result' }),
  ...scalars('arrayIntersect', {
    arity: [1, OPEN],
    args: ['array'],
    result: (args) => commonType(args),
    nulls: 'result',
    unify: allPositions,
  }),
  ...scalars('arrayZip', {
    arity: [2, OPEN],
    args: ['array'],
    result: (args) => arrayOf(tupleOf(args.map(elementOf))),
    nulls: 'result',
  }),
  ...scalars('arrayResize', {
    arity: [2, 3],
    args: ['array', 'amount', 'any'],
    result: withElement(2),
    nulls: 'result',
    unify: onlyFirst,
    template: byCount({ 2: 'arrayResize($1, ifNull($2, 0))', 3: 'arrayResize($1, ifNull($2, 0), $3)' }),
    grows: [1],
  }),
  ...scalars('arraySlice', { arity: [2, 3], args: ['array', 'integer'], result: sameAs(0), nulls: 'result' }),
  ...scalars('arrayStringConcat', {
    arity: [1, 2],
    args: ['array', 'constant'],
    result: STRING,
    nulls: 'result',
    spreads: true,
  }),
  ...scalars('arrayReduce', {
    arity: [2, OPEN],
    args: ['literal', 'array'],
    result: reducedType,
    nulls: 'result',
    oneOf: { argument: 0, values: REDUCERS },
    note: 'The first argument is the name of an aggregate function.',
  }),
];

export const HIGHER_ORDER_ARRAYS: readonly FunctionRow[] = [
  ...scalars('arrayMap', {
    arity: [2, OPEN],
    args: ['lambda', 'array'],
    lambda: 'elements',
    result: (args) => arrayOf(valueIn(args)),
    nulls: 'result',
  }),
  ...scalars('arrayFilter arrayFill arrayReverseFill', {
    arity: [2, OPEN],
    args: ['lambda', 'array'],
    lambda: 'elements',
    result: sameArray,
    nulls: 'result',
  }),
  ...scalars('arraySplit arrayReverseSplit', {
    arity: [2, OPEN],
    args: ['lambda', 'array'],
    lambda: 'elements',
    result: (args) => arrayOf(arrayIn(args)),
    nulls: 'result',
  }),
  ...scalars('arrayFirst arrayLast', {
    arity: [2, OPEN],
    args: ['lambda', 'array'],
    lambda: 'elements',
    result: itsElement,
    nulls: 'result',
  }),
  ...scalars('arrayFirstIndex arrayLastIndex', {
    arity: [2, OPEN],
    args: ['lambda', 'array'],
    lambda: 'elements',
    result: UINT32,
    nulls: 'result',
  }),
  ...scalars('arraySort arrayReverseSort', {
    arity: [1, OPEN],
    args: ['array or lambda', 'array'],
    lambda: 'elements',
    result: sameArray,
    nulls: 'result',
  }),
  ...scalars('arrayCount', {
    arity: [1, OPEN],
    args: ['array or lambda', 'array'],
    lambda: 'elements',
    result: UINT32,
    nulls: 'result',
  }),
  ...scalars('arrayExists arrayAll', {
    arity: [1, OPEN],
    args: ['array or lambda', 'array'],
    lambda: 'elements',
    result: UINT8,
    nulls: 'result',
  }),
  ...scalars('arrayCumSum arrayCumSumNonNegative', {
    arity: [1, OPEN],
    args: ['array or lambda', 'array'],
    lambda: 'elements',
    result: runningTotals,
    nulls: 'result',
  }),
  ...scalars('arrayMin arrayMax', {
    arity: [1, OPEN],
    args: ['array or lambda', 'array'],
    lambda: 'elements',
    result: (args) => valueIn(args),
    nulls: 'result',
  }),
  ...scalars('arraySum', {
    arity: [1, OPEN],
    args: ['array or lambda', 'array'],
    lambda: 'elements',
    result: totals,
    nulls: 'result',
  }),
  ...scalars('arrayAvg', {
    arity: [1, OPEN],
    args: ['array or lambda', 'array'],
    lambda: 'elements',
    result: FLOAT64,
    nulls: 'result',
  }),
  ...scalars('arrayFold', {
    arity: [3, OPEN],
    args: ['lambda', 'any'],
    lambda: 'fold',
    result: (args) => args.at(-1) ?? UNKNOWN,
    nulls: 'result',
    note: 'A lambda of the accumulator and the elements, arrays, and the first value of the accumulator.',
  }),
];
