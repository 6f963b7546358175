import { z } from 'zod';
import { described } from '../described.ts';
import { displayMembers, ignoredMember } from '../ignored-member.ts';
import { propertyFiltersSchema } from '../property-filter.ts';
import { strictMembers } from '../strict-members.ts';
import { breakdownFilterSchema } from './breakdown-filter.ts';
import { aggregationMember, queryMembers } from './query-members.ts';

const retentionEntitySchema = strictMembers({
  id: z
    .union([z.string(), z.int()])
    .optional()
    .describe('Event name, or id of an action; absent or null = any event.'),
  type: z.enum(['events', 'actions']).optional().describe('What `id` names. Default `events`.'),
  name: described(z.string().optional(), 'Shown to people.', 'Signed up'),
  custom_name: described(z.string().optional(), 'Shown to people.', 'Signed up'),
  order: ignoredMember('Accepted and ignored.'),
  uuid: ignoredMember('Accepted and ignored.'),
  kind: ignoredMember('Accepted and ignored.'),
  properties: propertyFiltersSchema
    .optional()
    .describe('Filters on the events of this entity. Default none.'),
})
  .describe('An event or action')
  .meta({ id: 'RetentionEntity' });

const retentionFilterSchema = strictMembers({
  targetEntity: retentionEntitySchema
    .optional()
    .describe('Event that puts an actor in a cohort. Default `$pageview`.'),
  returningEntity: retentionEntitySchema
    .optional()
    .describe('Event that counts as coming back. Default `$pageview`.'),
  retentionType: z
    .enum(['retention_recurring', 'retention_first_time', 'retention_first_ever_occurrence'])
    .optional()
    .describe('Every period with the target event, or only the first ever. Default `retention_recurring`.'),
  period: z.enum(['Hour', 'Day', 'Week', 'Month']).optional().describe('Length of a period. Default `Day`.'),
  totalIntervals: described(
    z.int().min(1).max(100).optional(),
    'Columns, 1 to 100, the start included. Default 8.',
    8,
  ),
  minimumOccurrences: described(
    z.int().min(1).optional(),
    'Returning events that an actor needs in a period. Default 1.',
    1,
  ),
  cumulative: z
    .boolean()
    .optional()
    .describe('Count actors who came back in this period or later. Default false.'),
  retentionCustomBrackets: described(
    z.array(z.int().min(1).max(10_000)).min(1).max(100).optional(),
    'Columns of so many periods each, after the start.',
    [1, 3, 7],
  ),
  timeWindowMode: z
    .enum(['strict_calendar_dates', '24_hour_windows'])
    .optional()
    .describe('Periods of the calendar, or windows from the first event of each actor. Default calendar.'),
  aggregationType: z
    .enum(['count', 'sum', 'avg'])
    .optional()
    .describe('Add the sum or mean of a property to every cell. Default `count`.'),
  aggregationProperty: described(z.string().min(1).optional(), 'Property for `sum` and `avg`.', 'amount'),
  aggregationPropertyType: z
    .enum(['event', 'person'])
    .optional()
    .describe('Where it is read. Default `event`.'),
  ...displayMembers([
    'retentionReference',
    'meanRetentionCalculation',
    'display',
    'dashboardDisplay',
    'showTrendLines',
    'selectedInterval',
  ]),
})
  .describe('What makes a cohort and what counts as coming back')
  .meta({ id: 'RetentionFilter' });

/** How many actors of each period's cohort came back in the periods after it. */
export const retentionQuerySchema = strictMembers({
  kind: z.literal('RetentionQuery').describe('The kind of insight'),
  retentionFilter: retentionFilterSchema.describe('What makes a cohort and what counts as coming back.'),
  breakdownFilter: breakdownFilterSchema.optional(),
  ...aggregationMember,
  ...queryMembers,
})
  .describe('How many actors came back in later periods')
  .meta({ id: 'RetentionQuery' });

export type RetentionEntity = Readonly<z.infer<typeof retentionEntitySchema>>;
export type RetentionQuery = Readonly<z.infer<typeof retentionQuerySchema>>;
