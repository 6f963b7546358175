import type { StoredTable } from '../table.ts';
import { byte, instant, json, text } from './column-types.ts';

/** The newest state of each group; `index` is the place of the group's type among the project's group types. */
export const groupsTable: StoredTable = {
  kind: 'stored',
  name: 'groups',
  engineTable: 'groups',
  final: true,
  propertyScope: 'group',
  columns: [
    { name: 'index', engineName: 'group_type_index', type: byte },
    { name: 'key', engineName: 'group_key', type: text },
    { name: 'created_at', engineName: 'created_at', type: instant },
    { name: 'updated_at', engineName: 'updated_at', type: instant },
    { name: 'properties', engineName: 'properties', type: json },
  ],
  joins: [],
  timeColumn: 'created_at',
};
