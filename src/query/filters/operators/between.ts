import { and, compare, typedConstant } from '../../language/build.ts';
import { invalidFilter, numberOf } from '../filter-value.ts';
import type { MatchOperator } from './operator.ts';

/** `[low, high]`, both included, as numbers. */
export const matchBetween: MatchOperator = (subject, values, _context, attr) => {
  const [low, high] = values.map(numberOf);
  if (values.length !== 2 || low === undefined || high === undefined || low > high) {
    throw invalidFilter(`Expected two numbers [low, high], found ${JSON.stringify(values)}.`, attr);
  }
  return and(
    compare(subject.number, '>=', typedConstant(low, 'Float64')),
    compare(subject.number, '<=', typedConstant(high, 'Float64')),
  );
};
