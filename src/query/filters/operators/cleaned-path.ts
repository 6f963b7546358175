import type { Expr } from '../../language/ast.ts';
import { constant, or } from '../../language/build.ts';
import { expression } from '../../language/dialect.ts';
import { textOf } from '../filter-value.ts';
import type { MatchOperator, OperatorContext } from './operator.ts';

/** Matches when both sides are equal after the project's path cleaning rules were applied to both. */
export const matchCleanedPath: MatchOperator = (subject, values, context) =>
  or(
    ...values.map((value) => {
      const wanted = cleanPath(constant(textOf(value)), context);
      return expression`${cleanPath(subject.text, context)} = ${wanted}`;
    }),
  );

/** Applies the cleaning rules to a text, in their order. */
export function cleanPath(
  text: Expr,
  { pathCleaningFilters }: Pick<OperatorContext, 'pathCleaningFilters'>,
): Expr {
  return pathCleaningFilters.reduce<Expr>(
    (path, { regex, alias }) => expression`replaceRegexpAll(${path}, ${regex}, ${alias})`,
    text,
  );
}
