import { call, compare, constant, internalCall, or } from '../../language/build.ts';
import { textOf } from '../filter-value.ts';
import type { MatchOperator } from './operator.ts';

/** Contains any of the values as plain text, without regard to case (full Unicode case folding on both sides). */
export const matchContains: MatchOperator = (subject, values) => {
  const folded = internalCall('_foldCase', subject.text);
  return or(
    ...values.map((value) => {
      const position = call('position', folded, internalCall('_foldCase', constant(textOf(value))));
      return compare(position, '>', constant(0));
    }),
  );
};
