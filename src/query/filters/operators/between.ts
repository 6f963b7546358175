import { typedConstant } from '../../language/build.ts';
import { expression } from '../../language/dialect.ts';
import { invalidFilter, numberOf } from '../filter-value.ts';
import type { MatchOperator } from './operator.ts';

/** `[low, high]`, both included, as numbers. */
export const matchBetween: MatchOperator = ({ number }, values, _context, attr) => {
  const [low, high] = values.map(numberOf);
  if (values.length !== 2 || low === undefined || high === undefined || low > high) {
    throw invalidFilter(`Expected two numbers [low, high], found ${JSON.stringify(values)}.`, attr);
  }
  return expression`
    ${number} >= ${typedConstant(low, 'Float64')} AND ${number} <= ${typedConstant(high, 'Float64')}`;
};
