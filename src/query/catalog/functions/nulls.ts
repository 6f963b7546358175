import { notNull, nullable, UINT8, UNKNOWN } from '../build-type.ts';
import { commonType } from '../common-type.ts';
import type { FunctionRow, ResultRule } from '../function-row.ts';
import { scalars } from './define-rows.ts';
import { allPositions } from './result-rules.ts';

/** The first value that is not NULL: NULL only when every argument may be. */
const firstPresent: ResultRule = (args) => {
  const type = commonType(args);
  return args.every((arg) => arg.nullable) ? type : notNull(type);
};

export const NULLS: readonly FunctionRow[] = [
  ...scalars('isNull isNotNull', { arity: 1, result: UINT8, nulls: 'result' }),
  ...scalars('coalesce', {
    arity: [1, Number.POSITIVE_INFINITY],

    result: firstPresent,
    nulls: 'result',
    unify: allPositions,
  }),
  ...scalars('ifNull', { arity: 2, result: firstPresent, nulls: 'result', unify: allPositions }),
  ...scalars('nullIf', {
    arity: 2,

    result: ([value = UNKNOWN]) => nullable(value),
    nulls: 'result',
  }),
  ...scalars('assumeNotNull', {
    arity: 1,
    result: ([value = UNKNOWN]) => notNull(value),
    nulls: 'result',
    note: 'NULL becomes an arbitrary value of the type: prefer ifNull.',
  }),
  ...scalars('toNullable', { arity: 1, result: ([value = UNKNOWN]) => nullable(value), nulls: 'result' }),
];
