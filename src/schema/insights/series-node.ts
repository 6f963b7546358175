import { z } from 'zod';
import { ignoredMember } from '../ignored-member.ts';
import { propertyFiltersSchema } from '../property-filter.ts';
import { strictMembers } from '../strict-members.ts';
import { groupTypeIndex, nodeMembers } from './query-members.ts';

/** What is computed per bucket of a series ([T-1] to [T-9]). */
const MATHS = [
  'total',
  'dau',
  'weekly_active',
  'monthly_active',
  'unique_session',
  'unique_group',
  'sum',
  'avg',
  'min',
  'max',
  'median',
  'p75',
  'p90',
  'p95',
  'p99',
  'avg_count_per_actor',
  'min_count_per_actor',
  'max_count_per_actor',
  'median_count_per_actor',
  'p75_count_per_actor',
  'p90_count_per_actor',
  'p95_count_per_actor',
  'p99_count_per_actor',
  'first_time_for_user',
  'first_time_for_user_with_filters',
  'first_matching_event_for_user',
  'hogql',
] as const;

const mathMembers = {
  math: z.enum(MATHS).optional().describe('What is computed. Default `total`, the number of events.'),
  math_property: z
    .string()
    .min(1)
    .optional()
    .describe('Property for `sum`, `avg`, `min`, `max` and percentiles.')
    .meta({ examples: ['amount'] }),
  math_property_type: z
    .enum(['event_properties', 'person_properties', 'session_properties'])
    .optional()
    .describe('Where `math_property` is read. Default `event_properties`.'),
  math_group_type_index: groupTypeIndex
    .optional()
    .describe('Count groups of this type (0 to 4) instead of persons.')
    .meta({ examples: [0] }),
  math_hogql: z
    .string()
    .min(1)
    .optional()
    .describe('Aggregate expression of the SQL dialect for `math: "hogql"`.')
    .meta({ examples: ['sum(properties.amount) / count()'] }),
  math_multiplier: z
    .number()
    .optional()
    .describe('Factor on each value before aggregation. Default 1.')
    .meta({ examples: [1] }),
};

const nodeNames = {
  name: z
    .string()
    .optional()
    .describe('Shown to people.')
    .meta({ examples: ['Views'] }),
  custom_name: z
    .string()
    .optional()
    .describe('Echoed in the result, never used as label.')
    .meta({ examples: ['Views of pages'] }),
};

const filterMembers = {
  properties: propertyFiltersSchema
    .optional()
    .describe('Filters on the events of this series. Default none.'),
  fixedProperties: propertyFiltersSchema.optional().describe('More filters, with the same effect.'),
};

const ignoredMembers = {
  limit: ignoredMember('Accepted and ignored.'),
  orderBy: ignoredMember('Accepted and ignored.'),
  ...nodeMembers,
};

const optionalInFunnel = z.boolean().optional().describe('Funnels: the step may be skipped. Default false.');

export const eventsNodeMembers = {
  kind: z.literal('EventsNode').describe('Events of a name'),
  event: z
    .string()
    .optional()
    .describe('Name of the event; absent or null = all events.')
    .meta({ examples: ['$pageview'] }),
  ...nodeNames,
  ...filterMembers,
  ...mathMembers,
  optionalInFunnel,
  ...ignoredMembers,
};

export const actionsNodeMembers = {
  kind: z.literal('ActionsNode').describe('Events that match an action'),
  id: z
    .int()
    .describe('Id of a stored action of the project.')
    .meta({ examples: [1] }),
  ...nodeNames,
  ...filterMembers,
  ...mathMembers,
  optionalInFunnel,
  ...ignoredMembers,
};

export const eventsNodeSchema = strictMembers(eventsNodeMembers)
  .describe('Events of a name')
  .meta({ id: 'EventsNode' });
export const actionsNodeSchema = strictMembers(actionsNodeMembers)
  .describe('Events that match a stored action')
  .meta({ id: 'ActionsNode' });

const groupNodeSchema = strictMembers({
  kind: z.literal('GroupNode').describe('Events that match any of some nodes'),
  operator: z.literal('OR').describe('An event counts when it matches any node.'),
  nodes: z
    .array(z.discriminatedUnion('kind', [eventsNodeSchema, actionsNodeSchema]))
    .min(2)
    .describe('Two or more nodes, each with its own filters; their maths are ignored.'),
  ...nodeNames,
  ...filterMembers,
  ...mathMembers,
  optionalInFunnel,
  ...ignoredMembers,
})
  .describe('Events that match any of some nodes')
  .meta({ id: 'GroupNode' });

/** One series or step: the events that it is about, and what is computed from them. */
export const seriesNodeSchema = z
  .discriminatedUnion('kind', [eventsNodeSchema, actionsNodeSchema, groupNodeSchema])
  .describe('The events of a series, and what is computed from them.')
  .meta({ id: 'SeriesNode' });

export type EventsNode = Readonly<z.infer<typeof eventsNodeSchema>>;
export type ActionsNode = Readonly<z.infer<typeof actionsNodeSchema>>;
export type SeriesNode = Readonly<z.infer<typeof seriesNodeSchema>>;
