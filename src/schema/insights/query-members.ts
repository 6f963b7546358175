import { z } from 'zod';
import { dateRangeSchema } from '../date-range.ts';
import { described } from '../described.ts';
import { ignoredMember } from '../ignored-member.ts';
import { modifiersSchema } from '../modifiers.ts';
import { propertyFiltersSchema } from '../property-filter.ts';
import { strictMembers } from '../strict-members.ts';

const tagsSchema = strictMembers({
  scene: ignoredMember('Where the query was made.'),
  productKey: ignoredMember('Product that made the query.'),
  name: ignoredMember('Name for logs.'),
})
  .describe('For logs only: accepted and ignored.')
  .meta({ id: 'QueryTags' });

/** Members of every node that carry no meaning. */
export const nodeMembers = {
  version: ignoredMember('Version of the schema of the node: accepted and ignored.'),
  response: ignoredMember('Marker of the result type: accepted and ignored.'),
};

/** Members that all insight kinds share, without those of groups. */
export const queryMembers = {
  dateRange: dateRangeSchema.optional(),
  properties: propertyFiltersSchema.optional().describe('Filters on all events of the query. Default none.'),
  filterTestAccounts: z
    .boolean()
    .optional()
    .describe('Apply the `test_account_filters` of the project too. Default false.'),
  samplingFactor: described(
    z.number().gt(0).max(1).optional(),
    'Read only this stable fraction of actors, (0, 1], and scale counts back. Default 1.',
    0.1,
  ),
  modifiers: modifiersSchema.optional(),
  tags: tagsSchema.optional(),
  dataColorTheme: ignoredMember('Display only: accepted and ignored.'),
  ...nodeMembers,
};

export const groupTypeIndex = z.int().min(0).max(4);

/** The member of the insight kinds that can count groups instead of persons. */
export const aggregationMember = {
  aggregation_group_type_index: described(
    groupTypeIndex.optional(),
    'Count groups of this type (0 to 4) instead of persons. Default persons.',
    0,
  ),
};

export const intervalSchema = z
  .enum(['second', 'minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'])
  .describe('Width of a bucket. Default `day`.');
