import type { StoredTable } from '../table.ts';
import { bool, instant, json, text, uuid } from './column-types.ts';

/** The newest state of each person; deleted ones are gone. */
export const personsTable: StoredTable = {
  kind: 'stored',
  name: 'persons',
  engineTable: 'persons',
  final: true,
  propertyScope: 'person',
  columns: [
    { name: 'id', engineName: 'id', type: uuid },
    { name: 'created_at', engineName: 'created_at', type: instant },
    { name: 'properties', engineName: 'properties', type: json },
    { name: 'is_identified', engineName: 'is_identified', type: bool },
  ],
  joins: [{ name: 'pdi', table: 'person_distinct_ids', from: 'id', to: 'person_id' }],
};

/** Which person a distinct id belongs to now. */
export const personDistinctIdsTable: StoredTable = {
  kind: 'stored',
  name: 'person_distinct_ids',
  engineTable: 'person_distinct_ids',
  final: true,
  columns: [
    { name: 'distinct_id', engineName: 'distinct_id', type: text },
    { name: 'person_id', engineName: 'person_id', type: uuid },
  ],
  joins: [{ name: 'person', table: 'persons', from: 'person_id', to: 'id' }],
};

/** Persons that were merged into another one. No query names it: `events.person_id` reads through it. */
export const personOverridesTable: StoredTable = {
  kind: 'stored',
  name: 'person_overrides',
  engineTable: 'person_overrides',
  final: true,
  columns: [
    { name: 'old_person_id', engineName: 'old_person_id', type: uuid },
    { name: 'person_id', engineName: 'person_id', type: uuid },
  ],
  joins: [],
};
