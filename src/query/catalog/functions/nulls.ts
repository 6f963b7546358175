import { notNull, nullable, UINT8, UNKNOWN } from '../build-type.ts';
import { commonType } from '../common-type.ts';
import type { FunctionRow, ResultRule } from '../function-row.ts';
import { COMPARABLE, NEVER_NULL } from './argument-relations.ts';
import { scalars } from './define-rows.ts';
import { allPositions } from './result-rules.ts';

/** The first value that is not NULL: NULL only when every argument may be. */
const firstPresent: ResultRule = (args) => {
  const type = commonType(args);
  return args.every((arg) => arg.nullable) ? type : notNull(type);
};

export const NULLS: readonly FunctionRow[] = [
  ...scalars('isNull isNotNull', 'any', UINT8, { nulls: 'result' }),
  ...scalars('coalesce', 'any...', firstPresent, { nulls: 'result', unify: allPositions }),
  ...scalars('ifNull', 'any, any', firstPresent, { nulls: 'result', unify: allPositions }),
  ...scalars('nullIf', 'any, any', ([value = UNKNOWN]) => nullable(value), {
    nulls: 'result',
    refuses: [NEVER_NULL, []],
    fits: COMPARABLE,
  }),
  ...scalars('assumeNotNull', 'any', ([value = UNKNOWN]) => notNull(value), {
    nulls: 'result',
    note: 'NULL becomes an arbitrary value of the type: prefer ifNull.',
  }),
  ...scalars('toNullable', 'any', ([value = UNKNOWN]) => nullable(value), {
    nulls: 'result',
    refuses: [NEVER_NULL],
  }),
];
