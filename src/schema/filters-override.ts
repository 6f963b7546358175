import { z } from 'zod';
import { checkShape } from './check-shape.ts';
import { dateText } from './date-range.ts';
import { described } from './described.ts';
import { breakdownFilterSchema } from './insights/breakdown-filter.ts';
import { intervalSchema } from './insights/query-members.ts';
import { asFilterErrors, propertyFilterList } from './property-filter.ts';
import { strictMembers } from './strict-members.ts';
import { withoutNulls } from './without-nulls.ts';

/** What a run may narrow or replace on every kind of endpoint. */
export const filtersOverrideSchema = strictMembers({
  properties: described(
    propertyFilterList.optional(),
    'More filters: rows that fail them do not exist for the query.',
    [{ key: '$browser', value: 'Chrome', type: 'event' }],
  ),
  date_from: described(
    dateText,
    'Replaces the start of the range, and with `date_to` absent also removes its end.',
    '-30d',
  ),
  date_to: described(
    dateText,
    'Replaces the end of the range, and with `date_from` absent also removes its start.',
    '-1dEnd',
  ),
  explicitDate: z
    .boolean()
    .optional()
    .describe('Use the bounds exactly. Default false when a date is given.'),
  breakdown_filter: breakdownFilterSchema.optional().describe('Replaces the breakdown of an insight.'),
  interval: intervalSchema.optional().describe('Replaces the interval of an insight.'),
  filterTestAccounts: z.boolean().optional().describe('true switches the test-account filters on.'),
})
  .describe('Filters and dates that narrow the answer')
  .meta({ id: 'FiltersOverride' });

export type FiltersOverride = Readonly<z.infer<typeof filtersOverrideSchema>>;

/**
 * Checks the form of `filters_override`.
 * @throws unknown_member, invalid_value, invalid_filter with a path under `filters_override`
 */
export function checkFiltersOverride(value: unknown): FiltersOverride {
  return asFilterErrors(() => checkShape(filtersOverrideSchema, withoutNulls(value), 'filters_override'));
}
