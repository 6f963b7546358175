import type { Temporal } from 'temporal-polyfill';
import type { Expr } from '../../language/ast.ts';
import { or } from '../../language/build.ts';
import { expression } from '../../language/dialect.ts';
import { type FilterScalar, invalidFilter } from '../filter-value.ts';
import { instantConstant } from '../instant-constant.ts';
import { filterInstant } from './filter-instant.ts';
import type { MatchOperator, OperatorContext } from './operator.ts';

/** Same second as any of the dates. */
export const matchDateExact: MatchOperator = ({ moment, text }, values, context, attr) =>
  anyDate(values, context, attr, (second) =>
    moment
      ? expression`${moment} >= ${instantConstant(second)} AND ${moment} < ${afterSecond(second)}`
      : expression`_dateSeconds(${text}) = ${epochSeconds(second)}`,
  );

/** In a second before any of the dates. */
export const matchDateBefore: MatchOperator = ({ moment, text }, values, context, attr) =>
  anyDate(values, context, attr, (second) =>
    moment
      ? expression`${moment} < ${instantConstant(second)}`
      : expression`_dateSeconds(${text}) < ${epochSeconds(second)}`,
  );

/** In a second after any of the dates. */
export const matchDateAfter: MatchOperator = ({ moment, text }, values, context, attr) =>
  anyDate(values, context, attr, (second) =>
    moment
      ? expression`${moment} >= ${afterSecond(second)}`
      : expression`_dateSeconds(${text}) > ${epochSeconds(second)}`,
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

function afterSecond(second: Temporal.ZonedDateTime): Expr {
  return instantConstant(second.add({ seconds: 1 }));
}

function epochSeconds(second: Temporal.ZonedDateTime): number {
  return Math.floor(second.epochMilliseconds / 1000);
}
