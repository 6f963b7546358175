import {
  arrayOf,
  BOOL,
  FLOAT32,
  FLOAT64,
  INT64,
  notNull,
  nullable,
  STRING,
  tupleOf,
  UINT8,
  UINT64,
  UNKNOWN,
} from '../build-type.ts';
import type { DataType } from '../data-type.ts';
import type { FunctionRow, ResultRule, TemplateChoice } from '../function-row.ts';
import { aggregates, type RowSpec } from './define-rows.ts';
import { combinedMap } from './reducers.ts';
import { averageType, elementOf, sameAs, sameNumber, statistic, sumType } from './result-rules.ts';

const OPEN = Number.POSITIVE_INFINITY;

const sum: ResultRule = ([value]) => sumType(value);
const average: ResultRule = ([value]) => averageType(value);
const meanOrTime: ResultRule = ([value]) =>
  value?.kind === 'date' || value?.kind === 'datetime' ? notNull(value) : FLOAT64;

/** An array of the values without NULL: aggregates that collect values skip NULL. */
const collected: ResultRule = ([value = UNKNOWN]) => arrayOf(notNull(value));

const LINE = tupleOf([FLOAT64, FLOAT64], ['k', 'b']);

const isWhole = (args: readonly DataType[]): boolean =>
  args.every((arg) => arg.kind === 'integer' || arg.kind === 'bool');

/** The engine wants both bounds of an interval in one type. */
const sameNumbers = (name: string): TemplateChoice => ({
  shapes: {
    whole: `${name}(toInt64($1), toInt64($2))`,
    real: `${name}(toFloat64($1), toFloat64($2))`,
  },
  choose: (args) => (isWhole(args) ? 'whole' : 'real'),
});

/** The engine takes few pairs of a value and its time: 64-bit numbers beside a number, a date or a DateTime. */
function deltaShapes(): TemplateChoice {
  const values = { whole: 'toInt64($1)', real: 'toFloat64($1)' };
  const times = { number: 'toFloat64($2)', date: 'toDate($2)', datetime: 'toDateTime($2)' };
  return {
    shapes: Object.fromEntries(
      Object.entries(values).flatMap(([kind, value]) =>
        Object.entries(times).map(([time, at]) => [`${kind} ${time}`, `deltaSumTimestamp(${value}, ${at})`]),
      ),
    ),
    choose: ([value = UNKNOWN, time]) => {
      const at = time?.kind === 'date' || time?.kind === 'datetime' ? time.kind : 'number';
      return `${isWhole([value]) ? 'whole' : 'real'} ${at}`;
    },
  };
}

/**
 * Aggregates that answer something between the values. The text of a property counts as a number, and times are taken
 * too.
 */
const averages = (names: string, result: RowSpec['result'], more: Partial<RowSpec> = {}): FunctionRow[] =>
  aggregates(names, { arity: 1, args: ['number or date'], result, ...more });

/** Aggregates whose answer depends on the order of the rows or is an estimate; NULL is skipped. */
const ordered = (
  names: string,
  arity: RowSpec['arity'],
  result: RowSpec['result'],
  more: Partial<RowSpec> = {},
): FunctionRow[] => aggregates(names, { arity, result, nulls: 'result', deterministic: false, ...more });

/** Aggregates that answer the middle of values, each of which counts as often as its weight says. */
const weighted = (names: string, result: RowSpec['result'], deterministic = true): FunctionRow[] =>
  names.split(' ').flatMap((name) =>
    aggregates(name, {
      arity: 2,
      args: ['number'],
      result,
      deterministic,
      template: `${name}($1, toUInt64($2))`,
      note: 'A value and its weight, a whole number.',
    }),
  );

