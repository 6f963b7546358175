import type { FilterOperator } from '../../schema/property-filter.ts';
import { matchBetween } from './operators/between.ts';
import { matchCleanedPath } from './operators/cleaned-path.ts';
import { matchContains } from './operators/contains.ts';
import { matchDateAfter, matchDateBefore, matchDateExact } from './operators/date.ts';
import { matchExact } from './operators/exact.ts';
import type { MatchOperator } from './operators/operator.ts';
import { matchOrdered } from './operators/ordered.ts';
import { matchRegex } from './operators/regex.ts';
import { matchCaret, matchTilde, matchVersion, matchWildcard } from './operators/semver.ts';

/**
 * What an operator does: it asks whether there is a value, or matches the value. `negated` = it holds when nothing
 * matches.
 */
export type OperatorRule =
  | { readonly kind: 'presence'; readonly negated: boolean }
  | { readonly kind: 'match'; readonly match: MatchOperator; readonly negated: boolean };

const match = (operator: MatchOperator): OperatorRule => ({ kind: 'match', match: operator, negated: false });
const noMatch = (operator: MatchOperator): OperatorRule => ({
  kind: 'match',
  match: operator,
  negated: true,
});

/** Negative operators are the negation of their positive twins, so that they hold where the value is not set. */
export const OPERATOR_RULES: Readonly<Record<FilterOperator, OperatorRule>> = {
  exact: match(matchExact),
  is_not: noMatch(matchExact),
  in: match(matchExact),
  not_in: noMatch(matchExact),
  icontains: match(matchContains),
  not_icontains: noMatch(matchContains),
  icontains_multi: match(matchContains),
  not_icontains_multi: noMatch(matchContains),
  regex: match(matchRegex),
  not_regex: noMatch(matchRegex),
  gt: match(matchOrdered('>')),
  gte: match(matchOrdered('>=')),
  lt: match(matchOrdered('<')),
  lte: match(matchOrdered('<=')),
  min: match(matchOrdered('>=')),
  max: match(matchOrdered('<=')),
  between: match(matchBetween),
  not_between: noMatch(matchBetween),
  is_set: { kind: 'presence', negated: false },
  is_not_set: { kind: 'presence', negated: true },
  is_date_exact: match(matchDateExact),
  is_date_before: match(matchDateBefore),
  is_date_after: match(matchDateAfter),
  is_cleaned_path_exact: match(matchCleanedPath),
  semver_eq: match(matchVersion('==')),
  semver_neq: noMatch(matchVersion('==')),
  semver_gt: match(matchVersion('>')),
  semver_gte: match(matchVersion('>=')),
  semver_lt: match(matchVersion('<')),
  semver_lte: match(matchVersion('<=')),
  semver_tilde: match(matchTilde),
  semver_caret: match(matchCaret),
  semver_wildcard: match(matchWildcard),
};
