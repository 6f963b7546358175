import type {
  CohortFilter,
  KeyedFilter,
  PropertyFilters,
  StoredPropertyFilter,
} from '../../schema/property-filter.ts';
import type { Expr } from '../language/ast.ts';
import { and, compare, constant, field, from, not, or } from '../language/build.ts';
import { expression } from '../language/dialect.ts';
import { selectorPattern, tagPattern } from './element-selector.ts';
import { expressionCondition } from './expression-filter.ts';
import type { CarrierTable } from './filter-carriers.ts';
import { type FilterSubject, textSubject } from './filter-subject.ts';
import { filterValues, invalidFilter, textOf } from './filter-value.ts';
import { OPERATOR_RULES, type OperatorRule } from './operator-rules.ts';
import type { OperatorContext } from './operators/operator.ts';
import { readSubject } from './read-subject.ts';

export interface FilterContext extends OperatorContext {
  /**
   * The filters are the caller's and not the owner's: their expressions may not hold sub-selects, windows or
   * placeholders.
   */
  readonly fromCaller?: boolean;
  /** The filters are those of an insight: their expressions may name the events `e` or `events`. */
  readonly ofInsight?: boolean;
}

/**
 * What conditions of filters depend on besides the filters. Settings of the project are read only when a filter needs
 * them, because an answer depends on every setting that was read.
 */
export function filterContext(
  project: Omit<OperatorContext, 'now'>,
  now: OperatorContext['now'],
  from: Pick<FilterContext, 'fromCaller' | 'ofInsight'> = {},
): FilterContext {
  return {
    now,
    get weekStartDay() {
      return project.weekStartDay;
    },
    get pathCleaningFilters() {
      return project.pathCleaningFilters;
    },
    ...from,
  };
}

/**
 * The condition on a row of `table` that all `filters` hold. The condition of a hogql filter may be NULL, which counts
 * as false; all other conditions are never NULL. Every value is a constant of the tree and so becomes a bound
 * parameter.
 * @param attr path of `filters` in the request or query, for errors
 * @throws invalid_filter; the codes of the SQL dialect for a hogql filter
 */
export function filterCondition(
  filters: PropertyFilters,
  table: CarrierTable,
  context: FilterContext,
  attr: string,
): Expr {
  if ('type' in filters) return oneFilterCondition(filters, table, context, attr);
  return and(
    ...filters.map((filter, index) => oneFilterCondition(filter, table, context, `${attr}.${index}`)),
  );
}

/** The condition of one filter or group, see `filterCondition`. */
export function oneFilterCondition(
  filter: StoredPropertyFilter,
  table: CarrierTable,
  context: FilterContext,
  attr: string,
): Expr {
  if ('values' in filter) {
    const members = filter.values.map((member, index) =>
      oneFilterCondition(member, table, context, `${attr}.values.${index}`),
    );
    if (members.length === 0) return constant(true);
    return filter.type === 'AND' ? and(...members) : or(...members);
  }
  if (filter.type === 'hogql') return expressionCondition(filter.key, context, `${attr}.key`);
  if (filter.type === 'cohort') return membership(filter, table, `${attr}.value`);
  const rule = OPERATOR_RULES[filter.operator ?? 'exact'];
  const matched = positiveCondition(filter, rule, table, context, attr);
  const held = rule.negated ? not(matched) : matched;
  const isOfOtherType = table === 'groups' && filter.type === 'group';
  return isOfOtherType ? expression`index = ${filter.group_type_index} AND ${held}` : held;
}

/** The condition of a filter whose operator is replaced by its positive twin. */
function positiveCondition(
  filter: KeyedFilter,
  rule: OperatorRule,
  table: CarrierTable,
  context: FilterContext,
  attr: string,
): Expr {
  if (filter.type === 'person' && filter.key === 'distinct_id') {
    return anyDistinctId(table, (subject) => applyRule(filter, rule, subject, context, attr));
  }
  if (filter.type === 'element' && (filter.key === 'tag_name' || filter.key === 'selector')) {
    return elementCondition(filter, attr);
  }
  const reference = {
    type: filter.type ?? ('event' as const),
    key: filter.key,
    ...(filter.type === 'group' && { groupTypeIndex: filter.group_type_index }),
  };
  return applyRule(filter, rule, readSubject(reference, table, `${attr}.key`), context, attr);
}

function applyRule(
  filter: KeyedFilter,
  rule: OperatorRule,
  subject: FilterSubject,
  context: FilterContext,
  attr: string,
): Expr {
  if (rule.kind === 'presence') return subject.isSet;
  const valueAttr = `${attr}.value`;
  return subject.any(rule.match(subject, filterValues(filter, valueAttr), context, valueAttr));
}

/** True when the condition holds for any distinct id of the person that the row belongs to. */
function anyDistinctId(table: CarrierTable, matched: (subject: FilterSubject) => Expr): Expr {
  const isMatched = matched(textSubject(field('distinct_id')));
  const distinctIds = { ...from('person_distinct_ids'), ofProject: true as const };
  return expression`${personOf(table)} IN (SELECT person_id FROM ${distinctIds} WHERE ${isMatched})`;
}

/** The condition that the person of a row is in a cohort; the compiler knows who is. */
function membership({ operator, value }: CohortFilter, table: CarrierTable, attr: string): Expr {
  const text = String(value);
  const span = { start: 0, end: text.length, member: { attr, text } };
  const op = operator === 'not_in' ? 'not in cohort' : 'in cohort';
  return { ...compare(personOf(table), op, constant(value)), span };
}

function personOf(table: CarrierTable): Expr {
  return field(table === 'persons' ? 'id' : 'person_id');
}

/** Tag names and selectors are looked up in the whole chain of elements. */
function elementCondition(filter: KeyedFilter, attr: string): Expr {
  const operator = filter.operator ?? 'exact';
  if (operator !== 'exact' && operator !== 'is_not') {
    throw invalidFilter(`${filter.key} allows only exact and is_not, found ${operator}.`, `${attr}.operator`);
  }
  const values = filterValues(filter, `${attr}.value`).map(textOf);
  const patterns = values.map((value) => {
    const pattern = filter.key === 'selector' ? selectorPattern(value) : tagPattern(value);
    if (pattern !== undefined) return pattern;
    throw invalidFilter(`Cannot read the selector ${JSON.stringify(value)}.`, `${attr}.value`);
  });
  return or(...patterns.map((pattern) => expression`elements_chain =~ ${pattern}`));
}
