import { FLOAT64, notNull, signed, UINT8, UINT64, UNKNOWN, unsigned } from '../build-type.ts';
import { commonType } from '../common-type.ts';
import type { FunctionRow, ResultRule } from '../function-row.ts';
import { scalars } from './define-rows.ts';
import { elementOf, sameNumber } from './result-rules.ts';

/** Rounding keeps the type of the number. */
const rounded: ResultRule = ([number = UNKNOWN]) => notNull(number);

/**
 * A number with a fraction becomes a double, like the steps of roundDown; whole numbers become wide enough for both.
 */
const roundedDown: ResultRule = ([number = UNKNOWN, steps]) => {
  if (number.kind === 'float') return FLOAT64;
  const step = elementOf(steps);
  return step.kind === 'integer' ? commonType([number, step]) : number;
};

export const MATH: readonly FunctionRow[] = [
  ...scalars('e pi', { arity: 0, result: FLOAT64 }),
  ...scalars('exp log ln log2 log10 sqrt sin cos tan asin acos atan degrees radians', {
    arity: 1,

    args: ['number'],
    result: FLOAT64,
  }),
  ...scalars('sign', { arity: 1, args: ['number'], result: signed(8) }),
  ...scalars('factorial', { arity: 1, args: ['integer'], result: UINT64 }),
  ...scalars('exp2 exp10 cbrt erf erfc lgamma tgamma cosh acosh sinh asinh atanh log1p', {
    arity: 1,
    args: ['number'],
    result: FLOAT64,
  }),
  ...scalars('intExp2 intExp10', { arity: 1, args: ['number'], result: UINT64 }),
  ...scalars('pow power', { arity: 2, args: ['number'], result: FLOAT64 }),
  ...scalars('atan2 hypot', { arity: 2, args: ['number'], result: FLOAT64 }),
  ...scalars('width_bucket>widthBucket', {
    arity: 4,
    args: ['number'],
    result: unsigned(64),
    template: 'widthBucket($1, $2, $3, toUInt32($4))',
  }),
  ...scalars('floor ceil trunc', { arity: [1, 2], args: ['number', 'integer'], result: rounded }),
  ...scalars('round', { arity: [1, 2], args: ['number', 'integer'], result: rounded }),
  ...scalars('roundBankers', { arity: [1, 2], args: ['number', 'integer'], result: rounded }),
  ...scalars('roundToExp2', { arity: 1, args: ['number'], result: sameNumber }),
  ...scalars('roundDuration', { arity: 1, args: ['number'], result: unsigned(16) }),
  ...scalars('roundAge', { arity: 1, args: ['number'], result: UINT8 }),
  ...scalars('roundDown', { arity: 2, args: ['number', 'array'], result: roundedDown }),
];
