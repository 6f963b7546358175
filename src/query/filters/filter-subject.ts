import type { Expr } from '../language/ast.ts';
import { field, isNotNull } from '../language/build.ts';
import { expression } from '../language/dialect.ts';

/**
 * What a filter compares: one value of a row, in the forms that operators ask for. All forms are NULL when the value
 * is not set.
 */
export interface FilterSubject {
  /** The value as text. A column that is never NULL is used as it is, so that the engine can use its key. */
  readonly text: Expr;
  /** The value as Float64; NULL when the value is no finite number. */
  readonly number: Expr;
  /** The value as a moment; absent for values that are no moment. */
  readonly moment?: Expr;
  /** The condition that the value is set. */
  readonly isSet: Expr;
  /** Turns the condition on one value into "any value matches", where there are many (list elements, distinct ids). */
  readonly any: (condition: Expr) => Expr;
}

const one = (condition: Expr): Expr => condition;

/** A value behind a JSON key, such as `properties.plan`. */
export function propertySubject(property: Expr): FilterSubject {
  return textSubject(expression`_propertyText(${property})`);
}

/** A text column. */
export function textSubject(text: Expr): FilterSubject {
  return { text, number: numberOf(text), isSet: isNotNull(text), any: one };
}

/** A text column in which the empty text means "not set". */
export function filledTextSubject(column: Expr): FilterSubject {
  return { ...textSubject(expression`nullIf(${column}, '')`), isSet: expression`${column} != ''` };
}

/** A number column. */
export function numberSubject(column: Expr): FilterSubject {
  return { text: expression`toString(${column})`, number: column, isSet: isNotNull(column), any: one };
}

/** A column that becomes text only through a conversion: UUID, Bool. */
export function convertedSubject(column: Expr): FilterSubject {
  return { ...textSubject(expression`toString(${column})`), isSet: isNotNull(column) };
}

/** A column that holds a moment. */
export function momentSubject(column: Expr): FilterSubject {
  return { ...convertedSubject(column), moment: column };
}

/** The elements of a list: a filter holds when it holds for any element. */
export function elementsSubject(list: Expr, isSet: Expr): FilterSubject {
  const element = field('element');
  return {
    text: element,
    number: numberOf(element),
    isSet,
    any: (condition) => expression`arrayExists(element -> ${condition}, ${list})`,
  };
}

function numberOf(text: Expr): Expr {
  return expression`_toNumber(${text})`;
}
