import { z } from 'zod';
import { described } from '../described.ts';
import { displayMembers } from '../ignored-member.ts';
import { strictMembers } from '../strict-members.ts';
import { breakdownFilterSchema } from './breakdown-filter.ts';
import { aggregationMember, intervalSchema, queryMembers } from './query-members.ts';
import {
  actionsNodeMembers,
  eventsNodeMembers,
  kindOptional,
  seriesNodeSchema,
  withOptionalKind,
} from './series-node.ts';

const stepRange = {
  funnelFromStep: described(z.int().min(0), 'Step after which the exclusion starts, from 0.', 0),
  funnelToStep: described(z.int().min(0), 'Step before which it ends, from 0.', 1),
};

const exclusionSchema = kindOptional(
  z.discriminatedUnion('kind', [
    withOptionalKind(strictMembers({ ...eventsNodeMembers, ...stepRange })),
    withOptionalKind(strictMembers({ ...actionsNodeMembers, ...stepRange })),
  ]),
)
  .describe('Events that end an attempt')
  .meta({ id: 'FunnelExclusion' });

const funnelsFilterSchema = strictMembers({
  funnelVizType: z
    .enum(['steps', 'time_to_convert', 'trends'])
    .optional()
    .describe('Shape of the result. Default `steps`.'),
  funnelOrderType: z
    .enum(['ordered', 'strict', 'unordered'])
    .optional()
    .describe('Other events between the steps are allowed, none are, or any order. Default `ordered`.'),
  funnelWindowInterval: described(
    z.int().min(1).max(100_000).optional(),
    'Length of the conversion window. Default 14.',
    14,
  ),
  funnelWindowIntervalUnit: z
    .enum(['second', 'minute', 'hour', 'day', 'week', 'month'])
    .optional()
    .describe('Its unit; a month has 31 days. Default `day`.'),
  exclusions: z
    .array(exclusionSchema)
    .max(20)
    .optional()
    .describe('Events that end an attempt. Default none.'),
  funnelFromStep: described(
    z.int().min(0).optional(),
    'First step of `time_to_convert` and `trends`, from 0. Default 0.',
    0,
  ),
  funnelToStep: described(
    z.int().min(0).optional(),
    'Last step of `time_to_convert` and `trends`. Default the last.',
    1,
  ),
  breakdownAttributionType: z
    .enum(['first_touch', 'last_touch', 'all_events', 'step'])
    .optional()
    .describe('Which event gives an actor its breakdown value. Default `first_touch`.'),
  breakdownAttributionValue: described(
    z.int().min(0).optional(),
    'The step for `step`, from 0. Default 0.',
    0,
  ),
  funnelAggregateByHogQL: described(
    z.string().min(1).optional(),
    'Expression that identifies an actor. Default the person.',
    'properties.$session_id',
  ),
  binCount: described(
    z.int().optional(),
    'Bins of `time_to_convert`, held to 1..90. Default by the number of actors.',
    10,
  ),
  ...displayMembers([
    'layout',
    'funnelStepReference',
    'hiddenLegendBreakdowns',
    'resultCustomizations',
    'goalLines',
    'showValuesOnSeries',
    'useUdf',
    'hideIncompleteConversionWindowPeriods',
  ]),
})
  .describe('How attempts are matched and shown')
  .meta({ id: 'FunnelsFilter' });

/** How many actors went through a sequence of steps, and how long it took them. */
export const funnelsQuerySchema = strictMembers({
  kind: z.literal('FunnelsQuery').describe('The kind of insight'),
  series: z.array(seriesNodeSchema).min(2).max(30).describe('Two or more steps.'),
  interval: intervalSchema.optional(),
  funnelsFilter: funnelsFilterSchema.optional().describe('How attempts are matched and shown.'),
  breakdownFilter: breakdownFilterSchema.optional(),
  ...aggregationMember,
  ...queryMembers,
})
  .describe('How many actors went through a sequence of steps')
  .meta({ id: 'FunnelsQuery' });

export type FunnelExclusion = Readonly<z.infer<typeof exclusionSchema>>;
export type FunnelsQuery = Readonly<z.infer<typeof funnelsQuerySchema>>;
