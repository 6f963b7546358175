import { z } from 'zod';
import { authorSchema } from './author.ts';
import { cohortFiltersSchema } from './cohort-filters.ts';
import { component, count, described, moment } from './described.ts';
import { fewMembers } from './few-members.ts';
import { ignoredMember } from './ignored-member.ts';
import { strictMembers } from './strict-members.ts';
import { changeWarnings } from './warning.ts';

/** Most distinct ids that one call adds to a cohort. */
export const MAX_MEMBERS_PER_CALL = 10_000;

const settings = {
  name: described(
    z.string().trim().min(1).max(400),
    'Unique among the cohorts of the project, 1..400 characters',
    'Buyers of the month',
  ),
  description: described(
    z.string().max(10_000),
    'What it stands for, for readers; default empty',
    'Bought in the last 30 days',
  ),
  filters: cohortFiltersSchema.describe('Who belongs to a dynamic cohort; a static one has none'),
};

const isStatic = described(
  z.boolean(),
  'True: a list of persons, filled by `/members`. False: all who meet `filters` when a query runs',
  true,
);

/** Members of PostHog that say how its own calculation went, so that what it exports can be sent as it is. */
const OF_POSTHOG = [
  'deleted',
  'count',
  'is_calculating',
  'last_calculation',
  'errors_calculating',
  'cohort_type',
  'experiment_set',
  'created_by',
  'created_at',
] as const;

const ignored = Object.fromEntries(
  OF_POSTHOG.map((name) => [name, ignoredMember('Of PostHog: accepted and ignored.')]),
) as Record<(typeof OF_POSTHOG)[number], ReturnType<typeof ignoredMember>>;

/** Older definitions of PostHog: one that is ignored would be a cohort with other members. */
const olderDefinition = (name: string) =>
  z
    .unknown()
    .optional()
    .refine((given) => given === undefined || (Array.isArray(given) && given.length === 0), {
      error: `Who is a member is said in filters; ${name} is an older form of PostHog that is not read`,
    })
    .transform(() => undefined)
    .describe('Of PostHog: only null and an empty list are accepted, for `filters` say who is a member.');

/** Body of `POST /cohorts/`, without its null members, which mean absent. */
export const cohortCreateSchema = strictMembers({
  name: settings.name,
  description: settings.description.default(''),
  is_static: isStatic.default(false),
  filters: settings.filters.optional(),
  groups: olderDefinition('groups').optional(),
  query: olderDefinition('query').optional(),
  ...ignored,
})
  .superRefine(({ is_static, filters }, context) => {
    if (is_static === (filters === undefined || filters.properties.values.length === 0)) return;
    context.addIssue({
      code: 'custom',
      path: ['filters'],
      message: is_static
        ? 'A static cohort has no filters; its members are sent to /members'
        : 'Expected filters with a condition; a list of persons is made by is_static',
    });
  })
  .describe('A new cohort')
  .meta({ id: 'CohortCreate' });

export type CohortCreate = z.output<typeof cohortCreateSchema>;

/** Body of `PATCH /cohorts/{id}/`, without its null members: the others are replaced as a whole, absent ones stay. */
export const cohortChangeSchema = strictMembers({
  name: settings.name.optional(),
  description: settings.description.optional(),
  filters: settings.filters.optional(),
})
  .describe('Changes of a cohort; absent members stay as they are')
  .meta({ id: 'CohortChange' });

export type CohortChange = z.output<typeof cohortChangeSchema>;

/** A cohort as answered. */
export const cohortSchema = component('Cohort', 'A stored, named list of persons', {
  id: described(z.int(), 'What filters, breakdowns and IN COHORT name; never given to another cohort', 1),
  name: settings.name,
  description: settings.description,
  is_static: isStatic,
  filters: settings.filters.nullable().describe('Who belongs to it; null for a static cohort'),
  count: described(
    z.int().min(0).nullable(),
    'Persons of a static cohort when members were added last; null for a dynamic one',
    120,
  ),
  revision: described(z.int(), 'Grows with every change, also of the members; its ETag', 7),
  created_at: moment('When it was made'),
  updated_at: moment('When it was last changed'),
  created_by: authorSchema,
});

export type Cohort = z.output<typeof cohortSchema>;

/** A cohort as it is answered when it was changed. */
export const savedCohortSchema = cohortSchema
  .extend({ warnings: changeWarnings })
  .describe('A cohort that was changed')
  .meta({ id: 'SavedCohort' });

export type SavedCohort = z.output<typeof savedCohortSchema>;

/** JSON body of `POST /cohorts/{id}/members/`; a CSV body has a column `distinct_id`. */
export const cohortMembersSchema = strictMembers({
  distinct_ids: fewMembers(
    described(
      z.array(z.string().min(1)),
      `Distinct ids of the persons to add, at most ${MAX_MEMBERS_PER_CALL} per call`,
      ['user-1', 'user-2'],
    ),
    MAX_MEMBERS_PER_CALL,
    tooManyMembers,
  ),
})
  .describe('Persons to add to a static cohort')
  .meta({ id: 'CohortMembers' });

/** The refusal of a call with too many ids. */
export function tooManyMembers(found: number): string {
  return `A call adds at most ${MAX_MEMBERS_PER_CALL} distinct ids; found ${found}. Send them in several calls`;
}

/** Answer of `POST /cohorts/{id}/members/`. */
export const addedMembersSchema = component('AddedMembers', 'What became of the distinct ids', {
  added: count('Distinct ids whose persons are members now and were not named before', 2),
  count: count('Persons of the cohort', 120),
  unknown_distinct_ids: described(z.array(z.string()), 'Distinct ids that no person has; they are not kept', [
    'user-2',
  ]),
});

export type AddedMembers = z.output<typeof addedMembersSchema>;
