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
import { NO_SCALAR_NUMBER, NUMBER_LISTS, SUMMABLE } from './argument-relations.ts';
import { aggregates, type DefineRows, type Result, type RowExtras } from './define-rows.ts';
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
const averages = (names: string, result: Result, extras?: RowExtras): FunctionRow[] =>
  aggregates(names, 'number or date', result, extras);

/** Aggregates whose answer depends on the order of the rows or is an estimate; NULL is skipped. */
const ordered: DefineRows = (names, takes, result, extras) =>
  aggregates(names, takes, result, { nulls: 'result', deterministic: false, ...extras });

/** Aggregates that answer the middle of values, each of which counts as often as its weight says. */
const weighted = (names: string, result: Result, isExact = true): FunctionRow[] =>
  names.split(' ').flatMap((name) =>
    aggregates(name, 'cast number, cast number', result, {
      deterministic: isExact,
      refuses: [isExact ? ['interval'] : ['interval', 'datetime'], []],
      template: `${name}($1, toUInt64($2))`,
      note: 'A value and its weight, a whole number.',
    }),
  );

/** `sumMap(map)` and `sumMap(keys, values)`. */
const MAP_OR_LISTS: FunctionRow['argsByCount'] = { 1: ['map'], 2: ['array', 'array'] };

/** Aggregates that have an `…If` twin with one more condition. */
export const PLAIN_AGGREGATES: readonly FunctionRow[] = [
  ...aggregates('count', 'any?', UINT64, { nulls: 'result', distinct: 'uniqExact', countsRows: true }),
  ...aggregates('sum', 'number', sum),
  ...averages('avg', meanOrTime),
  ...aggregates('min max', 'any', sameAs(0)),
  ...aggregates('any anyHeavy anyLast', 'any', sameAs(0), { deterministic: false }),
  ...aggregates('stddevPop stddevSamp varPop varSamp skewPop skewSamp kurtPop kurtSamp', 'number', statistic),
  ...aggregates('sumWithOverflow', 'number', sameNumber),
  ...ordered('deltaSum', 'number', sameNumber),
  ...averages('median', average, { deterministic: false }),
  ...averages('medianBFloat16', average, { deterministic: false, refuses: [['datetime']] }),
  ...averages('medianExact medianExactLow medianExactHigh', sameAs(0)),
  ...aggregates('medianTiming medianTDigest', 'cast number', FLOAT32, {
    deterministic: false,
    refuses: [['datetime', 'interval'], []],
  }),
  ...aggregates('medianDeterministic', 'number or date, cast number', average, {
    template: 'medianDeterministic($1, toUInt64($2))',
    refuses: [['datetime'], []],
  }),
  ...ordered('groupUniqArray groupArray', 'any', collected, { params: [0, 1] }),
  ...aggregates('groupBitAnd groupBitOr groupBitXor', 'whole', sameNumber),
  ...aggregates('groupBitmap', 'whole', sameNumber),
  ...aggregates(
    'groupBitmapAnd groupBitmapOr groupBitmapXor',
    'state',
    ([bitmap]) => (bitmap?.kind === 'state' ? bitmap.result : UNKNOWN),
    { nulls: 'result' },
  ),
  ...ordered('groupArrayMovingAvg', 'number', arrayOf(FLOAT64), { params: [0, 1] }),
  ...ordered('groupArrayMovingSum', 'number', ([value]) => arrayOf(sumType(value)), { params: [0, 1] }),
  ...aggregates('covarPop covarSamp corr', 'number, number', statistic),
  ...aggregates('avgWeighted', 'number, number', FLOAT64),
  ...weighted('medianExactWeighted medianInterpolatedWeighted', sameAs(0)),
  ...weighted('medianBFloat16Weighted', FLOAT64, false),
  ...weighted('medianTimingWeighted medianTDigestWeighted', FLOAT32, false),
  ...aggregates('contingency cramersV cramersVBiasCorrected theilsU', 'any, any', FLOAT64, {
    refuses: [['array', 'map', 'tuple']],
  }),
  ...aggregates('argMin argMax', 'any, any', sameAs(0), { deterministic: false }),
  ...aggregates(
    'deltaSumTimestamp',
    'cast number, any',
    ([value]) => (isWhole([value ?? UNKNOWN]) ? INT64 : FLOAT64),
    { nulls: 'result', template: deltaShapes(), refuses: [[], NO_SCALAR_NUMBER] },
  ),
  ...ordered('groupArrayInsertAt', 'any, cast number', collected, {
    template: 'groupArrayInsertAt($1, toUInt32($2))',
  }),
  ...aggregates('simpleLinearRegression', 'number, number', LINE),
  ...aggregates('maxIntersections', 'cast number, cast number', UINT64, {
    template: sameNumbers('maxIntersections'),
  }),
  ...aggregates(
    'maxIntersectionsPosition',
    'cast number, cast number',
    (args) => (isWhole(args) ? INT64 : FLOAT64),
    {
      template: sameNumbers('maxIntersectionsPosition'),
    },
  ),
  ...aggregates('uniq uniqExact uniqHLL12', 'any...', UINT64, { nulls: 'result' }),
  ...aggregates('uniqTheta>uniq', 'any...', UINT64, { nulls: 'result', note: 'Counts like uniq.' }),
  ...aggregates('sumMap', 'any, any?', combinedMap(sumType), {
    nulls: 'result',
    argsByCount: MAP_OR_LISTS,
    fits: SUMMABLE,
  }),
  ...aggregates(
    'minMap maxMap',
    'any, any?',
    combinedMap((value) => value),
    { nulls: 'result', argsByCount: MAP_OR_LISTS },
  ),
  ...aggregates(
    'avgMap',
    'map',
    combinedMap(() => FLOAT64),
    { nulls: 'result' },
  ),
  ...aggregates(
    'uniqMap countMap',
    'map',
    combinedMap(() => UINT64),
    { nulls: 'result' },
  ),
  ...averages('quantile', average, { params: [0, 1], deterministic: false }),
  ...averages('quantileExact', sameAs(0), { params: [0, 1] }),
  ...ordered('quantiles', 'number or date', ([value]) => arrayOf(averageType(value)), { params: [1, OPEN] }),
  ...ordered('topK', 'any', collected, { params: [0, 1] }),
  ...ordered('groupArraySample', 'any', collected, { params: [1, 2] }),
  ...aggregates('windowFunnel', `date or seconds, condition${', condition?'.repeat(31)}`, UINT8, {
    params: [1, OPEN],
    template: 'windowFunnel($p)(toDateTime($1)$2+)',
    note: 'The window is in seconds; times are compared to the second.',
  }),
];

