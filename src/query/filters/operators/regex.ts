import { or } from '../../language/build.ts';
import { expression } from '../../language/dialect.ts';
import { invalidFilter, textOf } from '../filter-value.ts';
import { regexProblem, shownPattern } from '../regex-problem.ts';
import type { MatchOperator } from './operator.ts';

/** Matches when a pattern (RE2, case-sensitive) is found anywhere in the text; any of several patterns is enough. */
export const matchRegex: MatchOperator = (subject, values, _context, attr) =>
  or(
    ...values.map((value) => {
      const pattern = textOf(value);
      const problem = regexProblem(pattern);
      if (problem)
        throw invalidFilter(`Invalid regular expression ${shownPattern(pattern)}: ${problem}.`, attr);
      return expression`${subject.text} =~ ${pattern}`;
    }),
  );
