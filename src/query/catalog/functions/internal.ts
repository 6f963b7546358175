import { arrayOf, dateTime64, FLOAT64, notNull, nullable, STRING, signed } from '../build-type.ts';
import type { FunctionRow, ResultRule } from '../function-row.ts';
import { parseEngineType } from '../parse-engine-type.ts';
import { aggregates, type Result, scalars } from './define-rows.ts';
import { elementOf, literalText } from './result-rules.ts';

const namedType: ResultRule = (_, context) =>
  nullable(parseEngineType(literalText(context, 1) ?? '') ?? STRING);

const floatForEach: ResultRule = ([array]) =>
  arrayOf(elementOf(array).nullable ? nullable(FLOAT64) : FLOAT64);

/** Aggregates of each place of lists. */
const forEach = (name: string, result: Result, params = 0): FunctionRow[] =>
  aggregates(name, 'array', result, {
    ...(params > 0 && { params: [params, params] as const }),
    nulls: 'result',
  });

/** Functions that only the program's own trees may call: insights, filters and lowered property accesses. */
export const INTERNAL: readonly FunctionRow[] = [
  ...scalars('accurateCastOrNull', 'any, type name', namedType, { nulls: 'result' }),
  // A whole number with room for the packed events of long funnels.
  ...scalars('_wideInteger>toInt128', 'integer', signed(128)),
  // The instant so many microseconds after 1970, in the project's zone.
  ...scalars('_instantOf', 'integer', (_, { zone }) => dateTime64(6, zone), {
    template: 'fromUnixTimestamp64Micro(toInt64($1), $z)',
  }),
  // For each place of the lists, the numbers at that place as a list, without NULL.
  ...forEach('_listForEach>groupArrayForEach', ([array]) => arrayOf(arrayOf(notNull(elementOf(array))))),
  // For each place of the lists, the mean and the exact percentile of the numbers at that place, linear between the two
  // nearest ranks; NULL where all numbers are NULL.
  ...forEach('_meanForEach>avgForEach', floatForEach),
  ...forEach('_quantileForEach>quantileExactInclusiveForEach', floatForEach, 1),
  // The same where each place holds a list of numbers; NULL or not a number where all these lists are empty.
  ...forEach('_meanOfListsForEach>avgArrayOrNullForEach', arrayOf(nullable(FLOAT64))),
  ...forEach('_quantileOfListsForEach>quantileExactInclusiveArrayForEach', arrayOf(FLOAT64), 1),
];
