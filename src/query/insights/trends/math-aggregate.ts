import { AppError } from '../../../base/errors.ts';
import { unreachable } from '../../../base/invariant.ts';
import type { SeriesNode } from '../../../schema/insights/series-node.ts';
import { findFunction } from '../../catalog/functions/function-table.ts';
import { readSubject } from '../../filters/read-subject.ts';
import type { Expr } from '../../language/ast.ts';
import { call, field, typedConstant } from '../../language/build.ts';
import { expression } from '../../language/dialect.ts';
import { findNode } from '../../language/visit.ts';
import { oneExpression } from '../row-expression.ts';

/** A statistic over numbers. */
export type Statistic = 'sum' | 'avg' | 'min' | 'max' | 'median' | 'p75' | 'p90' | 'p95' | 'p99';

/** How a maths is computed: the shape of query that it needs. */
export type MathShape =
  | { readonly kind: 'events' }
  | { readonly kind: 'actors' }
  | { readonly kind: 'sessions' }
  | { readonly kind: 'property'; readonly statistic: Statistic }
  | { readonly kind: 'session duration'; readonly statistic: Statistic }
  | { readonly kind: 'events per actor'; readonly statistic: Statistic }
  | { readonly kind: 'rolling actors'; readonly days: 7 | 30 }
  | { readonly kind: 'first time'; readonly ignoresFilters: boolean }
  | { readonly kind: 'expression' };

/** @throws invalid_value when a member that the maths needs is missing */
export function mathShape(node: SeriesNode, attr: string): MathShape {
  const math = node.math ?? 'total';
  switch (math) {
    case 'total':
      return { kind: 'events' };
    case 'dau':
      return { kind: 'actors' };
    case 'unique_group':
      require(node.math_group_type_index, math, `${attr}.math_group_type_index`);
      return { kind: 'actors' };
    case 'unique_session':
      return { kind: 'sessions' };
    case 'weekly_active':
      return { kind: 'rolling actors', days: 7 };
    case 'monthly_active':
      return { kind: 'rolling actors', days: 30 };
    case 'first_time_for_user':
      return { kind: 'first time', ignoresFilters: true };
    case 'first_matching_event_for_user':
    case 'first_time_for_user_with_filters':
      return { kind: 'first time', ignoresFilters: false };
    case 'hogql':
      require(node.math_hogql, math, `${attr}.math_hogql`);
      return { kind: 'expression' };
    case 'sum':
    case 'avg':
    case 'min':
    case 'max':
    case 'median':
    case 'p75':
    case 'p90':
    case 'p95':
    case 'p99':
      require(node.math_property, math, `${attr}.math_property`);
      return { kind: isSessionDuration(node) ? 'session duration' : 'property', statistic: math };
    case 'avg_count_per_actor':
    case 'min_count_per_actor':
    case 'max_count_per_actor':
    case 'median_count_per_actor':
    case 'p75_count_per_actor':
    case 'p90_count_per_actor':
    case 'p95_count_per_actor':
    case 'p99_count_per_actor':
      return { kind: 'events per actor', statistic: math.replace('_count_per_actor', '') as Statistic };
    default:
      return unreachable(math);
  }
}

/** True when values are plain counts or sums, which are scaled up from a sample. */
export function scalesWithSample(shape: MathShape): boolean {
  switch (shape.kind) {
    case 'property':
    case 'session duration':
      return shape.statistic === 'sum';
    case 'events per actor':
      return false;
    default:
      return true;
  }
}

function isSessionDuration({ math_property, math_property_type }: SeriesNode): boolean {
  return math_property === '$session_duration' && math_property_type !== 'person_properties';
}

function require(value: unknown, math: string, attr: string): void {
  if (value !== undefined) return;
  const member = attr.slice(attr.lastIndexOf('.') + 1);
  throw new AppError('invalid_value', `math ${math} needs ${member}.`, { attr });
}

/** The numbers of `math_property` on a row, times the multiplier of the series. */
export function mathNumber(node: SeriesNode, attr: string): Expr {
  return multiplied(node, propertyNumber(node, attr));
}

/** `value` times the multiplier of the series. */
export function multiplied({ math_multiplier: factor = 1 }: SeriesNode, value: Expr): Expr {
  return factor === 1 ? value : expression`${value} * ${typedConstant(factor, 'Float64')}`;
}

function propertyNumber(node: SeriesNode, attr: string): Expr {
  const key = node.math_property ?? '';
  const reference = { key, attr: `${attr}.math_property` };
  switch (node.math_property_type) {
    case 'session_properties':
      return readSubject({ type: 'session', key }, 'events', reference.attr).number;
    case 'person_properties':
      return readSubject({ type: 'person', key }, 'events', reference.attr).number;
    default:
      return expression`_toNumber(_propertyText(${field('properties', key)}))`;
  }
}

/** The aggregate of a statistic. */
export function statisticOf(statistic: Statistic, value: Expr): Expr {
  switch (statistic) {
    case 'sum':
    case 'avg':
    case 'min':
    case 'max':
      return call(statistic, value);
    case 'median':
      return expression`_quantile(0.5)(${value})`;
    default:
      return expression`_quantile(${Number(statistic.slice(1)) / 100})(${value})`;
  }
}

/**
 * The aggregate expression of `math: "hogql"`.
 * @throws invalid_value when nothing in it aggregates; the codes of the SQL dialect
 */
export function mathExpression(node: SeriesNode, attr: string): Expr {
  const at = `${attr}.math_hogql`;
  const expr = oneExpression(node.math_hogql ?? '', at);
  const aggregate = findNode(
    expr,
    (part) => part.kind === 'Call' && findFunction(part.name)?.kind === 'aggregate',
  );
  if (aggregate) return expr;
  throw new AppError('invalid_value', 'math_hogql must be an aggregate, such as sum(properties.amount).', {
    attr: at,
  });
}
