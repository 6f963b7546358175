import { AppError } from '../../base/errors.ts';
import { unreachable } from '../../base/invariant.ts';
import type { BehaviorCondition, CohortCondition, CohortGroup } from '../../schema/cohort-filters.ts';
import type { Expr, SelectStatement } from '../language/ast.ts';
import { and, compare, constant, field, from, not, or } from '../language/build.ts';
import { expression, statement } from '../language/dialect.ts';
import type { ProjectContext, StoredCohort } from '../project-context.ts';
import { actionCondition } from './action-condition.ts';
import { type FilterContext, oneFilterCondition } from './filter-condition.ts';
import { instantConstant } from './instant-constant.ts';
import { type BoundDate, type DateUnit, parseDate, resolveDate } from './relative-date.ts';

/** What decides who is a member, besides the cohort. */
export interface CohortContext {
  readonly filters: FilterContext;
  readonly actions: ProjectContext['actions'];
}

/**
 * The persons of a cohort at the time of the run, as a statement with one column.
 * @throws invalid_value for an action that is gone; invalid_filter and invalid_date for a condition that no row could
 *   be compared with
 */
export function cohortMembers(cohort: StoredCohort, context: CohortContext): SelectStatement {
  if (cohort.filters === null) return staticMembers(cohort.id);
  const isMember = groupCondition(cohort.filters.properties, context, 'filters.properties');
  return statement`SELECT id FROM persons WHERE ${isMember}`;
}

/** The persons that the stored distinct ids belong to now, so that a merge takes nobody out of a cohort. */
function staticMembers(cohortId: number): SelectStatement {
  const members = { ...from('cohort_members'), internal: true as const };
  return statement`SELECT person_id FROM person_distinct_ids
    WHERE distinct_id IN (SELECT distinct_id FROM ${members} WHERE cohort_id = ${cohortId})`;
}

function groupCondition({ type, values }: CohortGroup, context: CohortContext, attr: string): Expr {
  const members = values.map((value, index) => {
    const path = `${attr}.values.${index}`;
    return 'values' in value ? groupCondition(value, context, path) : oneCondition(value, context, path);
  });
  if (members.length === 0) return constant(true);
  return type === 'AND' ? and(...members) : or(...members);
}

function oneCondition(condition: CohortCondition, context: CohortContext, attr: string): Expr {
  const held = positiveCondition(condition, context, attr);
  return condition.negation === true ? not(held) : held;
}

function positiveCondition(condition: CohortCondition, context: CohortContext, attr: string): Expr {
  switch (condition.type) {
    case 'person':
    case 'person_metadata': {
      const { negation: _, ...filter } = condition;
      return oneFilterCondition(filter, 'persons', context.filters, attr);
    }
    case 'cohort': {
      const operator = condition.operator === 'not_in' ? 'not in cohort' : 'in cohort';
      return compare(field('id'), operator, constant(condition.value));
    }
    case 'behavioral':
      return expression`id IN (${performers(condition, context, attr)})`;
    default:
      return unreachable(condition);
  }
}

/** Who performed an event, or performed it as often as the condition says. */
function performers(condition: BehaviorCondition, context: CohortContext, attr: string): SelectStatement {
  const { filters } = context;
  const performed = and(
    behavior(condition, context, attr),
    eventFilters(condition, filters, attr),
    ...period(condition, filters, attr),
  );
  if (condition.value === 'performed_event')
    return statement`SELECT person_id FROM events WHERE ${performed}`;
  const often = compare(
    expression`count()`,
    COMPARISONS[condition.operator ?? 'gte'],
    constant(condition.operator_value ?? 1),
  );
  return statement`SELECT person_id FROM events WHERE ${performed} GROUP BY person_id HAVING ${often}`;
}

const COMPARISONS = { gte: '>=', lte: '<=', gt: '>', lt: '<', eq: '==', exact: '==' } as const;

function eventFilters({ event_filters = [] }: BehaviorCondition, filters: FilterContext, attr: string): Expr {
  const conditions = event_filters.map((filter, index) =>
    oneFilterCondition(filter, 'events', filters, `${attr}.event_filters.${index}`),
  );
  return and(...conditions);
}

function behavior({ key, event_type }: BehaviorCondition, context: CohortContext, attr: string): Expr {
  if (event_type !== 'actions') return expression`event = ${key}`;
  const action = /^\d{1,9}$/.test(key) ? context.actions.get(Number(key)) : undefined;
  if (action === undefined)
    throw new AppError('invalid_value', `The project has no action with id ${key}.`, { attr: `${attr}.key` });
  return actionCondition(action.steps, context.filters, `${attr}.key.steps`);
}

const UNITS: Readonly<Record<NonNullable<BehaviorCondition['time_interval']>, DateUnit>> = {
  minute: 'M',
  hour: 'h',
  day: 'd',
  week: 'w',
  month: 'm',
  year: 'y',
};

/** Both ends belong to the period. */
function period(condition: BehaviorCondition, context: FilterContext, attr: string): readonly Expr[] {
  const { explicit_datetime, explicit_datetime_to, time_value = 0, time_interval = 'day' } = condition;
  const relative: BoundDate = { kind: 'relative', amount: time_value, unit: UNITS[time_interval] };
  const start = dateOf(explicit_datetime, `${attr}.explicit_datetime`) ?? relative;
  const end = dateOf(explicit_datetime_to, `${attr}.explicit_datetime_to`);
  const first = instantConstant(resolveDate(start, context, attr));
  const last = instantConstant(end === undefined ? context.now : resolveDate(end, context, attr));
  return [expression`timestamp >= ${first}`, expression`timestamp <= ${last}`];
}

/** @throws invalid_date for a text that is no date, and for `all` */
function dateOf(text: string | undefined, attr: string): BoundDate | undefined {
  if (text === undefined) return undefined;
  const date = parseDate(text, attr);
  if (date.kind !== 'all') return date;
  throw new AppError('invalid_date', 'A period of a cohort has a start and an end.', { attr });
}
