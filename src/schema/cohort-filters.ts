import { z } from 'zod';
import { described } from './described.ts';
import { ignoredMember } from './ignored-member.ts';
import { cohortId, FILTER_OPERATORS, propertyFilterList } from './property-filter.ts';
import { strictMembers } from './strict-members.ts';

/** Most members of one group, and most conditions of one cohort, filters of events among them. */
export const MAX_COHORT_CONDITIONS = 50;

const scalar = z.union([z.string(), z.number(), z.boolean()]);

const shared = {
  negation: z.boolean().optional().describe('True = those who do not meet the condition. Default false.'),
  label: ignoredMember('Shown to people; does not change who is a member.'),
  bytecode: ignoredMember('Of PostHog: accepted and ignored.'),
  bytecode_error: ignoredMember('Of PostHog: accepted and ignored.'),
  conditionHash: ignoredMember('Of PostHog: accepted and ignored.'),
};

const personCondition = strictMembers({
  type: z.enum(['person', 'person_metadata']).describe('A property or a column of the person'),
  key: described(z.string().min(1), 'Name of the property.', 'plan'),
  value: described(z.union([scalar, z.array(scalar).max(10_000)]).optional(), 'What to compare with.', 'pro'),
  operator: z.enum(FILTER_OPERATORS).optional().describe('How to compare. Default `exact`.'),
  ...shared,
})
  .describe('A property of the person compared with a value')
  .meta({ id: 'CohortPersonCondition' });

/** A number that PostHog also writes as a text of digits. */
const wholeNumber = z
  .union([
    z.int(),
    z
      .string()
      .regex(/^\d{1,6}$/)
      .transform(Number),
  ])
  .pipe(z.int().min(1).max(100_000));

const behaviorCondition = strictMembers({
  type: z.literal('behavioral').describe('What the person did'),
  key: described(
    z.union([z.string().min(1), z.int().transform(String)]),
    'Name of the event; the id of an action when `event_type` is `actions`.',
    'purchase',
  ),
  value: z
    .enum(['performed_event', 'performed_event_multiple'])
    .describe('`performed_event`: at least once. `performed_event_multiple`: as often as `operator` says.'),
  event_type: z.enum(['events', 'actions']).optional().describe('What `key` names. Default `events`.'),
  time_value: described(wholeNumber.optional(), 'Length of the period that ends now.', 30),
  time_interval: z
    .enum(['minute', 'hour', 'day', 'week', 'month', 'year'])
    .optional()
    .describe('Unit of `time_value`.'),
  explicit_datetime: described(
    z.string().min(1).optional(),
    'Start of the period as a date, in place of `time_value`: `-30d`, `2026-01-05`.',
    '-30d',
  ),
  explicit_datetime_to: described(z.string().min(1).optional(), 'End of the period. Default now.', '-7d'),
  operator: z
    .enum(['gte', 'lte', 'gt', 'lt', 'eq', 'exact'])
    .optional()
    .describe('Compares the number of events of `performed_event_multiple`. Default `gte`.'),
  operator_value: described(
    wholeNumber.optional(),
    'What the number is compared with, at least 1: persons without such an event match no comparison.',
    2,
  ),
  event_filters: propertyFilterList.optional().describe('Filters of the events, all of which must hold.'),
  ...shared,
})
  .superRefine((condition, context) => {
    const problem = behaviorProblem(condition);
    if (problem !== undefined) context.addIssue({ code: 'custom', ...problem });
  })
  .describe('An event or action that the person performed in a period')
  .meta({ id: 'CohortBehaviorCondition' });

function behaviorProblem(condition: {
  readonly value: string;
  readonly time_value?: number | undefined;
  readonly time_interval?: string | undefined;
  readonly explicit_datetime?: string | undefined;
  readonly operator_value?: number | undefined;
}): { readonly path: string[]; readonly message: string } | undefined {
  const hasPeriod = condition.time_value !== undefined && condition.time_interval !== undefined;
  if (!hasPeriod && condition.explicit_datetime === undefined)
    return {
      path: ['time_value'],
      message: 'Expected a period: time_value with time_interval, or explicit_datetime',
    };
  if (condition.value === 'performed_event_multiple' && condition.operator_value === undefined)
    return { path: ['operator_value'], message: 'performed_event_multiple needs operator_value' };
  return undefined;
}

const memberCondition = strictMembers({
  type: z.literal('cohort').describe('Membership in another cohort'),
  key: z.literal('id').optional().describe('Always `id`.'),
  value: described(cohortId, 'Id of the other cohort.', 3),
  operator: z.enum(['in', 'not_in']).optional().describe('Default `in`.'),
  cohort_name: ignoredMember('Shown to people; does not change who is a member.'),
  ...shared,
})
  .describe('The person is, or is not, a member of another cohort')
  .meta({ id: 'CohortMemberCondition' });

export type CohortCondition = Readonly<
  z.output<typeof personCondition> | z.output<typeof behaviorCondition> | z.output<typeof memberCondition>
>;
export type BehaviorCondition = CohortCondition & { readonly type: 'behavioral' };

/** Conditions combined with AND or OR, to any depth. */
export interface CohortGroup {
  readonly type: 'AND' | 'OR';
  readonly values: readonly (CohortGroup | CohortCondition)[];
}

const group = strictMembers({
  type: z.enum(['AND', 'OR']).describe('How the values are combined.'),
  get values(): z.ZodType<readonly (CohortGroup | CohortCondition)[]> {
    return z.array(member).max(MAX_COHORT_CONDITIONS).describe('Conditions or groups.');
  },
})
  .describe('Conditions combined with AND or OR')
  .meta({ id: 'CohortGroup' });

const member = z
  .discriminatedUnion('type', [personCondition, behaviorCondition, memberCondition, group], {
    error: (issue) =>
      issue.code === 'invalid_union'
        ? 'A condition of a cohort has the type person, person_metadata, behavioral, cohort, AND or OR'
        : undefined,
  })
  .describe('A condition of a cohort, or a group of them');

/** Who belongs to a dynamic cohort, as PostHog writes it. */
export const cohortFiltersSchema = strictMembers({ properties: group })
  .describe('Who belongs to a dynamic cohort')
  .meta({ id: 'CohortFilters' });

export type CohortFilters = Readonly<z.output<typeof cohortFiltersSchema>>;

/** The conditions of a group, at any depth. */
export function conditionsOf(group: CohortGroup): readonly CohortCondition[] {
  return group.values.flatMap((value) => ('values' in value ? conditionsOf(value) : [value]));
}
