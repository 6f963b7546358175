import { expression } from '../../language/dialect.ts';
import { numberOf, numberText, textOf } from '../filter-value.ts';
import type { MatchOperator } from './operator.ts';

/**
 * Equal to any of the values. Numbers are compared by their shortest text, which is how a stored number reads, so the
 * filter value `"1.50"` finds the number 1.5 as well as the text "1.50".
 */
export const matchExact: MatchOperator = ({ text }, values) => {
  const texts = new Set<string>();
  for (const value of values) {
    texts.add(textOf(value));
    const number = numberOf(value);
    if (number !== undefined && Number.isSafeInteger(Math.trunc(number))) texts.add(numberText(number));
  }
  const [only = '', ...more] = texts;
  return more.length === 0 ? expression`${text} = ${only}` : expression`${text} IN (${[...texts]})`;
};