/** Aggregates that have an `…If` twin with one more condition. */
export const PLAIN_AGGREGATES: readonly FunctionRow[] = [
  ...aggregates('count', {
    arity: [0, 1],

    result: UINT64,
    nulls: 'result',
    distinct: 'uniqExact',
    countsRows: true,
  }),
  ...aggregates('sum', { arity: 1, args: ['number'], result: sum }),
  ...averages('avg', meanOrTime),
  ...aggregates('min max', { arity: 1, result: sameAs(0) }),
  ...aggregates('any anyHeavy anyLast', { arity: 1, result: sameAs(0), deterministic: false }),
  ...aggregates('stddevPop stddevSamp varPop varSamp skewPop skewSamp kurtPop kurtSamp', {
    arity: 1,
    args: ['number'],
    result: statistic,
  }),
  ...aggregates('sumWithOverflow', { arity: 1, args: ['number'], result: sameNumber }),
  ...ordered('deltaSum', 1, sameNumber, { args: ['number'] }),
  ...averages('median medianBFloat16', average, { deterministic: false }),
  ...averages('medianExact medianExactLow medianExactHigh', sameAs(0)),
  ...aggregates('medianTiming medianTDigest', {
    arity: 1,
    args: ['number'],
    result: FLOAT32,
    deterministic: false,
  }),
  ...aggregates('medianDeterministic', {
    arity: 2,
    args: ['number or date'],
    result: average,
    template: 'medianDeterministic($1, toUInt64($2))',
  }),
  ...ordered('groupUniqArray groupArray', 1, collected, { params: [0, 1] }),
  ...aggregates('groupBitAnd groupBitOr groupBitXor', { arity: 1, args: ['integer'], result: sameNumber }),
  ...aggregates('groupBitmap', { arity: 1, args: ['integer'], result: sameNumber }),
  ...aggregates('groupBitmapAnd groupBitmapOr groupBitmapXor', {
    arity: 1,
    args: ['state'],
    result: ([bitmap]) => (bitmap?.kind === 'state' ? bitmap.result : UNKNOWN),
    nulls: 'result',
  }),
  ...ordered('groupArrayMovingAvg', 1, arrayOf(FLOAT64), { params: [0, 1], args: ['number'] }),
  ...ordered('groupArrayMovingSum', 1, ([value]) => arrayOf(sumType(value)), {
    params: [0, 1],
    args: ['number'],
  }),
  ...aggregates('covarPop covarSamp corr', { arity: 2, args: ['number'], result: statistic }),
  ...aggregates('avgWeighted', { arity: 2, args: ['number'], result: FLOAT64 }),
  ...weighted('medianExactWeighted medianInterpolatedWeighted', sameAs(0)),
  ...weighted('medianBFloat16Weighted', FLOAT64, false),
  ...weighted('medianTimingWeighted medianTDigestWeighted', FLOAT32, false),
  ...aggregates('contingency cramersV cramersVBiasCorrected theilsU', { arity: 2, result: FLOAT64 }),
  ...aggregates('argMin argMax', { arity: 2, result: sameAs(0), deterministic: false }),
  ...aggregates('deltaSumTimestamp', {
    arity: 2,
    args: ['number', 'any'],
    result: ([value]) => (isWhole([value ?? UNKNOWN]) ? INT64 : FLOAT64),
    nulls: 'result',
    template: deltaShapes(),
  }),
  ...ordered('groupArrayInsertAt', 2, collected, {
    args: ['any', 'integer'],
    template: 'groupArrayInsertAt($1, toUInt32($2))',
  }),
  ...aggregates('simpleLinearRegression', { arity: 2, args: ['number'], result: LINE }),
  ...aggregates('maxIntersections', {
    arity: 2,
    args: ['number'],
    result: UINT64,
    template: sameNumbers('maxIntersections'),
  }),
  ...aggregates('maxIntersectionsPosition', {
    arity: 2,
    args: ['number'],
    result: (args) => (isWhole(args) ? INT64 : FLOAT64),
    template: sameNumbers('maxIntersectionsPosition'),
  }),
  ...aggregates('uniq uniqExact uniqHLL12', { arity: [1, OPEN], result: UINT64, nulls: 'result' }),
  ...aggregates('uniqTheta>uniq', {
    arity: [1, OPEN],
    result: UINT64,
    nulls: 'result',
    note: 'Counts like uniq.',
  }),
  ...aggregates('sumMap', { arity: [1, 2], result: combinedMap(sumType), nulls: 'result' }),
  ...aggregates('minMap maxMap', { arity: [1, 2], result: combinedMap((value) => value), nulls: 'result' }),
  ...aggregates('avgMap', { arity: 1, args: ['map'], result: combinedMap(() => FLOAT64), nulls: 'result' }),
  ...aggregates('uniqMap countMap', {
    arity: 1,
    args: ['map'],
    result: combinedMap(() => UINT64),
    nulls: 'result',
  }),
  ...averages('quantile', average, { params: [0, 1], deterministic: false }),
  ...averages('quantileExact', sameAs(0), { params: [0, 1] }),
  ...ordered('quantiles', 1, ([value]) => arrayOf(averageType(value)), {
    params: [1, OPEN],
    args: ['number or date'],
  }),
  ...ordered('topK', 1, collected, { params: [0, 1] }),
  ...ordered('groupArraySample', 1, collected, { params: [1, 2] }),
  ...aggregates('windowFunnel', {
    arity: [2, 33],
    params: [1, OPEN],
    args: ['date', 'bool'],
    result: UINT8,
    template: 'windowFunnel($p)(toDateTime($1)$2+)',
    note: 'The window is in seconds; times are compared to the second.',
  }),
];

/** Aggregates without an `…If` twin. */
export const SINGLE_AGGREGATES: readonly FunctionRow[] = [
  ...aggregates('countDistinct>uniqExact', { arity: [1, OPEN], result: UINT64, nulls: 'result' }),
  ...aggregates('countDistinctIf>uniqExactIf', {
    arity: 2,
    args: ['any', 'bool'],
    result: UINT64,
    nulls: 'result',
  }),
  ...aggregates('avgArray>avgArrayOrNull', {
    arity: 1,
    args: ['array'],
    result: nullable(FLOAT64),
    nulls: 'result',
  }),
  ...ordered('medianArray>medianArrayOrNull', 1, nullable(FLOAT64), { args: ['array'] }),
  ...aggregates('sumForEach', {
    arity: 1,
    args: ['array'],
    result: ([array]) => arrayOf(sumType(elementOf(array))),
    nulls: 'result',
  }),
  ...aggregates('minForEach', { arity: 1, args: ['array'], result: sameAs(0), nulls: 'result' }),
  ...ordered('array_agg>groupArray', 1, collected),
  ...ordered('json_agg>groupArray', 1, STRING, { template: 'toJSONString(groupArray($1))' }),
  ...ordered('string_agg>groupArray', 2, STRING, {
    args: ['text', 'constant'],
    template: 'arrayStringConcat(groupArray($1), $2)',
  }),
  ...aggregates('every>min', { arity: 1, args: ['bool'], result: BOOL, template: 'toBool(min($1))' }),
];
