import type { TableDefinition, TableName } from '../table.ts';
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

/** The table of that exact name. */
export function findTable(name: string): TableDefinition | undefined {
  return Object.hasOwn(TABLES, name) ? TABLES[name as TableName] : undefined;
}
