import { arrayOf, dateTime64, FLOAT64, INT64, nullable, STRING, signed, unsigned } from '../build-type.ts';
import type { FunctionRow } from '../function-row.ts';
import { aggregates, scalars } from './define-rows.ts';
import { elementOf, sumType } from './result-rules.ts';

const ISO_DATE =
  '^[0-9]{4}-[0-9]{2}-[0-9]{2}([T ][0-9]{2}:[0-9]{2}(:[0-9]{2}(\\\\.[0-9]+)?)?(Z|[+-][0-9]{2}:[0-9]{2})?)?$';

/** What property filters and insights need beyond the functions of users. */
export const INSIGHT_FUNCTIONS: readonly FunctionRow[] = [
  // The text of a property, whatever type the project defines for it.
  ...scalars('_propertyText', 'string', STRING, { template: '$1' }),
  // A finite number, or NULL.
  ...scalars('_toNumber', 'string', nullable(FLOAT64), {
    nulls: 'result',
    template: 'if(isFinite(toFloat64OrNull($1)), toFloat64OrNull($1), NULL)',
  }),
  ...scalars('_foldCase>caseFoldUTF8', 'string', STRING),
  // The moment of an ISO date or datetime, or NULL for any other text.
  ...scalars('_isoMoment', 'string', (_, { zone }) => nullable(dateTime64(6, zone)), {
    nulls: 'result',
    template: `if(match($1, '${ISO_DATE}'), parseDateTime64BestEffortOrNull($1, 6, $z), NULL)`,
  }),
  // Seconds since 1970 of an ISO date, or of a Unix timestamp with 10 digits (seconds) or 13 digits (milliseconds).
  ...scalars('_dateSeconds', 'string', nullable(INT64), {
    nulls: 'result',
    template: `multiIf(match($1, '^[0-9]{10}$'), toInt64OrNull($1), match($1, '^[0-9]{13}$'), intDiv(toInt64OrNull($1), 1000), match($1, '${ISO_DATE}'), toInt64(toUnixTimestamp64Second(parseDateTime64BestEffortOrNull($1, 6, $z))), NULL)`,
  }),
  // Numbers of the first dotted number run: `v1.2.10-beta.1` → [1, 2, 10]; empty when there is none.
  ...scalars('_versionComponents', 'string', arrayOf(FLOAT64), {
    nulls: 'fill',
    template: `CAST(extractAll(extract($1, '[0-9]+(?:\\\\.[0-9]+)*'), '[0-9]+'), 'Array(Float64)')`,
  }),
  // Days since 1970 and months since a fixed origin, in the zone of the argument.
  ...scalars('_dayNumber', 'date', unsigned(16), { template: 'toUInt16(toDate($1))' }),
  ...scalars('_monthNumber>toRelativeMonthNum', 'date', unsigned(32)),
  // A number that is known to be at least 0 and small, in two bytes.
  ...scalars('_inTwoBytes>toUInt16', 'integer', unsigned(16)),
  // Seconds that the clock of the zone of the argument is ahead of UTC.
  ...scalars('_zoneOffset>timeZoneOffset', 'date', signed(32)),
  ...scalars('_microseconds>toUnixTimestamp64Micro', 'date', INT64),
  // The place of an event among all events, by time and then by id, as one number: the engine compares one number much
  // faster than a tuple, in a funnel by a breakdown by a third of the whole question.
  ...scalars('_eventOrder', 'date, uuid', signed(256), {
    template:
      'bitOr(bitShiftLeft(toInt256(toUnixTimestamp64Micro($1)), 128), toInt256(reinterpretAsUInt128($2)))',
  }),
  // Exact percentile, linear between the two nearest ranks.
  ...aggregates('_quantile>quantileExactInclusive', 'number', FLOAT64, { params: [1, 1] }),
  // `_dense(n)(value, position)`: the values as an array of n numbers, 0 where there is none.
  ...aggregates('_dense', 'number, integer', arrayOf(FLOAT64), {
    params: [1, 1],
    nulls: 'result',
    template: 'groupArrayInsertAt(0., $p)(toFloat64($1), toUInt32($2))',
  }),
  // `_inPlaces(list, position)`: the lists in the order of their positions from 0, an empty one where there is none.
  ...aggregates('_inPlaces', 'array, integer', ([list]) => arrayOf(list ?? arrayOf(FLOAT64)), {
    nulls: 'result',
    template: 'groupArrayInsertAt($1, toUInt32($2))',
  }),
  // `_countDense(n)(position)`: how often each position from 0 occurs, as an array of n numbers.
  ...aggregates('_countDense', 'integer', arrayOf(FLOAT64), {
    params: [1, 1],
    nulls: 'result',
    template: "CAST(countResample(0, $p, 1)(toInt64($1)), 'Array(Float64)')",
  }),
  // `_countListed(n)(positions)`: the same over the elements of all lists.
  ...aggregates('_countListed', 'array', arrayOf(FLOAT64), {
    params: [1, 1],
    nulls: 'result',
    template: "CAST(countResampleArray(0, $p, 1)($1), 'Array(Float64)')",
  }),
  // `_distinctSmall(number, condition)`: each number from 0 to 63 of the rows that meet the condition once, in order.
  ...aggregates('_distinctSmall', 'integer, any', arrayOf(unsigned(64)), {
    nulls: 'result',
    template: 'bitPositionsToArray(groupBitOrIf(bitShiftLeft(toUInt64(1), toUInt8($1)), $2))',
  }),
  ...aggregates('_sumForEach>sumForEach', 'array', ([array]) => arrayOf(sumType(elementOf(array))), {
    nulls: 'result',
  }),
];
