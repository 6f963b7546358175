import {
  arrayOf,
  FLOAT64,
  mapOf,
  NOTHING,
  notNull,
  STRING,
  tupleOf,
  UINT8,
  UNKNOWN,
  unsigned,
} from '../build-type.ts';
import { commonType } from '../common-type.ts';
import type { DataType } from '../data-type.ts';
import type { FunctionRow, ResultRule } from '../function-row.ts';
import { arithmetic, negated } from './arithmetic.ts';
import { composites, scalars } from './define-rows.ts';
import { elementOf, sameAs, sumType } from './result-rules.ts';

const OPEN = Number.POSITIVE_INFINITY;

/** The type of a part of a tuple. Of an array of tuples it is the array of these parts, at any depth. */
const tupleElement: ResultRule = (args, context) => {
  const [tuple = UNKNOWN, , fallback] = args;
  if (tuple.kind === 'array') return arrayOf(tupleElement([tuple.element], context));
  const key = context.literals[1];
  if (tuple.kind !== 'tuple' || key === undefined) return UNKNOWN;
  const position = typeof key === 'number' ? key - 1 : (tuple.names?.indexOf(key) ?? -1);
  return tuple.elements[position] ?? fallback ?? UNKNOWN;
};

/** A NULL number makes the whole tuple NULL and not its elements. */
const byNumber =
  (operation: 'multiply' | 'divide'): ResultRule =>
  ([tuple = UNKNOWN, number = UNKNOWN], context) =>
    arithmetic(operation)([tuple, notNull(number)], context);

const namesAndValues: ResultRule = ([tuple = UNKNOWN]) =>
  arrayOf(tupleOf([STRING, tuple.kind === 'tuple' ? commonType(tuple.elements) : UNKNOWN]));

/** The type of a map from its arguments: keys are at even places. */
const keysAndValues: ResultRule = (args) => {
  if (args.length === 0) return mapOf(NOTHING, NOTHING);
  const [keys, values] = [0, 1].map((rest) => commonType(args.filter((_, i) => i % 2 === rest)));
  return mapOf(notNull(keys ?? UNKNOWN), values ?? UNKNOWN);
};

/** The places of the values in `map(key, value, key, value)`. */
const valuePositions = (count: number): readonly number[] =>
  Array.from({ length: Math.floor(count / 2) }, (_, at) => 2 * at + 1);

const mapOfArrays: ResultRule = ([keys, values]) => mapOf(notNull(elementOf(keys)), elementOf(values));

const mapped: ResultRule = ([lambda]) => {
  const pair = lambda?.kind === 'lambda' ? lambda.result : UNKNOWN;
  if (pair.kind !== 'tuple') return UNKNOWN;
  return mapOf(pair.elements[0] ?? UNKNOWN, pair.elements[1] ?? UNKNOWN);
};

const addedMaps: ResultRule = ([first = UNKNOWN, ...rest]) => {
  if (first.kind === 'map') return mapOf(first.key, sumType(first.value));
  return rest.length === 0 ? UNKNOWN : tupleOf(addedPairs(first));
};

const addedPairs = (pair: DataType): readonly DataType[] =>
  pair.kind === 'tuple' ? [pair.elements[0] ?? UNKNOWN, arrayOf(sumType(elementOf(pair.elements[1])))] : [];

const populated: ResultRule = ([first = UNKNOWN, second = UNKNOWN]) =>
  first.kind === 'map' ? first : tupleOf([first, second]);

export const TUPLES_AND_MAPS: readonly FunctionRow[] = [
  ...scalars('tuple', { arity: [0, OPEN], result: (args) => tupleOf(args), nulls: 'result', isTuple: true }),
  ...scalars('tupleElement', {
    arity: [2, 3],
    args: ['tuple or array', 'literal', 'any'],
    result: tupleElement,
    nulls: 'result',
    note: 'Elements are counted from 1. Of an array of tuples it is the array of these elements.',
  }),
  ...composites('tupleToNameValuePairs', 1, ['tuple'], namesAndValues),
  ...composites('tupleNegate', 1, ['tuple'], negated),
  ...composites('tuplePlus', 2, ['tuple'], arithmetic('plus')),
  ...composites('tupleMinus', 2, ['tuple'], arithmetic('minus')),
  ...composites('tupleMultiply', 2, ['tuple'], arithmetic('multiply')),
  ...composites('tupleDivide', 2, ['tuple'], arithmetic('divide')),
  ...scalars('tupleMultiplyByNumber', {
    arity: 2,
    args: ['tuple', 'number'],
    result: byNumber('multiply'),
  }),
  ...scalars('tupleDivideByNumber', { arity: 2, args: ['tuple', 'number'], result: byNumber('divide') }),
  ...composites('tupleHammingDistance', 2, ['tuple'], unsigned(16)),
  ...scalars('dotProduct scalarProduct>dotProduct', {
    arity: 2,
    result: FLOAT64,
    nulls: 'result',
    template: 'toFloat64(dotProduct($1, $2))',
  }),
  ...scalars('map', {
    arity: [0, OPEN],
    parity: 'even',
    result: keysAndValues,
    nulls: 'result',
    unify: valuePositions,
    unifyTo: 'value',
    note: 'Keys and values in turn.',
  }),
  ...composites('mapFromArrays', 2, ['array'], mapOfArrays),
  ...composites('mapContains mapContainsKey>mapContains', 2, ['map', 'any'], UINT8),
  ...composites('mapContainsKeyLike', 2, ['map', 'constant'], UINT8),
  ...composites('mapExtractKeyLike', 2, ['map', 'constant'], sameAs(0)),
  ...scalars('mapApply', {
    arity: 2,
    args: ['lambda', 'map'],
    lambda: 'entries',
    result: mapped,
    nulls: 'result',
  }),
  ...scalars('mapFilter', {
    arity: 2,
    args: ['lambda', 'map'],
    lambda: 'entries',
    result: sameAs(1),
    nulls: 'result',
  }),
  ...composites('mapUpdate', 2, ['map'], sameAs(0)),
  ...scalars('mapAdd mapSubtract', { arity: [2, OPEN], result: addedMaps, nulls: 'result' }),
  ...scalars('mapPopulateSeries', { arity: [1, 3], result: populated, nulls: 'result' }),
  ...composites('mapKeys', 1, ['map'], ([map]) => arrayOf(map?.kind === 'map' ? map.key : UNKNOWN)),
  ...composites('mapValues', 1, ['map'], ([map]) => arrayOf(map?.kind === 'map' ? map.value : UNKNOWN)),
];
