import { or } from '../../language/build.ts';
import { expression } from '../../language/dialect.ts';
import { textOf } from '../filter-value.ts';
import type { MatchOperator } from './operator.ts';

/** Contains any of the values as plain text, without regard to case (full Unicode case folding on both sides). */
export const matchContains: MatchOperator = ({ text }, values) =>
  or(...values.map((value) => expression`position(_foldCase(${text}), _foldCase(${textOf(value)})) > 0`));
