import { dateTime64, FLOAT64, nullable, STRING, signed } from '../build-type.ts';
import type { FunctionRow, ResultRule } from '../function-row.ts';
import { parseEngineType } from '../parse-engine-type.ts';
import { aggregates, scalars } from './define-rows.ts';
import { literalText } from './result-rules.ts';

const namedType: ResultRule = (_, context) =>
  nullable(parseEngineType(literalText(context, 1) ?? '') ?? STRING);

/** Functions that only the program's own trees may call: insights, filters and lowered property accesses. */
export const INTERNAL: readonly FunctionRow[] = [
  ...scalars('accurateCastOrNull', {
    arity: 2,
    args: ['any', 'type name'],
    result: namedType,
    nulls: 'result',
    internal: true,
  }),
  // A whole number with room for the packed events of long funnels.
  ...scalars('_wideInteger>toInt128', {
    arity: 1,
    args: ['integer'],
    result: signed(128),
    internal: true,
  }),
  // The instant so many microseconds after 1970, in the project's zone.
  ...scalars('_instantOf', {
    arity: 1,
    args: ['integer'],
    result: (_, { zone }) => dateTime64(6, zone),
    template: 'fromUnixTimestamp64Micro(toInt64($1), $z)',
    internal: true,
  }),
  // Exact percentile of the numbers in all lists, linear between the two nearest ranks; not a number when they are empty.
  ...aggregates('_quantileOfLists>quantileExactInclusiveArray', {
    arity: 1,
    args: ['array'],
    params: [1, 1],
    result: FLOAT64,
    nulls: 'result',
    internal: true,
  }),
];