/** Aggregates without an `…If` twin. */
export const SINGLE_AGGREGATES: readonly FunctionRow[] = [
  ...aggregates('countDistinct>uniqExact', 'any...', UINT64, { nulls: 'result' }),
  ...aggregates('countDistinctIf>uniqExactIf', 'any, condition', UINT64, { nulls: 'result' }),
  ...aggregates('avgArray>avgArrayOrNull', 'array', nullable(FLOAT64), {
    nulls: 'result',
    fits: NUMBER_LISTS,
  }),
  ...ordered('medianArray>medianArrayOrNull', 'array', nullable(FLOAT64), { fits: NUMBER_LISTS }),
  ...aggregates('sumForEach', 'array', ([array]) => arrayOf(sumType(elementOf(array))), {
    nulls: 'result',
    fits: NUMBER_LISTS,
  }),
  ...aggregates('minForEach', 'array', sameAs(0), { nulls: 'result' }),
  ...ordered('array_agg>groupArray', 'any', collected),
  ...ordered('json_agg>groupArray', 'any', STRING, { template: 'toJSONString(groupArray($1))' }),
  ...ordered('string_agg>groupArray', 'text, constant text', STRING, {
    template: 'arrayStringConcat(groupArray($1), $2)',
  }),
  ...aggregates('every>min', 'bool', BOOL, { template: 'toBool(min($1))' }),
];
