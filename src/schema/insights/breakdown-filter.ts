import { z } from 'zod';
import { described } from '../described.ts';
import { strictMembers } from '../strict-members.ts';
import { groupTypeIndex } from './query-members.ts';

/** Most values that a breakdown may keep ([SPEC-8]). */
const MAX_BREAKDOWN_LIMIT = 1000;

export const breakdownTypeSchema = z
  .enum(['event', 'person', 'group', 'session', 'hogql', 'event_metadata'])
  .describe('Where the property is read. Default `event`.');

const propertyName = z.union([z.string().min(1), z.int().transform(String)]);

const breakdownSchema = strictMembers({
  property: propertyName.describe('Name of the property, or an expression for type `hogql`.'),
  type: breakdownTypeSchema.optional(),
  group_type_index: described(
    groupTypeIndex.optional(),
    'For type `group`: index of the group type. Default 0.',
    0,
  ),
  histogram_bin_count: described(
    z.int().min(1).max(MAX_BREAKDOWN_LIMIT).optional(),
    'Cut numbers into so many bins of equal width. Default: every value for itself.',
    10,
  ),
  normalize_url: z.boolean().optional().describe('Cut trailing `/`, `?` and `#`. Default false.'),
})
  .describe('A property to split by')
  .meta({ id: 'Breakdown' });

/** Splits a result by the values of properties. */
export const breakdownFilterSchema = strictMembers({
  breakdown: described(
    z.union([propertyName, z.array(propertyName).min(1).max(3)]).optional(),
    'Property to split by; an expression of the SQL dialect for type `hogql`.',
    '$browser',
  ),
  breakdown_type: breakdownTypeSchema.optional(),
  breakdown_group_type_index: described(
    groupTypeIndex.optional(),
    'For type `group`: index of the group type.',
    0,
  ),
  breakdown_limit: described(
    z.int().min(1).max(MAX_BREAKDOWN_LIMIT).optional(),
    'Values to keep, 1 to 1000; the rest becomes "Other". Default 25.',
    25,
  ),
  breakdown_hide_other_aggregation: z.boolean().optional().describe('Leave "Other" out. Default false.'),
  breakdown_histogram_bin_count: described(
    z.int().min(1).max(MAX_BREAKDOWN_LIMIT).optional(),
    'Trends: cut numbers into so many bins of equal width.',
    10,
  ),
  breakdown_normalize_url: z.boolean().optional().describe('Cut trailing `/`, `?` and `#`. Default false.'),
  breakdown_path_cleaning: z
    .boolean()
    .optional()
    .describe('Apply the path cleaning rules of the project to the value. Default false.'),
  breakdowns: z
    .array(breakdownSchema)
    .max(3)
    .optional()
    .describe('Up to three properties to split by together; wins over `breakdown`.'),
})
  .describe('Splits the result by the values of properties.')
  .meta({ id: 'BreakdownFilter' });

export type BreakdownFilter = Readonly<z.infer<typeof breakdownFilterSchema>>;
export type BreakdownType = z.infer<typeof breakdownTypeSchema>;
