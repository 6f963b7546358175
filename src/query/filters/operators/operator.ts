import type { Temporal } from 'temporal-polyfill';
import type { Expr } from '../../language/ast.ts';
import type { FilterSubject } from '../filter-subject.ts';
import type { FilterScalar } from '../filter-value.ts';

/** What an operator may depend on besides the value of the row. */
export interface OperatorContext {
  /** The time of the run, in the project's zone. */
  readonly now: Temporal.ZonedDateTime;
  readonly weekStartDay: 0 | 1;
  readonly pathCleaningFilters: readonly { readonly regex: string; readonly alias: string }[];
}

/**
 * Makes the condition "the subject matches any of `values`". The condition is false and never NULL for a value that is
 * not set, so that its negation is true there.
 * @param attr path of the value, for errors
 * @throws invalid_filter for a value that the operator cannot use
 */
export type MatchOperator = (
  subject: FilterSubject,
  values: readonly FilterScalar[],
  context: OperatorContext,
  attr: string,
) => Expr;
