import type { Temporal } from 'temporal-polyfill';
import type { Expr } from '../../language/ast.ts';
import { and, compare, constant, internalCall, or } from '../../language/build.ts';
import type { FilterSubject } from '../filter-subject.ts';
import { type FilterScalar, invalidFilter } from '../filter-value.ts';
import { instantConstant } from '../instant-constant.ts';
import { filterInstant } from './filter-instant.ts';
import type { MatchOperator, OperatorContext } from './operator.ts';

/** Same second as any of the dates. */
export const matchDateExact: MatchOperator = (subject, values, context, attr) =>
  anyDate(values, context, attr, (second) =>
    subject.moment
      ? and(
          compare(subject.moment, '>=', instantConstant(second)),
          compare(subject.moment, '<', instantConstant(second.add({ seconds: 1 }))),
        )
      : compare(secondsOf(subject), '==', epochSeconds(second)),
  );

/** In a second before any of the dates. */
export const matchDateBefore: MatchOperator = (subject, values, context, attr) =>
  anyDate(values, context, attr, (second) =>
    subject.moment
      ? compare(subject.moment, '<', instantConstant(second))
      : compare(secondsOf(subject), '<', epochSeconds(second)),
  );

/** In a second after any of the dates. */
export const matchDateAfter: MatchOperator = (subject, values, context, attr) =>
  anyDate(values, context, attr, (second) =>
    subject.moment
      ? compare(subject.moment, '>=', instantConstant(second.add({ seconds: 1 })))
      : compare(secondsOf(subject), '>', epochSeconds(second)),
  );

/** @param condition condition for one date, cut to its second */
function anyDate(
  values: readonly FilterScalar[],
  context: OperatorContext,
  attr: string,
  condition: (second: Temporal.ZonedDateTime) => Expr,
): Expr {
  return or(
    ...values.map((value) => {
      const instant = typeof value === 'string' ? filterInstant(value, context) : undefined;
      if (instant) return condition(instant.round({ smallestUnit: 'second', roundingMode: 'floor' }));
      throw invalidFilter(
        `Expected an ISO date or a relative date such as -7d, found ${JSON.stringify(value)}.`,
        attr,
      );
    }),
  );
}

function secondsOf(subject: FilterSubject): Expr {
  return internalCall('_dateSeconds', subject.text);
}

function epochSeconds(second: Temporal.ZonedDateTime): Expr {
  return constant(Math.floor(second.epochMilliseconds / 1000));
}
