import type { CohortBody, CohortCondition, CohortGroup } from '../../data/cohorts.ts';
import { filterWords } from '../../insight/sentence.ts';

export type PersonCondition = Extract<CohortCondition, { type: 'person' | 'person_metadata' }>;
export type BehaviorCondition = Extract<CohortCondition, { type: 'behavioral' }>;
export type MemberCondition = Extract<CohortCondition, { type: 'cohort' }>;

/** What a new cohort begins with: everybody on whom nothing is asked yet is no cohort, so one condition is there. */
export const NO_CONDITION: CohortGroup = { type: 'AND', values: [] };

/** A first condition of a kind. */
export function firstCondition(
  kind: 'person' | 'behavioral' | 'cohort' | 'group',
  event: string,
): CohortCondition {
  switch (kind) {
    case 'person':
      return { type: 'person', key: '', operator: 'exact', value: '' };
    case 'behavioral':
      return {
        type: 'behavioral',
        key: event,
        event_type: 'events',
        value: 'performed_event',
        time_value: 30,
        time_interval: 'day',
      };
    case 'cohort':
      return { type: 'cohort', key: 'id', value: 0, operator: 'in' };
    case 'group':
      return { type: 'OR', values: [] };
    default:
      return kind satisfies never;
  }
}

/** `negation` is left out where it says nothing. */
export function withNegation<Condition extends { readonly negation?: boolean }>(
  { negation: _, ...rest }: Condition,
  isNegated: boolean,
): Omit<Condition, 'negation'> & { readonly negation?: true } {
  return isNegated ? { ...rest, negation: true } : rest;
}

/** How often something was done, as one choice: `once`, or an operator with a number. */
export const OFTEN = [
  { value: 'once', label: 'at least once' },
  { value: 'gte', label: 'at least' },
  { value: 'lte', label: 'at most' },
  { value: 'eq', label: 'exactly' },
  { value: 'gt', label: 'more than' },
  { value: 'lt', label: 'less than' },
] as const;

type Often = (typeof OFTEN)[number]['value'];

/** The choice that a condition has made. */
export function oftenOf(condition: BehaviorCondition): Often {
  if (condition.value === 'performed_event') return 'once';
  const operator = condition.operator ?? 'gte';
  return operator === 'exact' ? 'eq' : operator;
}

/** The condition with another choice; a number stays where the choice has one. */
export function withOften(condition: BehaviorCondition, often: Often): BehaviorCondition {
  const { operator: _, operator_value: times, ...rest } = condition;
  if (often === 'once') return { ...rest, value: 'performed_event' };
  return { ...rest, value: 'performed_event_multiple', operator: often, operator_value: times ?? 2 };
}

/** Between two dates in place of a length, or a length again. */
export function withDates(condition: BehaviorCondition, hasDates: boolean): BehaviorCondition {
  const {
    time_value: _,
    time_interval: __,
    explicit_datetime: ___,
    explicit_datetime_to: ____,
    ...rest
  } = condition;
  return hasDates
    ? { ...rest, explicit_datetime: '-30d' }
    : { ...rest, time_value: 30, time_interval: 'day' };
}

/** Names of actions and cohorts by their numbers, for sentences. */
export interface NamesOfThings {
  readonly actions: ReadonlyMap<number, string>;
  readonly cohorts: ReadonlyMap<number, string>;
}

/** Who belongs to a cohort, as words: "did purchase at least 3 times in 30 days and plan = pro". */
export function conditionsWords(filters: CohortBody['filters'], names: NamesOfThings): string {
  if (filters === null) return 'a list of persons';
  return groupWords(filters.properties, names) || 'nobody';
}

function groupWords(group: CohortGroup, names: NamesOfThings): string {
  return group.values
    .map((condition) =>
      'values' in condition && condition.values.length > 1
        ? `(${groupWords(condition, names)})`
        : conditionWords(condition, names),
    )
    .filter((words) => words !== '')
    .join(group.type === 'AND' ? ' and ' : ' or ');
}

/** One condition in words. */
export function conditionWords(condition: CohortCondition, names: NamesOfThings): string {
  switch (condition.type) {
    case 'AND':
    case 'OR':
      return groupWords(condition, names);
    case 'person':
    case 'person_metadata':
      return `${condition.negation ? 'not ' : ''}${filterWords({ ...condition })}`;
    case 'cohort': {
      const isOut = (condition.operator === 'not_in') !== (condition.negation === true);
      const id = Number(condition.value);
      return `${isOut ? 'not in' : 'in'} ${names.cohorts.get(id) ?? `cohort ${id}`}`;
    }
    case 'behavioral':
      return behaviorWords(condition, names);
    default:
      return condition satisfies never;
  }
}

function behaviorWords(condition: BehaviorCondition, names: NamesOfThings): string {
  const id = Number(condition.key);
  const what =
    condition.event_type === 'actions' ? (names.actions.get(id) ?? `action ${id}`) : String(condition.key);
  const often = oftenOf(condition);
  const times =
    often === 'once'
      ? ''
      : ` ${OFTEN.find(({ value }) => value === often)?.label} ${condition.operator_value ?? 1} times`;
  const filters = (condition.event_filters ?? []).map((filter) =>
    filterWords(filter as Readonly<Record<string, unknown>>),
  );
  const where = filters.length === 0 ? '' : ` where ${filters.join(' and ')}`;
  return `${condition.negation ? 'did not do' : 'did'} ${what}${where}${times}${periodWords(condition)}`;
}

function periodWords(condition: BehaviorCondition): string {
  if (condition.explicit_datetime !== undefined)
    return ` from ${condition.explicit_datetime} to ${condition.explicit_datetime_to ?? 'now'}`;
  const length = Number(condition.time_value);
  const unit = condition.time_interval ?? 'day';
  return ` in ${length} ${unit}${length === 1 ? '' : 's'}`;
}
