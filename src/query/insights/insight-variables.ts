import { AppError } from '../../base/errors.ts';
import { didYouMean } from '../../base/nearest-name.ts';
import type { FiltersOverride } from '../../schema/filters-override.ts';
import type { InsightQuery } from '../../schema/insights/insight-query.ts';
import { textOf } from '../filters/filter-value.ts';
import { type BreakdownPart, breakdownOf } from './breakdown.ts';

/** What the variables of a run of an insight stand for. */
export interface InsightVariables {
  readonly dates: { readonly date_from?: string; readonly date_to?: string };
  /** Value that the caller wants for a part of the stored breakdown; `''` = not set or empty. */
  readonly breakdownValues: readonly { readonly part: BreakdownPart; readonly value: string }[];
}

/** Names of the variables that a stored insight takes: the dates and the properties of its breakdown. */
export function insightVariableNames(stored: InsightQuery): readonly string[] {
  return ['date_from', 'date_to', ...breakdownParts(stored).map(({ property }) => property)];
}

/**
 * Reads the variables of a run.
 * @throws unknown_variable, invalid_variable; combination_not_allowed when a date is also in `filters_override`
 */
export function readInsightVariables(
  stored: InsightQuery,
  variables: Readonly<Record<string, unknown>>,
  filters: FiltersOverride,
): InsightVariables {
  const parts = breakdownParts(stored);
  const dates: { date_from?: string; date_to?: string } = {};
  const breakdownValues: { part: BreakdownPart; value: string }[] = [];
  for (const [name, value] of Object.entries(variables)) {
    const part = parts.find(({ property }) => property === name);
    if (part) {
      breakdownValues.push({ part, value: breakdownValue(name, value) });
    } else if (name === 'date_from' || name === 'date_to') {
      const date = dateValue(name, value, filters);
      if (date !== undefined) dates[name] = date;
    } else {
      const known = insightVariableNames(stored);
      const hint = didYouMean(name, known) || ` Known are ${known.join(', ')}.`;
      throw new AppError('unknown_variable', `The query has no variable "${name}".${hint}`, {
        attr: `variables.${name}`,
      });
    }
  }
  return { dates, breakdownValues };
}

function breakdownParts(stored: InsightQuery): readonly BreakdownPart[] {
  return 'breakdownFilter' in stored ? (breakdownOf(stored.breakdownFilter)?.parts ?? []) : [];
}

function dateValue(
  name: 'date_from' | 'date_to',
  value: unknown,
  filters: FiltersOverride,
): string | undefined {
  if (value === null) return undefined;
  const attr = `variables.${name}`;
  if (typeof value !== 'string') {
    throw new AppError('invalid_variable', `${name} must be a date text, found ${JSON.stringify(value)}.`, {
      attr,
    });
  }
  if (value === '') return undefined;
  if (filters[name] === undefined) return value;
  throw new AppError(
    'combination_not_allowed',
    `${name} is given both as variable and in filters_override.`,
    { attr },
  );
}

function breakdownValue(name: string, value: unknown): string {
  if (value === null) return '';
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return textOf(value);
  throw new AppError(
    'invalid_variable',
    `${name} must be a text, a number, true, false or null, found ${JSON.stringify(value)}.`,
    { attr: `variables.${name}` },
  );
}
