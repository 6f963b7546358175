import { z } from 'zod';
import { AppError, isAppError } from '../base/errors.ts';
import { ID_TEXT } from '../base/id-of-text.ts';
import { described } from './described.ts';
import { fewMembers } from './few-members.ts';
import { ignoredMember } from './ignored-member.ts';
import { strictMembers } from './strict-members.ts';
import { withoutNulls } from './without-nulls.ts';

/** Every operator of a property filter, in the order of the documentation. */
export const FILTER_OPERATORS = [
  'exact',
  'is_not',
  'icontains',
  'not_icontains',
  'icontains_multi',
  'not_icontains_multi',
  'regex',
  'not_regex',
  'gt',
  'gte',
  'lt',
  'lte',
  'min',
  'max',
  'between',
  'not_between',
  'in',
  'not_in',
  'is_set',
  'is_not_set',
  'is_date_exact',
  'is_date_before',
  'is_date_after',
  'is_cleaned_path_exact',
  'semver_eq',
  'semver_neq',
  'semver_gt',
  'semver_gte',
  'semver_lt',
  'semver_lte',
  'semver_tilde',
  'semver_caret',
  'semver_wildcard',
] as const;

export type FilterOperator = (typeof FILTER_OPERATORS)[number];

/** Types of filters that read a value by key. `hogql` filters hold an expression instead. */
export const FILTER_TYPES = [
  'event',
  'person',
  'event_metadata',
  'person_metadata',
  'session',
  'group',
  'element',
  'feature',
] as const;

export type FilterType = (typeof FILTER_TYPES)[number];

/** Most filters in one list ([SPEC-8]). */
const MAX_FILTERS = 100;

/** Most items of a list value ([SPEC-8]). */
const MAX_LIST_ITEMS = 10_000;

const scalar = z.union([z.string(), z.number(), z.boolean()]);

const label = ignoredMember('Shown to people; does not change the result.');

const keyed = {
  key: described(
    z.union([z.string().min(1), z.int().transform(String)], { error: 'Expected the name of a property' }),
    'Name of the property.',
    '$browser',
    'plan',
  ),
  operator: z.enum(FILTER_OPERATORS).optional().describe('How to compare. Default `exact`.'),
  value: described(
    z
      .union([scalar, z.array(scalar).max(MAX_LIST_ITEMS)], {
        error: `Expected a text, a number, a truth value or a list of at most ${MAX_LIST_ITEMS} of them`,
      })
      .optional(),
    'What to compare with; a list means any of (or, for negative operators, none of) its items.',
    'Chrome',
    42,
    ['Mac', 'Windows'],
  ),
  label,
};

const keyedFilter = strictMembers({
  type: z
    .enum(['event', 'person', 'event_metadata', 'person_metadata', 'session', 'element', 'feature'])
    .optional()
    .describe('Where the property is read. Default `event`.'),
  ...keyed,
})
  .describe('A property compared with a value')
  .meta({ id: 'KeyedFilter' });

const groupTypeFilter = strictMembers({
  type: z.literal('group').describe('A property of a group'),
  ...keyed,
  group_type_index: described(z.int().min(0).max(4), 'Index of the group type, 0 to 4.', 0),
})
  .describe('A property of a group compared with a value')
  .meta({ id: 'GroupTypeFilter' });

const expressionFilter = strictMembers({
  type: z.literal('hogql').describe('An expression'),
  key: described(
    z.string().min(1),
    'A boolean expression of the SQL dialect.',
    "properties.amount > 10 and event = 'buy'",
  ),
  value: ignoredMember('Accepted and ignored.'),
  label,
})
  .describe('An expression that must be true')
  .meta({ id: 'ExpressionFilter' });

/** The types of a filter by cohort; the last two are older words of PostHog for the first. */
export const COHORT_FILTER_TYPES = ['cohort', 'static-cohort', 'precalculated-cohort'] as const;

