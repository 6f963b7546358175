import { z } from 'zod';
import { described } from '../described.ts';
import { ignoredMember } from '../ignored-member.ts';
import { strictMembers } from '../strict-members.ts';
import { funnelsQuerySchema } from './funnels-query.ts';
import { aggregationMember, queryMembers } from './query-members.ts';

const pathsFilterSchema = strictMembers({
  includeEventTypes: z
    .array(z.enum(['$pageview', '$screen', 'custom_event', 'hogql']))
    .optional()
    .describe('Events that are path items. Default all.'),
  pathsHogQLExpression: described(
    z.string().min(1).optional(),
    'Expression that names the item, for type `hogql`.',
    'properties.$current_url',
  ),
  startPoint: described(z.string().optional(), 'Keep paths from this item on.', '/pricing'),
  endPoint: described(z.string().optional(), 'Keep paths up to this item.', '/signup'),
  pathGroupings: described(
    z.array(z.string().min(1)).max(100).optional(),
    'Patterns with `*`; items that match the first of them become it.',
    ['/blog/*'],
  ),
  excludeEvents: z.array(z.string()).max(1000).optional().describe('Items to leave out.'),
  stepLimit: described(z.int().min(2).max(20).optional(), 'Most items of a path, 2 to 20. Default 5.', 5),
  edgeLimit: described(z.int().min(1).max(1000).optional(), 'Most edges, 1 to 1000. Default 50.', 50),
  minEdgeWeight: described(z.int().min(0).optional(), 'Least traversals of an edge.', 2),
  maxEdgeWeight: described(z.int().min(0).optional(), 'Most traversals of an edge.', 1000),
  pathReplacements: z
    .boolean()
    .optional()
    .describe('Apply the path cleaning rules of the project. Default false.'),
  localPathCleaningFilters: z
    .array(
      strictMembers({
        regex: described(z.string(), 'Pattern (RE2).', '/users/\\d+'),
        alias: described(z.string(), 'Replacement.', '/users/:id'),
        order: described(z.number().optional(), 'Place among the rules.', 1),
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
    funnelStep: described(
      z.int().optional(),
      'The step, from 1; below zero: actors that dropped off at it. Default 1.',
      1,
    ),
  })
    .optional()
    .describe('Keep only actors of a funnel.'),
  ...aggregationMember,
  ...queryMembers,
})
  .describe('The most travelled ways from item to item')
  .meta({ id: 'PathsQuery' });

export type PathsQuery = Readonly<z.infer<typeof pathsQuerySchema>>;
