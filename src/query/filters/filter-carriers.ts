import type { PropertyFilter, StoredPropertyFilter } from '../../schema/property-filter.ts';

/** Tables of the dialect whose scans can carry property filters. */
export type CarrierTable = 'events' | 'persons' | 'person_distinct_ids' | 'sessions' | 'groups';

type FilterKind = NonNullable<PropertyFilter['type']>;

const CARRIED: Readonly<Record<CarrierTable, readonly FilterKind[]>> = {
  events: [
    'event',
    'event_metadata',
    'element',
    'feature',
    'person',
    'person_metadata',
    'session',
    'group',
    'hogql',
    'cohort',
  ],
  sessions: ['session', 'person', 'cohort'],
  persons: ['person', 'person_metadata', 'cohort'],
  person_distinct_ids: ['person', 'person_metadata', 'cohort'],
  groups: ['group'],
};

/**
 * The first filter inside `filter` that a scan of `table` cannot carry ([SPEC-3.3]); undefined when it can carry all.
 */
export function uncarriedFilter(
  table: CarrierTable,
  filter: StoredPropertyFilter,
): PropertyFilter | undefined {
  if ('values' in filter) {
    for (const member of filter.values) {
      const found = uncarriedFilter(table, member);
      if (found) return found;
    }
    return undefined;
  }
  return carriesType(table, filter.type ?? 'event') ? undefined : filter;
}

/** True when rows of `table` have what filters and breakdowns of this type read. */
export function carriesType(table: CarrierTable, type: FilterKind): boolean {
  return CARRIED[table].includes(type);
}
