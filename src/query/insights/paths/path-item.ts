import { AppError } from '../../../base/errors.ts';
import type { PathsQuery } from '../../../schema/insights/paths-query.ts';
import { cleanPath } from '../../filters/operators/cleaned-path.ts';
import type { Expr } from '../../language/ast.ts';
import { constant, field, or } from '../../language/build.ts';
import { expression } from '../../language/dialect.ts';
import type { InsightContext } from '../insight-context.ts';
import { rowExpression } from '../row-expression.ts';
import { cleaningRules } from './cleaning-rules.ts';

/** The events that are on paths, by their names: those of `includeEventTypes`, or all. */
export function pathEvents({ pathsFilter: { includeEventTypes = [] } }: PathsQuery): Expr {
  const named = includeEventTypes.filter((type) => type !== 'hogql');
  return named.length === 0 ? constant(true) : or(...named.map(eventsOf));
}

function eventsOf(type: '$pageview' | '$screen' | 'custom_event'): Expr {
  return type === 'custom_event' ? expression`NOT startsWith(event, '$')` : isEvent(type);
}

/** What happened in an event, as cleaned text; the empty text when it is not known. */
export function pathItem(query: PathsQuery, context: InsightContext): Expr {
  const item = expression`ifNull(${rawItem(query)}, '')`;
  return cleanPath(item, { pathCleaningFilters: cleaningRules(query, context) });
}

function rawItem({ pathsFilter: { includeEventTypes = [], pathsHogQLExpression } }: PathsQuery): Expr {
  if (includeEventTypes.includes('hogql')) {
    const attr = 'pathsFilter.pathsHogQLExpression';
    if (pathsHogQLExpression === undefined) {
      throw new AppError('invalid_value', 'includeEventTypes hogql needs pathsHogQLExpression.', { attr });
    }
    return expression`toString(${rowExpression(pathsHogQLExpression, attr)})`;
  }
  const url = withoutSlash(eventText('$current_url'));
  const [onlyType, ...otherTypes] = includeEventTypes;
  if (onlyType === '$pageview' && otherTypes.length === 0) return url;
  // Properties are read only where such events can be on a path.
  const mayBe = (type: '$pageview' | '$screen') =>
    includeEventTypes.length === 0 || includeEventTypes.includes(type);
  const choices = [
    ...(mayBe('$pageview') ? [isEvent('$pageview'), url] : []),
    ...(mayBe('$screen') ? [isEvent('$screen'), eventText('$screen_name')] : []),
  ];
  return choices.length === 0 ? field('event') : expression`multiIf(${choices}, event)`;
}

function isEvent(name: string): Expr {
  return expression`event = ${name}`;
}

/** The text without a `/` at its end, unless the `/` is all of the text. */
function withoutSlash(text: Expr): Expr {
  return expression`
    if(endsWith(${text}, '/') AND length(${text}) > 1, substring(${text}, 1, length(${text}) - 1), ${text})`;
}

function eventText(property: string): Expr {
  return expression`ifNull(_propertyText(${field('properties', property)}), '')`;
}

/** The item, or the first of the patterns that matches the whole item. */
export function groupedItem(item: Expr, { pathsFilter: { pathGroupings = [] } }: PathsQuery): Expr {
  if (pathGroupings.length === 0) return item;
  const choices = pathGroupings.flatMap((pattern) => [
    expression`${item} =~ ${wildcardPattern(pattern)}`,
    constant(pattern),
  ]);
  return expression`multiIf(${choices}, ${item})`;
}

/** `/blog/*` → `(?s)\A/blog/.*\z` */
function wildcardPattern(pattern: string): string {
  const literal = pattern.replace(/[\\^$.+?()[\]{}|]/g, '\\$&').replaceAll('*', '.*');
  return `(?s)\\A${literal}\\z`;
}

/** Whether an item stays on the paths. */
export function isKept(item: Expr, { pathsFilter: { excludeEvents = [] } }: PathsQuery): Expr {
  if (excludeEvents.length === 0) return constant(true);
  return expression`${item} NOT IN (${excludeEvents})`;
}
