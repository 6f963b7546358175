import { z } from 'zod';
import { idOfText } from '../../base/id-of-text.ts';
import { described } from '../described.ts';
import { strictMembers } from '../strict-members.ts';
import { groupTypeIndex } from './query-members.ts';

/** Most values that a breakdown may keep ([SPEC-8]). */
const MAX_BREAKDOWN_LIMIT = 1000;

/** Most cohorts that a query is split by: each is a query of its own. */
const MAX_COHORTS = 25;

const TYPES = ['event', 'person', 'group', 'session', 'hogql', 'event_metadata'] as const;

export const breakdownTypeSchema = z.enum(TYPES).describe('Where the property is read. Default `event`.');

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
    z
      .union([propertyName, z.array(propertyName).min(1).max(MAX_COHORTS)], {
        error: `Expected a name, or a list of at most ${MAX_COHORTS}`,
      })
      .optional(),
    'Property to split by, or up to 3; an expression of the SQL dialect for type `hogql`; for type `cohort` up to 25 ids, or `all` for everybody.',
    '$browser',
  ),
  breakdown_type: z
    .enum([...TYPES, 'cohort'])
    .optional()
    .describe('Where the property is read, or `cohort`. Default `event`.'),
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
  .superRefine(({ breakdown, breakdown_type }, context) => {
    const problem = breakdownProblem(breakdown ?? [], breakdown_type);
    if (problem !== undefined) context.addIssue({ code: 'custom', path: ['breakdown'], message: problem });
  })
  .describe('Splits the result by the values of properties.')
  .meta({ id: 'BreakdownFilter' });

export type BreakdownFilter = Readonly<z.infer<typeof breakdownFilterSchema>>;
export type BreakdownType = z.infer<typeof breakdownTypeSchema>;

function breakdownProblem(
  breakdown: string | readonly string[],
  type: string | undefined,
): string | undefined {
  const names = typeof breakdown === 'string' ? [breakdown] : breakdown;
  if (type !== 'cohort') return names.length > 3 ? 'At most 3 properties' : undefined;
  if (names.length === 0) return 'Expected ids of cohorts, or "all"';
  const odd = names.find((name) => cohortName(name) === undefined);
  return odd === undefined ? undefined : `Expected the id of a cohort or "all", found ${JSON.stringify(odd)}`;
}

/** A cohort that a breakdown names: its id, or `all` for everybody. */
export type CohortName = number | 'all';

/** The cohorts of a breakdown in their order, each once; undefined for a breakdown by anything else. */
export function cohortsOfBreakdown(filter: BreakdownFilter | undefined): readonly CohortName[] | undefined {
  if (filter?.breakdown_type !== 'cohort' || (filter.breakdowns?.length ?? 0) > 0) return undefined;
  const { breakdown = [] } = filter;
  const names = typeof breakdown === 'string' ? [breakdown] : breakdown;
  return [...new Set(names)].flatMap((name) => cohortName(name) ?? []);
}

function cohortName(name: string): CohortName | undefined {
  if (name === 'all') return name;
  return idOfText(name);
}
