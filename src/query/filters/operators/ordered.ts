import type { CompareOperator, Expr } from '../../language/ast.ts';
import { compare, constant, or, typedConstant } from '../../language/build.ts';
import { expression } from '../../language/dialect.ts';
import type { FilterSubject } from '../filter-subject.ts';
import { type FilterScalar, invalidFilter, numberOf } from '../filter-value.ts';
import { instantConstant } from '../instant-constant.ts';
import { absoluteInstant } from './filter-instant.ts';
import type { MatchOperator, OperatorContext } from './operator.ts';

type OrderOperator = Extract<CompareOperator, '<' | '<=' | '>' | '>='>;

/**
 * Matches when the subject stands in the given order to any of the values. A value that is a number is compared as a
 * number, moments are compared when both sides are ISO dates, and everything else is compared as text, byte by byte.
 */
export function matchOrdered(op: OrderOperator): MatchOperator {
  return (subject, values, context, attr) =>
    or(...values.map((value) => ordered(subject, op, value, context, attr)));
}

function ordered(
  subject: FilterSubject,
  op: OrderOperator,
  value: FilterScalar,
  context: OperatorContext,
  attr: string,
): Expr {
  if (typeof value === 'boolean') {
    throw invalidFilter(`The value ${value} has no order; expected a number, a date or a text.`, attr);
  }
  const number = numberOf(value);
  if (number !== undefined) return compare(subject.number, op, typedConstant(number, 'Float64'));
  const instant = absoluteInstant(String(value), context);
  if (subject.moment) {
    if (!instant) throw invalidFilter(`Expected an ISO date, found ${JSON.stringify(value)}.`, attr);
    return compare(subject.moment, op, instantConstant(instant));
  }
  const asText = compare(subject.text, op, constant(value));
  if (!instant) return asText;
  const moment = expression`_isoMoment(${subject.text})`;
  return expression`${compare(moment, op, instantConstant(instant))} OR (${moment} IS NULL AND ${asText})`;
}
