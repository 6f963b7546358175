import { didYouMean } from '../../base/nearest-name.ts';
import type { FilterType } from '../../schema/property-filter.ts';
import type { Expr } from '../language/ast.ts';
import { field } from '../language/build.ts';
import { expression } from '../language/dialect.ts';
import type { CarrierTable } from './filter-carriers.ts';
import {
  convertedSubject,
  elementsSubject,
  type FilterSubject,
  filledTextSubject,
  momentSubject,
  numberSubject,
  propertySubject,
  textSubject,
} from './filter-subject.ts';
import { invalidFilter } from './filter-value.ts';

/** The value that a filter, a breakdown or the maths of a property names. */
export interface PropertyReference {
  readonly type: FilterType;
  readonly key: string;
  readonly groupTypeIndex?: number;
}

/** Event properties that hold lists: a filter asks whether any element matches. */
const LIST_PROPERTIES: ReadonlySet<string> = new Set([
  '$exception_types',
  '$exception_values',
  '$exception_sources',
  '$exception_functions',
]);

/** Columns of an event row. `filled`: the empty text means "not set". */
const EVENT_COLUMNS: Readonly<Record<string, (column: Expr) => FilterSubject>> = {
  event: textSubject,
  distinct_id: textSubject,
  person_id: convertedSubject,
  uuid: convertedSubject,
  timestamp: momentSubject,
  created_at: momentSubject,
  person_mode: textSubject,
  $session_id: filledTextSubject,
  $window_id: filledTextSubject,
  elements_chain: filledTextSubject,
  $group_0: filledTextSubject,
  $group_1: filledTextSubject,
  $group_2: filledTextSubject,
  $group_3: filledTextSubject,
  $group_4: filledTextSubject,
};

const PERSON_COLUMNS: Readonly<Record<string, (column: Expr) => FilterSubject>> = {
  id: convertedSubject,
  created_at: momentSubject,
  is_identified: convertedSubject,
};

/** Attributes of a session that filters and breakdowns can read, and what they hold. */
const SESSION_ATTRIBUTES: Readonly<Record<string, 'text' | 'number' | 'moment' | 'bool' | 'texts'>> = {
  session_id: 'text',
  distinct_id: 'text',
  $start_timestamp: 'moment',
  $end_timestamp: 'moment',
  $session_duration: 'number',
  $urls: 'texts',
  $num_uniq_urls: 'number',
  $entry_current_url: 'text',
  $entry_pathname: 'text',
  $entry_hostname: 'text',
  $end_current_url: 'text',
  $end_pathname: 'text',
  $end_hostname: 'text',
  $entry_referring_domain: 'text',
  $entry_utm_source: 'text',
  $entry_utm_campaign: 'text',
  $entry_utm_medium: 'text',
  $entry_utm_term: 'text',
  $entry_utm_content: 'text',
  $pageview_count: 'number',
  $autocapture_count: 'number',
  $screen_count: 'number',
  $is_bounce: 'bool',
};

/**
 * The value that `reference` names, read from a row of `table`.
 * @param attr path of the key, for errors
 * @throws invalid_filter for a column or attribute that does not exist
 */
export function readSubject(reference: PropertyReference, table: CarrierTable, attr: string): FilterSubject {
  switch (reference.type) {
    case 'event':
    case 'feature':
      return eventProperty(reference.key);
    case 'person':
      return propertySubject(personField(table, 'properties', reference.key));
    case 'event_metadata':
      return column(EVENT_COLUMNS, reference.key, field(reference.key), attr);
    case 'person_metadata':
      return column(PERSON_COLUMNS, reference.key, personField(table, reference.key), attr);
    case 'session':
      return sessionAttribute(reference.key, table, attr);
    case 'group':
      return propertySubject(groupProperty(reference, table));
    case 'element':
      return element(reference.key, attr);
  }
}

function eventProperty(key: string): FilterSubject {
  if (key === '$elements_chain') return filledTextSubject(field('elements_chain'));
  const property = field('properties', key);
  if (!LIST_PROPERTIES.has(key)) return propertySubject(property);
  const list = expression`JSONExtract(ifNull(_propertyText(${property}), '[]'), 'Array(String)')`;
  return elementsSubject(list, expression`_propertyText(${property}) IS NOT NULL`);
}

/** A column of the person: a plain one on `persons`, and one behind the join on other tables. */
function personField(table: CarrierTable, ...chain: readonly string[]): Expr {
  return table === 'persons' ? field(...chain) : field('person', ...chain);
}

function groupProperty({ key, groupTypeIndex = 0 }: PropertyReference, table: CarrierTable): Expr {
  return table === 'groups' ? field('properties', key) : field(`group_${groupTypeIndex}`, 'properties', key);
}

function sessionAttribute(key: string, table: CarrierTable, attr: string): FilterSubject {
  const source = table === 'sessions' ? field(key) : field('session', key);
  const kind = Object.hasOwn(SESSION_ATTRIBUTES, key) ? SESSION_ATTRIBUTES[key] : undefined;
  switch (kind) {
    case 'text':
      return filledTextSubject(source);
    case 'number':
      return numberSubject(source);
    case 'moment':
      return momentSubject(source);
    case 'bool':
      return convertedSubject(source);
    case 'texts':
      return elementsSubject(source, expression`notEmpty(${source})`);
    case undefined:
      throw unknownKey('session attribute', key, Object.keys(SESSION_ATTRIBUTES), attr);
  }
}

/** A part of an autocaptured element; selectors have operators of their own. */
function element(key: string, attr: string): FilterSubject {
  switch (key) {
    case 'text':
      return elementsSubject(field('elements_chain_texts'), expression`notEmpty(elements_chain_texts)`);
    case 'href':
      return filledTextSubject(field('elements_chain_href'));
    default:
      throw unknownKey('element part', key, ['tag_name', 'text', 'href', 'selector'], attr);
  }
}

function column(
  columns: Readonly<Record<string, (column: Expr) => FilterSubject>>,
  key: string,
  expr: Expr,
  attr: string,
): FilterSubject {
  const subject = Object.hasOwn(columns, key) ? columns[key] : undefined;
  if (!subject) throw unknownKey('column', key, Object.keys(columns), attr);
  return subject(expr);
}

function unknownKey(what: string, key: string, known: readonly string[], attr: string) {
  const hint = didYouMean(key, known) || ` Known are ${known.join(', ')}.`;
  return invalidFilter(`Unknown ${what} ${JSON.stringify(key)}.${hint}`, attr);
}
