import type { StoredTable, TableDefinition, TableName } from '../table.ts';
import { cohortMembersTable } from './cohort-members-table.ts';
import { eventsTable } from './events.ts';
import { groupsTable } from './groups.ts';
import { personDistinctIdsTable, personsTable } from './persons.ts';
import { sessionsTable } from './sessions.ts';

/** Every table that a query can name, besides the table function `numbers`. */
export const TABLES: Readonly<Record<TableName, TableDefinition>> = {
  events: eventsTable,
  persons: personsTable,
  person_distinct_ids: personDistinctIdsTable,
  groups: groupsTable,
  sessions: sessionsTable,
};

/** Tables that queries of the program name, by a FROM that says so. */
export const INTERNAL_TABLES: Readonly<Record<string, StoredTable>> = { cohort_members: cohortMembersTable };

/** Names that PostHog has for its stored tables. Here each of them shows the newest rows, as the table itself does. */
const SYNONYMS: ReadonlyMap<string, TableName> = new Map([
  ['raw_persons', 'persons'],
  ['raw_person_distinct_ids', 'person_distinct_ids'],
  ['person_distinct_id_overrides', 'person_distinct_ids'],
  ['raw_person_distinct_id_overrides', 'person_distinct_ids'],
  ['raw_groups', 'groups'],
  ['raw_sessions', 'sessions'],
]);

/** The table with exactly this name. */
export function findTable(name: string): TableDefinition | undefined {
  const known = SYNONYMS.get(name) ?? name;
  return Object.hasOwn(TABLES, known) ? TABLES[known as TableName] : undefined;
}