/** The id of a cohort, which PostHog writes as a number or as a text of digits. */
export const cohortId = z.union([z.int().min(1), z.string().regex(ID_TEXT).transform(Number)], {
  error: 'Expected the id of a cohort',
});

const cohortFilter = strictMembers({
  type: z
    .enum(COHORT_FILTER_TYPES)
    .describe('Membership in a cohort')
    .transform(() => 'cohort' as const),
  key: z.literal('id').optional().describe('Always `id`.'),
  value: described(cohortId, 'Id of the cohort.', 3),
  operator: z.enum(['in', 'not_in']).optional().describe('Default `in`.'),
  cohort_name: ignoredMember('Shown to people; does not change the result.'),
  label,
})
  .describe('The person is, or is not, a member of a cohort')
  .meta({ id: 'CohortFilter' });

export type CohortFilter = Readonly<z.output<typeof cohortFilter>>;
export type KeyedFilter = Readonly<z.infer<typeof keyedFilter> | z.infer<typeof groupTypeFilter>>;
export type ExpressionFilter = Readonly<z.infer<typeof expressionFilter>>;

/** One filter after the schema: nulls dropped, unknown members refused. */
export type PropertyFilter = KeyedFilter | ExpressionFilter | CohortFilter;

/** Filters combined with AND or OR, to any depth. Empty `values` is true. */
export interface PropertyGroup {
  readonly type: 'AND' | 'OR';
  readonly values: readonly StoredPropertyFilter[];
}

/** One property filter or a nested group of them. */
export type StoredPropertyFilter = PropertyFilter | PropertyGroup;

/** `properties` of a query: a list (all must hold) or a group. */
export type PropertyFilters = readonly StoredPropertyFilter[] | PropertyGroup;

const groupOfFilters = strictMembers({
  type: z.enum(['AND', 'OR']).describe('How the values are combined.'),
  get values(): z.ZodType<readonly StoredPropertyFilter[]> {
    return z.array(storedFilter).describe('Filters or groups.');
  },
})
  .describe('Filters combined with AND or OR')
  .meta({ id: 'FilterGroup' });

const storedFilter = z
  .discriminatedUnion(
    'type',
    [keyedFilter, groupTypeFilter, expressionFilter, cohortFilter, groupOfFilters],
    {
      error: (issue) => (issue.code === 'invalid_union' ? unknownType(issue.input) : undefined),
    },
  )
  .describe('A property filter, or a group of them')
  .meta({ id: 'PropertyFilter' });

/** A list of filters and groups, all of which must hold. */
export const propertyFilterList = z.array(storedFilter).max(MAX_FILTERS);

/** `properties` on the wire: a list of filters and groups, or one group. */
export const propertyFiltersSchema = z
  .union([propertyFilterList, groupOfFilters])
  .describe('Property filters, all of which must hold; or one AND or OR group.')
  .meta({ id: 'PropertyFilters' });

/** A list of filters and groups, all of which must hold, as project settings store it. */
export const propertyFilterListSchema = fewMembers(
  z.preprocess(withoutNulls, propertyFilterList),
  MAX_FILTERS,
  'filters',
);

function unknownType(filter: unknown): string {
  const found = typeof filter === 'object' && filter !== null && 'type' in filter ? filter.type : filter;
  return `Unknown filter type ${JSON.stringify(found)}; known are ${[...FILTER_TYPES, 'hogql', 'cohort', 'AND', 'OR'].join(', ')}`;
}

/** Members whose content is property filters. */
const FILTER_PATH = /(^|\.)(properties|fixedProperties|test_account_filters)(\.|$)/;

/** Runs a shape check and turns a wrong value inside property filters into `invalid_filter`. */
export function asFilterErrors<T>(check: () => T): T {
  try {
    return check();
  } catch (error) {
    if (!isAppError(error, 'invalid_value') || !FILTER_PATH.test(error.attr ?? '')) throw error;
    throw new AppError('invalid_filter', error.message, {
      ...(error.attr !== undefined && { attr: error.attr }),
      cause: error,
    });
  }
}
