import { z } from 'zod';
import { dateRangeSchema } from './date-range.ts';
import { described } from './described.ts';
import { fewMembers } from './few-members.ts';
import { givenValuesSchema } from './given-values.ts';
import { modifiersSchema } from './modifiers.ts';
import { propertyFiltersSchema } from './property-filter.ts';
import { strictMembers } from './strict-members.ts';
import { MOST_VARIABLES, variableDefault, variableName } from './variable-declaration.ts';
import { withoutNulls } from './without-nulls.ts';

/** What `{filters}` in the text of a SQL query stands for. */
export const sqlFiltersSchema = strictMembers({
  dateRange: dateRangeSchema.optional().describe('Dates for `{filters}` in the text'),
  properties: propertyFiltersSchema.optional().describe('Property filters for `{filters}` in the text'),
  filterTestAccounts: z.boolean().optional().describe("Adds the project's test-account filters"),
})
  .describe('What `{filters}` in the text of a SQL query stands for')
  .meta({ id: 'SqlFilters' });

export type StoredSqlFilters = Readonly<z.output<typeof sqlFiltersSchema>>;

/** Variables in the form of PostHog: keyed by an id, carrying a value instead of a declaration. */
export const keyedVariablesSchema = fewMembers(
  z.record(
    z.string(),
    z.strictObject({
      variableId: described(
        z.string().optional(),
        'Its id in PostHog, the same as its key',
        '0199e0a2-7c1f-7d3e-9a55-0c8f5b1d2e3f',
      ),
      code_name: variableName,
      value: variableDefault.optional().describe('Becomes the default'),
      isNull: z.boolean().optional().describe('true: the default is NULL'),
    }),
  ),
  MOST_VARIABLES,
  'variables',
);

/** In `values` a null is a value. */
function withoutNullMembers(given: unknown): unknown {
  if (typeof given !== 'object' || given === null || !('values' in given) || given.values === null)
    return withoutNulls(given);
  const { values, ...rest } = given;
  return { ...(withoutNulls(rest) as object), values };
}

/** A SQL query, `kind: "HogQLQuery"`. Null members count as absent. */
export const sqlQuerySchema = z
  .preprocess(
    withoutNullMembers,
    strictMembers({
      kind: z.literal('HogQLQuery').describe('A SQL query'),
      query: described(z.string().min(1), 'SQL text, at most 64 KiB', 'select count() from events'),
      variables: keyedVariablesSchema.optional().describe('Variables as PostHog keeps them'),
      values: givenValuesSchema.optional().describe('Constants for `{name}` in the text'),
      filters: sqlFiltersSchema.optional().describe('What `{filters}` in the text stands for'),
      name: described(z.string().optional(), 'Accepted and kept', 'Usage'),
      explain: z.boolean().optional().describe('Accepted and ignored'),
      modifiers: modifiersSchema.optional(),
      tags: z.record(z.string(), z.unknown()).optional().describe('Accepted and ignored'),
      version: described(z.int().optional(), 'Accepted and ignored', 1),
    }),
  )
  .describe('A query in the SQL dialect')
  .meta({ id: 'HogQLQuery' });
