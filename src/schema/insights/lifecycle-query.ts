import { z } from 'zod';
import { described } from '../described.ts';
import { displayMembers } from '../ignored-member.ts';
import { strictMembers } from '../strict-members.ts';
import { aggregationMember, intervalSchema, queryMembers } from './query-members.ts';
import { seriesNodeSchema } from './series-node.ts';

const LIFECYCLES = ['new', 'returning', 'resurrecting', 'dormant'] as const;

/** How many actors are new, returning, resurrecting or dormant in each bucket. */
export const lifecycleQuerySchema = strictMembers({
  kind: z.literal('LifecycleQuery').describe('The kind of insight'),
  series: z.array(seriesNodeSchema).length(1).describe('The one series whose events count as activity.'),
  interval: intervalSchema.optional(),
  lifecycleFilter: strictMembers({
    toggledLifecycles: described(
      z
        .array(z.enum(LIFECYCLES))
        .transform(() => undefined)
        .optional(),
      'Display only: the states to show; does not change the result.',
      ['new', 'returning'],
    ),
    ...displayMembers(['showLegend', 'showValuesOnSeries', 'stacked']),
  })
    .optional()
    .describe('Display only: the answer always has all four states.'),
  ...aggregationMember,
  ...queryMembers,
})
  .describe('How many actors are new, returning, resurrecting or dormant')
  .meta({ id: 'LifecycleQuery' });

export type LifecycleQuery = Readonly<z.infer<typeof lifecycleQuerySchema>>;
