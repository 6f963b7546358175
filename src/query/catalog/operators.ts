import type { ArithmeticOperator, CompareOperator } from '../language/ast.ts';

/** Operators of the dialect and the engine's functions that they become. */

/** Comparisons of two values; membership and cohorts have rules of their own. */
export type PlainOperator = Exclude<CompareOperator, 'in' | 'not in' | 'in cohort' | 'not in cohort'>;

export interface Comparison {
  /** The engine's function. */
  readonly engine: string;
  /** The answer when one side is NULL: no value is equal to NULL, like NULL, or ordered with it. */
  readonly whenNull: boolean;
  readonly kind: 'equality' | 'order' | 'text' | 'regex';
}

export const COMPARISONS: Readonly<Record<PlainOperator, Comparison>> = {
  '==': { engine: 'equals', whenNull: false, kind: 'equality' },
  '!=': { engine: 'notEquals', whenNull: true, kind: 'equality' },
  '<': { engine: 'less', whenNull: false, kind: 'order' },
  '<=': { engine: 'lessOrEquals', whenNull: false, kind: 'order' },
  '>': { engine: 'greater', whenNull: false, kind: 'order' },
  '>=': { engine: 'greaterOrEquals', whenNull: false, kind: 'order' },
  like: { engine: 'like', whenNull: false, kind: 'text' },
  ilike: { engine: 'ilike', whenNull: false, kind: 'text' },
  'not like': { engine: 'notLike', whenNull: true, kind: 'text' },
  'not ilike': { engine: 'notILike', whenNull: true, kind: 'text' },
  '=~': { engine: 'match', whenNull: false, kind: 'regex' },
  '!~': { engine: 'match', whenNull: true, kind: 'regex' },
  '=~*': { engine: 'match', whenNull: false, kind: 'regex' },
  '!~*': { engine: 'match', whenNull: true, kind: 'regex' },
};

export const ARITHMETIC_FUNCTIONS: Readonly<Record<ArithmeticOperator, string>> = {
  '+': 'plus',
  '-': 'minus',
  '*': 'multiply',
  '/': 'divide',
  '%': 'modulo',
};
