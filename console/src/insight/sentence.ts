import { type InsightQuery, list, part, type SeriesNode, word } from './insight-query.ts';
import { OPERATORS } from './operators.ts';

const MATH_WORDS: Readonly<Record<string, string>> = {
  total: 'Count of',
  dau: 'Unique persons of',
  weekly_active: 'Persons active in 7 days of',
  monthly_active: 'Persons active in 30 days of',
  unique_session: 'Sessions with',
  unique_group: 'Unique groups of',
  first_time_for_user: 'First ever',
  first_matching_event_for_user: 'First matching',
};

/** The question of a query as a sentence: "Unique persons of $pageview per week, last 90 days, by plan". */
export function sentenceOf(query: InsightQuery): string {
  const parts = [subjectOf(query), ...filtersOf(query), rangeOf(query), ...breakdownOf(query)];
  return parts.filter((text) => text !== '').join(', ');
}

/** What a series counts, in words. */
function seriesWords(node: SeriesNode): string {
  const math = word(node, 'math', 'total');
  const property = word(node, 'math_property');
  const counted = MATH_WORDS[math] ?? (property === '' ? `${math} of` : `${math} of ${property} of`);
  return `${counted} ${nodeName(node)}`;
}

/** The name of what a series counts: its own, else the event, action or group. */
export function nodeName(node: SeriesNode): string {
  const own = word(node, 'custom_name');
  if (own !== '') return own;
  if (node['kind'] === 'GroupNode') return list(node, 'nodes').map(nodeName).join(' or ');
  if (node['kind'] === 'ActionsNode' || node['type'] === 'actions')
    return word(node, 'name') || `action ${word(node, 'id')}`;
  return word(node, 'event') || word(node, 'id') || word(node, 'name') || 'all events';
}

/** A filter in words: `$browser = Firefox`. */
export function filterWords(filter: Readonly<Record<string, unknown>>): string {
  if ('values' in filter) {
    const inner = list(filter, 'values').map(filterWords);
    return `(${inner.join(filter['type'] === 'OR' ? ' or ' : ' and ')})`;
  }
  const operator = OPERATORS.find(({ value }) => value === word(filter, 'operator', 'exact'));
  const value = filter['value'];
  const shown = Array.isArray(value) ? value.join(', ') : String(value ?? '');
  const words = operator?.words ?? word(filter, 'operator');
  return operator?.takes === 'nothing'
    ? `${word(filter, 'key')} ${words}`
    : `${word(filter, 'key')} ${words} ${shown}`;
}

function subjectOf(query: InsightQuery): string {
  const per = word(query, 'interval', 'day');
  switch (query.kind) {
    case 'TrendsQuery':
      return `${list(query, 'series').map(seriesWords).join(' and ')} per ${per}`;
    case 'FunnelsQuery':
      return `Funnel of ${list(query, 'series').map(nodeName).join(' → ')}`;
    case 'RetentionQuery': {
      const filter = part(query, 'retentionFilter');
      const target = nodeName(part(filter, 'targetEntity'));
      return `Who did ${target} and came back for ${nodeName(part(filter, 'returningEntity'))}, per ${word(filter, 'period', 'Day').toLowerCase()}`;
    }
    case 'LifecycleQuery':
      return `Lifecycle of ${list(query, 'series').map(nodeName).join(', ')} per ${per}`;
    case 'StickinessQuery':
      return `On how many ${per}s persons did ${list(query, 'series').map(nodeName).join(' and ')}`;
    case 'PathsQuery':
      return 'Paths of sessions';
    default:
      return query.kind satisfies never;
  }
}

function filtersOf(query: InsightQuery): string[] {
  const given = query['properties'];
  const filters = Array.isArray(given)
    ? list(query, 'properties')
    : given === undefined || given === null
      ? []
      : [part(query, 'properties')];
  return filters.length === 0 ? [] : [`where ${filters.map(filterWords).join(' and ')}`];
}

/** The range in words: "last 90 days", "2026-08-24 to now". */
function rangeOf(query: Readonly<Record<string, unknown>>): string {
  const range = part(query, 'dateRange');
  const from = word(range, 'date_from', '-7d');
  const to = word(range, 'date_to');
  if (from === 'all') return 'all time';
  const relative = /^-?(\d+)([hdwmqy])$/.exec(from);
  if (relative !== null && to === '')
    return `last ${relative[1]} ${UNITS[relative[2] ?? 'd']}${relative[1] === '1' ? '' : 's'}`;
  return `${from} to ${to === '' ? 'now' : to}`;
}

const UNITS: Readonly<Record<string, string>> = {
  h: 'hour',
  d: 'day',
  w: 'week',
  m: 'month',
  q: 'quarter',
  y: 'year',
};

function breakdownOf(query: InsightQuery): string[] {
  const filter = part(query, 'breakdownFilter');
  const many = list(filter, 'breakdowns').map((one) => word(one, 'property'));
  const single = filter['breakdown'];
  const names =
    many.length > 0
      ? many
      : Array.isArray(single)
        ? single.map(String)
        : single === undefined || single === null
          ? []
          : [String(single)];
  return names.length === 0 ? [] : [`by ${names.join(' and ')}`];
}
