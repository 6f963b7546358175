import { z } from 'zod';
import { described } from '../described.ts';
import { displayMembers } from '../ignored-member.ts';
import { strictMembers } from '../strict-members.ts';
import { compareFilterSchema } from './compare-filter.ts';
import { intervalSchema, queryMembers } from './query-members.ts';
import { seriesNodeSchema } from './series-node.ts';

/** In how many intervals actors were active. */
export const stickinessQuerySchema = strictMembers({
  kind: z.literal('StickinessQuery').describe('The kind of insight'),
  series: z.array(seriesNodeSchema).min(1).max(100).describe('One or more series.'),
  interval: intervalSchema.optional(),
  intervalCount: described(
    z.int().min(1).max(10_000).optional(),
    'Count periods of so many intervals, backwards from the end. Default 1.',
    1,
  ),
  compareFilter: compareFilterSchema.optional(),
  stickinessFilter: strictMembers({
    computedAs: z
      .enum(['non_cumulative', 'cumulative'])
      .optional()
      .describe('`cumulative`: active in at least so many intervals. Default `non_cumulative`.'),
    stickinessCriteria: strictMembers({
      operator: z.enum(['gte', 'lte', 'exact']).describe('How the count of events is compared.'),
      value: described(z.int().min(0), 'Number of events.', 3),
    })
      .optional()
      .describe('Events that an actor needs in an interval for it to count. Default at least one.'),
    ...displayMembers([
      'display',
      'showLegend',
      'showValuesOnSeries',
      'showMultipleYAxes',
      'hiddenLegendIndexes',
      'resultCustomizationBy',
      'resultCustomizations',
    ]),
  })
    .optional()
    .describe('How activity is counted.'),
  ...queryMembers,
})
  .describe('In how many intervals actors were active')
  .meta({ id: 'StickinessQuery' });

export type StickinessQuery = Readonly<z.infer<typeof stickinessQuerySchema>>;
