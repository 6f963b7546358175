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
import { MAPS_OR_PAIRS, SERIES, sharesElement, TUPLES, VECTORS } from './argument-relations.ts';
import { arithmetic, negated } from './arithmetic.ts';
import { composites, scalars } from './define-rows.ts';
import { allPositions, elementOf, sameAs, sumType } from './result-rules.ts';

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

const addedMaps: ResultRule = (args) => {
  const common = commonType(args);
  if (common.kind === 'map') return mapOf(common.key, sumType(common.value));
  return args.length === 1 ? UNKNOWN : tupleOf(addedPairs(common));
};

const addedPairs = (pair: DataType): readonly DataType[] =>
  pair.kind === 'tuple' ? [pair.elements[0] ?? UNKNOWN, arrayOf(sumType(elementOf(pair.elements[1])))] : [];

const populated: ResultRule = ([first = UNKNOWN, second = UNKNOWN]) =>
  first.kind === 'map' ? first : tupleOf([first, second]);

export const TUPLES_AND_MAPS: readonly FunctionRow[] = [
  ...scalars('tuple', 'any...?', (args) => tupleOf(args), { nulls: 'result', isTuple: true }),
  ...scalars('tupleElement', 'tuple or array, literal, any?', tupleElement, {
    nulls: 'result',
    fits: TUPLES,
    note: 'Elements are counted from 1. Of an array of tuples it is the array of these elements.',
  }),
  ...composites('tupleToNameValuePairs', 'tuple', namesAndValues),
  ...composites('tupleNegate', 'tuple', negated),
  ...composites('tuplePlus', 'tuple, tuple', arithmetic('plus')),
  ...composites('tupleMinus', 'tuple, tuple', arithmetic('minus')),
  ...composites('tupleMultiply', 'tuple, tuple', arithmetic('multiply')),
  ...composites('tupleDivide', 'tuple, tuple', arithmetic('divide')),
  ...scalars('tupleMultiplyByNumber', 'tuple, number', byNumber('multiply')),
  ...scalars('tupleDivideByNumber', 'tuple, number', byNumber('divide')),
  ...composites('tupleHammingDistance', 'tuple, tuple', unsigned(16)),
  ...scalars('dotProduct scalarProduct>dotProduct', 'any, any', FLOAT64, {
    nulls: 'result',
    template: 'toFloat64(dotProduct($1, $2))',
    fits: VECTORS,
  }),
  ...scalars('map', 'any...?', keysAndValues, {
    parity: 'even',
    nulls: 'result',
    unify: valuePositions,
    unifyTo: 'value',
    note: 'Keys and values in turn.',
  }),
  ...composites('mapFromArrays', 'array or map, array or map', mapOfArrays),
  ...composites('mapContains mapContainsKey>mapContains', 'map, any', UINT8, {
    fits: sharesElement(0, 1),
  }),
  ...composites('mapContainsKeyLike', 'map, constant text', UINT8),
  ...composites('mapExtractKeyLike', 'map, constant text', sameAs(0)),
  ...scalars('mapApply', 'lambda, map', mapped, { lambda: 'entries', nulls: 'result' }),
  ...scalars('mapFilter', 'lambda, map', sameAs(1), { lambda: 'entries', nulls: 'result' }),
  ...composites('mapUpdate', 'map, map', sameAs(0)),
  ...scalars('mapAdd mapSubtract', 'any, any...', addedMaps, {
    nulls: 'result',
    unify: allPositions,
    fits: MAPS_OR_PAIRS,
  }),
  ...scalars('mapPopulateSeries', 'any, any?, any?', populated, { nulls: 'result', fits: SERIES }),
  ...composites('mapKeys', 'map', ([map]) => arrayOf(map?.kind === 'map' ? map.key : UNKNOWN)),
  ...composites('mapValues', 'map', ([map]) => arrayOf(map?.kind === 'map' ? map.value : UNKNOWN)),
];
