import { z } from 'zod';
import { described } from '../described.ts';
import { filledMembers } from '../documented-as.ts';
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

/** Members of a node of any kind. */
const commonMembers = {
  name: described(z.string().optional(), 'Shown to people.', 'Views'),
  custom_name: described(
    z.string().optional(),
    'Echoed in the result, never used as label.',
    'Views of pages',
  ),
  properties: propertyFiltersSchema
    .optional()
    .describe('Filters on the events of this series. Default none.'),
  fixedProperties: propertyFiltersSchema.optional().describe('More filters, with the same effect.'),
  math: z.enum(MATHS).optional().describe('What is computed. Default `total`, the number of events.'),
  math_property: described(
    z.string().min(1).optional(),
    'Property for `sum`, `avg`, `min`, `max` and percentiles.',
    'amount',
  ),
  math_property_type: z
    .enum(['event_properties', 'person_properties', 'session_properties'])
    .optional()
    .describe('Where `math_property` is read. Default `event_properties`.'),
  math_group_type_index: described(
    groupTypeIndex.optional(),
    'Count groups of this type (0 to 4) instead of persons.',
    0,
  ),
  math_hogql: described(
    z.string().min(1).optional(),
    'Aggregate expression of the SQL dialect for `math: "hogql"`.',
    'sum(properties.amount) / count()',
  ),
  math_multiplier: described(z.number().optional(), 'Factor on each value before aggregation. Default 1.', 1),
  optionalInFunnel: z.boolean().optional().describe('Funnels: the step may be skipped. Default false.'),
  limit: ignoredMember('Accepted and ignored.'),
  orderBy: ignoredMember('Accepted and ignored.'),
  ...nodeMembers,
};

export const eventsNodeMembers = {
  kind: z
    .literal('EventsNode')
    .describe('Events of a name. A node without `kind` is an ActionsNode when it has an `id`, else this.'),
  event: described(z.string().optional(), 'Name of the event; absent or null = all events.', '$pageview'),
  ...commonMembers,
};

export const actionsNodeMembers = {
  kind: z.literal('ActionsNode').describe('Events that match an action'),
  id: described(
    z.union([
      z.int(),
      z
        .string()
        .regex(/^\d{1,15}$/)
        .transform(Number),
    ]),
    'Id of a stored action of the project, also as a text.',
    1,
  ),
  ...commonMembers,
};

/** Reads a node without `kind` as PostHog does: by its `id` an action, else events ([N-6]). */
export function kindOptional<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess((node) => {
    if (typeof node !== 'object' || node === null || Array.isArray(node) || 'kind' in node) return node;
    return { kind: 'id' in node ? 'ActionsNode' : 'EventsNode', ...node };
  }, schema);
}

/** A node whose `kind` may be left out. */
export function withOptionalKind<Schema extends z.ZodType>(schema: Schema): Schema {
  filledMembers.add(schema, { names: ['kind'] });
  return schema;
}

export const eventsNodeSchema = withOptionalKind(
  strictMembers(eventsNodeMembers).describe('Events of a name').meta({ id: 'EventsNode' }),
);
export const actionsNodeSchema = withOptionalKind(
  strictMembers(actionsNodeMembers).describe('Events that match a stored action').meta({ id: 'ActionsNode' }),
);

const groupNodeSchema = strictMembers({
  kind: z.literal('GroupNode').describe('Events that match any of some nodes'),
  operator: z.literal('OR').describe('An event counts when it matches any node.'),
  nodes: z
    .array(kindOptional(z.discriminatedUnion('kind', [eventsNodeSchema, actionsNodeSchema])))
    .min(2)
    .describe('Two or more nodes, each with its own filters; their maths are ignored.'),
  ...commonMembers,
})
  .describe('Events that match any of some nodes')
  .meta({ id: 'GroupNode' });

/** One series or step: the events that it is about, and what is computed from them. */
export const seriesNodeSchema = kindOptional(
  z.discriminatedUnion('kind', [eventsNodeSchema, actionsNodeSchema, groupNodeSchema]),
)
  .describe('The events of a series, and what is computed from them.')
  .meta({ id: 'SeriesNode' });

export type EventsNode = Readonly<z.infer<typeof eventsNodeSchema>>;
export type ActionsNode = Readonly<z.infer<typeof actionsNodeSchema>>;
export type SeriesNode = Readonly<z.infer<typeof seriesNodeSchema>>;
