import { FLOAT64, notNull, signed, UINT8, UINT64, UNKNOWN, unsigned } from '../build-type.ts';
import { commonType } from '../common-type.ts';
import type { FunctionRow, ResultRule } from '../function-row.ts';
import { STEPS } from './argument-relations.ts';
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
  ...scalars('e pi', '', FLOAT64),
  ...scalars('exp log ln log2 log10 sqrt sin cos tan asin acos atan degrees radians', 'number', FLOAT64),
  ...scalars('sign', 'number', signed(8)),
  ...scalars('factorial', 'whole', UINT64),
  ...scalars('exp2 exp10 cbrt erf erfc lgamma tgamma cosh acosh sinh asinh atanh log1p', 'number', FLOAT64),
  ...scalars('intExp2 intExp10', 'number', UINT64),
  ...scalars('pow power', 'number, number', FLOAT64),
  ...scalars('atan2 hypot', 'number, number', FLOAT64),
  ...scalars('width_bucket>widthBucket', 'number, number, number, cast number', unsigned(64), {
    template: 'widthBucket($1, $2, $3, toUInt32($4))',
  }),
  ...scalars('floor ceil trunc', 'number, whole?', rounded),
  ...scalars('round', 'number, whole?', rounded),
  ...scalars('roundBankers', 'number, whole?', rounded),
  ...scalars('roundToExp2', 'number', sameNumber),
  ...scalars('roundDuration', 'number', unsigned(16)),
  ...scalars('roundAge', 'number', UINT8),
  ...scalars('roundDown', 'number, array', roundedDown, { fits: STEPS }),
];
