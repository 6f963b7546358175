import { AppError } from '../../../base/errors.ts';
import type { PathsQuery } from '../../../schema/insights/paths-query.ts';
import { regexProblem, replacementProblem, shownPattern } from '../../filters/regex-problem.ts';
import type { InsightContext } from '../insight-context.ts';

interface CleaningRule {
  readonly regex: string;
  readonly alias: string;
}

/**
 * The replacements that are made in every item, in this order: those of the project when the query asks for them, then
 * the query's own by `order` (without one: by their place in the list).
 * @throws invalid_value for an expression or replacement that the engine would refuse
 */
export function cleaningRules(
  { pathsFilter: { pathReplacements = false, localPathCleaningFilters = [] } }: PathsQuery,
  { project }: InsightContext,
): readonly CleaningRule[] {
  const ofProject = pathReplacements ? project.pathCleaningFilters : [];
  requireRules(ofProject, 'path_cleaning_filters');
  requireRules(localPathCleaningFilters, 'pathsFilter.localPathCleaningFilters');
  const placed = localPathCleaningFilters.map((rule, place) => ({ ...rule, place: rule.order ?? place }));
  return [...ofProject, ...placed.toSorted((a, b) => a.place - b.place)];
}

/** @throws invalid_value for the first expression or replacement that the engine would refuse */
export function requireRules(rules: readonly CleaningRule[], attr: string): void {
  for (const [index, { regex, alias }] of rules.entries()) {
    const inRegex = regexProblem(regex);
    if (inRegex) {
      throw new AppError('invalid_value', `Invalid regular expression ${shownPattern(regex)}: ${inRegex}.`, {
        attr: `${attr}.${index}.regex`,
      });
    }
    const inAlias = replacementProblem(regex, alias);
    if (inAlias) {
      throw new AppError('invalid_value', `Invalid replacement ${JSON.stringify(alias)}: ${inAlias}.`, {
        attr: `${attr}.${index}.alias`,
      });
    }
  }
}
