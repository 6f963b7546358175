import type { Expr } from '../../language/ast.ts';
import { call, compare, constant, or } from '../../language/build.ts';
import { textOf } from '../filter-value.ts';
import type { MatchOperator, OperatorContext } from './operator.ts';

/** Equal to any of the values after the project's path cleaning rules were applied to both sides. */
export const matchCleanedPath: MatchOperator = (subject, values, context) =>
  or(
    ...values.map((value) =>
      compare(cleanPath(subject.text, context), '==', cleanPath(constant(textOf(value)), context)),
    ),
  );

/** Applies the cleaning rules to a text, in their order. */
export function cleanPath(
  text: Expr,
  { pathCleaningFilters }: Pick<OperatorContext, 'pathCleaningFilters'>,
): Expr {
  return pathCleaningFilters.reduce<Expr>(
    (path, { regex, alias }) => call('replaceRegexpAll', path, constant(regex), constant(alias)),
    text,
  );
}
