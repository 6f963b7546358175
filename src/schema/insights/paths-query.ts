import { z } from 'zod';
import { ignoredMember } from '../ignored-member.ts';
import { strictMembers } from '../strict-members.ts';
import { funnelsQuerySchema } from './funnels-query.ts';
import { aggregationMember, queryMembers } from './query-members.ts';

const pathsFilterSchema = strictMembers({
  includeEventTypes: z
    .array(z.enum(['$pageview', '$screen', 'custom_event', 'hogql']))
    .optional()
    .describe('Events that are path items. Default all.'),
  pathsHogQLExpression: z
    .string()
    .min(1)
    .optional()
    .describe('Expression that names the item, for type `hogql`.')
    .meta({ examples: ['properties.$current_url'] }),
  startPoint: z
    .string()
    .optional()
    .describe('Keep paths from this item on.')
    .meta({ examples: ['/pricing'] }),
  endPoint: z
    .string()
    .optional()
    .describe('Keep paths up to this item.')
    .meta({ examples: ['/signup'] }),
  pathGroupings: z
    .array(z.string().min(1))
    .max(100)
    .optional()
    .describe('Patterns with `*`; items that match the first of them become it.')
    .meta({ examples: [['/blog/*']] }),
  excludeEvents: z.array(z.string()).max(1000).optional().describe('Items to leave out.'),
  stepLimit: z
    .int()
    .min(2)
    .max(20)
    .optional()
    .describe('Most items of a path, 2 to 20. Default 5.')
    .meta({ examples: [5] }),
  edgeLimit: z
    .int()
    .min(1)
    .max(1000)
    .optional()
    .describe('Most edges, 1 to 1000. Default 50.')
    .meta({ examples: [50] }),
  minEdgeWeight: z
    .int()
    .min(0)
    .optional()
    .describe('Least traversals of an edge.')
    .meta({ examples: [2] }),
  maxEdgeWeight: z
    .int()
    .min(0)
    .optional()
    .describe('Most traversals of an edge.')
    .meta({ examples: [1000] }),
  pathReplacements: z
    .boolean()
    .optional()
    .describe('Apply the path cleaning rules of the project. Default false.'),
  localPathCleaningFilters: z
    .array(
      strictMembers({
        regex: z
          .string()
          .describe('Pattern (RE2).')
          .meta({ examples: ['/users/\\d+'] }),
        alias: z
          .string()
          .describe('Replacement.')
          .meta({ examples: ['/users/:id'] }),
        order: z
          .number()
          .optional()
          .describe('Place among the rules.')
          .meta({ examples: [1] }),
      }),
    )
    .max(100)
    .optional()
    .describe('More cleaning rules, applied after those of the project.'),
  pathStartKey: ignoredMember('Accepted and ignored.'),
  pathEndKey: ignoredMember('Accepted and ignored.'),
  pathDropoffKey: ignoredMember('Accepted and ignored.'),
})
  .describe('What the items are and which paths are kept')
  .meta({ id: 'PathsFilter' });

/** The most travelled ways from item to item. */
export const pathsQuerySchema = strictMembers({
  kind: z.literal('PathsQuery').describe('The kind of insight'),
  pathsFilter: pathsFilterSchema.describe('What the items are and which paths are kept.'),
  funnelPathsFilter: strictMembers({
    funnelPathType: z
      .enum(['funnel_path_before_step', 'funnel_path_between_steps', 'funnel_path_after_step'])
      .describe('Which part of the way through the funnel is looked at.'),
    funnelSource: funnelsQuerySchema.describe('The funnel.'),
    funnelStep: z
      .int()
      .optional()
      .describe('The step, from 1; below zero: actors that dropped off at it. Default 1.')
      .meta({ examples: [1] }),
  })
    .optional()
    .describe('Keep only actors of a funnel.'),
  ...aggregationMember,
  ...queryMembers,
})
  .describe('The most travelled ways from item to item')
  .meta({ id: 'PathsQuery' });

export type PathsQuery = Readonly<z.infer<typeof pathsQuerySchema>>;
